/// Turns judged samples into on and off events, with hysteresis, finer than a sample.
struct EdgeFinder: Sendable {
  /// Around the middle, so that noise on an edge does not make several: a tenth of the swing each
  /// way, no more than two deviations.
  private static let hysteresis = 0.1

  private(set) var isOn = false
  private(set) var since = -Double.infinity
  private var before: LightSample?

  mutating func consume(_ sample: LightSample) -> LightEvent? {
    defer { before = sample }
    let margin = min(EdgeFinder.hysteresis, max(0.01, 2 * sample.deviation))
    let turns = isOn ? sample.lit < 0.5 - margin : sample.lit > 0.5 + margin
    guard turns else { return nil }
    isOn.toggle()
    var time = sample.time
    if let before, (before.lit > 0.5) != isOn {
      let rise = sample.lit - before.lit
      let part = abs(rise) > 1e-9 ? (0.5 - before.lit) / rise : 0
      time = before.time + min(1, max(0, part)) * (sample.time - before.time)
    }
    time = max(time, since)
    since = time
    return LightEvent(time: time, isOn: isOn, level: sample.level)
  }

  mutating func turnOff(at time: Double) {
    isOn = false
    since = time
    before = nil
  }
}

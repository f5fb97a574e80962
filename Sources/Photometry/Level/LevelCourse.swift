/// Unlit and lit over a recording, as daylight and automatic exposure move them.
struct LevelCourse: Sendable {
  /// Levels are fitted every so many seconds, to the samples of so many before and after: several
  /// characters at 5 words a minute.
  private static let hop = 1.0
  private static let reach = 6.0
  /// The levels stand still unless fits to parts of the trace find that much less noise.
  private static let gain = 0.6

  private var times: [Double] = []
  private var levels: [TwoLevels] = []
  /// Of all samples together.
  let whole: TwoLevels
  /// Of a sample, on average, in nats, where the levels wander; nil where they hardly do.
  private(set) var logLikelihood: Double?
  /// How they wander, where they do.
  private(set) var model: LevelFilter.Model?

  init?(_ trace: ArraySlice<BrightnessSample>) {
    guard let whole = TwoLevels.fitWithoutBursts(trace.map(\.brightness)) else { return nil }
    self.whole = whole
    fit(trace)
    var hint = 0
    let wandering = WanderingLevels(trace, unlike: { levels(at: $0, hint: &hint) })
    if let wandering {
      (times, levels) = (wandering.times, wandering.levels)
      logLikelihood = wandering.logLikelihood
      model = wandering.model
    }
  }

  /// Fits the levels to parts of the trace, where they move.
  private mutating func fit(_ trace: ArraySlice<BrightnessSample>) {
    guard let first = trace.first, let last = trace.last,
      last.time - first.time > 2 * LevelCourse.reach
    else { return }
    var local: [(time: Double, levels: TwoLevels, variation: Double)] = []
    var low = trace.startIndex
    var high = low
    var time = first.time
    while time < last.time {
      while low < trace.endIndex, trace[low].time < time - LevelCourse.reach { low += 1 }
      high = max(high, low)
      while high < trace.endIndex, trace[high].time <= time + LevelCourse.reach { high += 1 }
      if high - low >= 24 {
        let stride = max(1, (high - low) / 600)
        let part = Swift.stride(from: low, to: high, by: stride).map { trace[$0].brightness }
        if let found = TwoLevels.fitWithoutBursts(part), found.contrast > 5 {
          local.append((time, found, found.variation(of: part)))
        }
      }
      time += max(LevelCourse.hop, (last.time - first.time) / 20_000)
    }
    guard local.count >= 3 else { return }
    // Where nothing flashes, a fit may take noise, a codec's rounding or a step of the ambient for a lamp: those change seldom, or
    // by little.
    let usual = Self.usualSwing(local.map { ($0.levels.swing, $0.variation) })
    local.removeAll { $0.levels.swing < 0.4 * usual || $0.levels.swing > 2.5 * usual }
    let noises = local.map(\.levels.deviation).sorted()
    guard !noises.isEmpty, noises[noises.count / 2] < LevelCourse.gain * whole.deviation else {
      return
    }
    times = local.map(\.time)
    levels = local.map(\.levels)
  }

  /// The swing of which half of all that the levels account for is less: their median, of which each counts by its variation.
  private static func usualSwing(_ parts: [(swing: Double, variation: Double)]) -> Double {
    let sorted = parts.sorted { $0.swing < $1.swing }
    let half = sorted.reduce(0) { $0 + $1.variation } / 2
    var sum = 0.0
    for part in sorted {
      sum += part.variation
      if sum >= half { return part.swing }
    }
    return 0
  }

  /// The levels at a time; call with rising times and the same `hint`.
  func levels(at time: Double, hint: inout Int) -> TwoLevels {
    guard let last = levels.last else { return whole }
    while hint < times.count, times[hint] < time { hint += 1 }
    guard hint > 0 else { return levels[0] }
    guard hint < times.count else { return last }
    let (before, after) = (levels[hint - 1], levels[hint])
    let part = (time - times[hint - 1]) / (times[hint] - times[hint - 1])
    return TwoLevels(
      unlit: before.unlit + part * (after.unlit - before.unlit),
      lit: before.lit + part * (after.lit - before.lit),
      deviation: before.deviation + part * (after.deviation - before.deviation))
  }
}

extension TwoLevels {
  /// How far a light goes in all from one level to the other and back.
  fileprivate func variation(of values: [Double]) -> Double {
    let middle = (unlit + lit) / 2
    let isHigh = values.map { $0 > middle }
    return swing * Double(zip(isHigh, isHigh.dropFirst()).count { $0 != $1 })
  }
}

/// Levels that move faster than a fit to some seconds can follow. Unlit: a headlight that crosses, a cloud, a camera that
/// opens up. Lit: a hand that turns the torch, a boat that rolls, a lamp that goes from tile to tile. What tells either
/// from the key is how it moves: the key makes the brightness jump, the rest goes step by step.
///
/// Three lamps are tried (`LevelPath`); the likeliest explains the trace: one that always adds as much light, one that
/// varies, and one that is white in the picture however bright its surroundings are, for the camera shows no more.
struct WanderingLevels: Sendable {
  let times: [Double]
  let levels: [TwoLevels]
  /// How they wander.
  let model: LevelFilter.Model
  /// Of a sample, on average, in nats.
  let logLikelihood: Double

  /// The share of samples that the levels as they are do not explain, beyond which a trace is looked at in this way,
  /// and how few of them it must leave.
  private static let disturbed = 0.02
  private static let success = 0.3
  /// The least share of the samples in which something jumps: ten times as often as noise alone does.
  private static let leastJumps = 2.2e-4
  /// The fewest samples that are looked at.
  private static let fewest = 60

  /// nil where the trace has no jumps well above its noise, or where the levels as they are explain it as well.
  init?(_ trace: ArraySlice<BrightnessSample>, unlike course: (Double) -> TwoLevels) {
    let values = trace.map(\.brightness)
    let times = trace.map(\.time)
    guard values.count >= Self.fewest else { return nil }
    let before = Self.unexplained(values, times.map(course))
    guard Double(before) > Self.disturbed * Double(values.count) else { return nil }
    guard let jump = Jump(values, clear: Jump.least),
      Double(jump.count) > Self.leastJumps * Double(values.count),
      !Self.standsStill(values, jump.swing, jump.noise)
    else { return nil }
    let paths = LevelFilter.Lamp.allCases.map {
      let model = LevelFilter.Model(lamp: $0, swing: jump.swing, noise: jump.noise)
      return (model: model, path: LevelPath(times, values, model))
    }
    guard let (model, path) = paths.min(by: { $0.path.cost < $1.path.cost }) else { return nil }
    let after = Self.unexplained(values, path.levels)
    guard Double(after) < Self.success * Double(before) else { return nil }
    self.times = times
    levels = path.levels
    self.model = model
    logLikelihood = -path.cost / Double(values.count)
  }

  /// How many samples are neither near one of the levels nor on the way from one to the other: beyond them, or between
  /// and like both neighbours.
  private static func unexplained(_ values: [Double], _ levels: [TwoLevels]) -> Int {
    let positions = zip(values, levels).map { $1.swing > 0 ? ($0 - $1.unlit) / $1.swing : 0 }
    return positions.indices.count { index in
      let position = positions[index]
      if position < -0.3 || position > 1.3 { return true }
      guard position > 0.3, position < 0.7, index > 0, index + 1 < positions.count else {
        return false
      }
      return abs(positions[index - 1] - position) < 0.1
        && abs(positions[index + 1] - position) < 0.1
    }
  }

  /// Whether the samples that stand still show but few levels: then nothing moves but the key, and what
  /// lies off is light of a part of an exposure, as dots of a frame leave it. A sample stands still that is
  /// like both neighbours; where no mark is three frames long, like one.
  private static func standsStill(_ values: [Double], _ swing: Double, _ noise: Double) -> Bool {
    // A level and all that noise makes of it is narrower than the way from half lit to lit.
    guard 0.5 * swing > levelWidth * noise else { return false }
    // More than the unlit brightness moves in a frame of a 30th.
    let most = 2 * LevelFilter.moving / 30.0.squareRoot() * swing
    var steady: (both: [Double], one: [Double]) = ([], [])
    for index in 1..<(values.count - 1) {
      let value = values[index]
      let before = abs(value - values[index - 1])
      let after = abs(values[index + 1] - value)
      if max(before, after) < most { steady.both.append(value) }
      if min(before, after) < most { steady.one.append(value) }
    }
    return showsFewLevels(steady.both, noise) || showsFewLevels(steady.one, noise)
  }

  /// Six deviations to either side.
  private static let levelWidth = 12.0

  /// Whether nearly all values lie on one of three levels: unlit, lit, and half lit, as dots of a frame
  /// show that fall into two frames alike. A level is no wider than its noise; what drifts fills more.
  private static func showsFewLevels(_ values: [Double], _ noise: Double) -> Bool {
    let sorted = values.sorted()
    var counts: [Int] = []
    var start = 0
    for index in sorted.indices {
      let isLast = index + 1 == sorted.count
      if isLast || sorted[index + 1] - sorted[index] > 3 * noise {
        if sorted[index] - sorted[start] < levelWidth * noise { counts.append(index + 1 - start) }
        start = index + 1
      }
    }
    counts.sort(by: >)
    return counts.count > 1
      && Double(counts.prefix(3).reduce(0, +)) > (1 - disturbed) * Double(values.count)
  }
}

/// Fits an afterglow to steps from sample to sample: a regression that switches between two lines, one for
/// the key down and one for up (Quandt and Ramsey 1978), by expectation maximisation. Steps in which the key moved end
/// anywhere between.
struct AfterglowFit: Sendable {
  private(set) var glow: Afterglow
  private(set) var logLikelihood = -Double.infinity
  /// Shares of the steps with the key up, down, and moved.
  private var shares = (up: 0.45, down: 0.45, moved: 0.1)

  /// The part of the steps in which the key moved that end outside of what it can do: noise, and what no
  /// model foresees.
  private static let stray = 0.05
  private static let rounds = 30

  /// Fits from a beginning. `isPlain`: two levels without afterglow. `range`: of all brightness.
  init(_ steps: [Afterglow.Step], from beginning: Afterglow, isPlain: Bool, range: Double) {
    glow = beginning
    let strayDensity = naturalLogarithm(Self.stray / (3 * range))
    for _ in 0..<Self.rounds {
      var sums = (up: LineSums(), down: LineSums())
      var total = 0.0
      let inverse = 1 / glow.deviation
      let scale = naturalLogarithm(inverse) - 0.5 * naturalLogarithm(2 * Double.pi)
      let logUp = naturalLogarithm(shares.up) + scale
      let logDown = naturalLogarithm(shares.down) + scale
      let moved = shares.moved
      let strayLog = naturalLogarithm(moved) + strayDensity
      for step in steps {
        let dark = glow.expected(after: step.before, isLit: false)
        let bright = glow.expected(after: step.before, isLit: true)
        let a = (step.after - dark) * inverse
        let b = (step.after - bright) * inverse
        let up = logUp - 0.5 * a * a
        let down = logDown - 0.5 * b * b
        let way = max(bright - dark, 4 * glow.deviation)
        let between =
          step.after > dark && step.after < dark + way
          ? naturalLogarithm(moved * (1 - Self.stray) / way) : strayLog
        let most = max(up, down, between)
        let upPart = up > most - 30 ? exponential(up - most) : 0
        let downPart = down > most - 30 ? exponential(down - most) : 0
        let sum = upPart + downPart + (between > most - 30 ? exponential(between - most) : 0)
        total += most + naturalLogarithm(sum)
        sums.up.add(step, weight: upPart / sum)
        sums.down.add(step, weight: downPart / sum)
      }
      let before = logLikelihood
      logLikelihood = total
      guard sums.up.weight > 3, sums.down.weight > 3 else { break }
      if total - before < 1e-4 * Double(steps.count), before.isFinite { break }
      update(sums.up, sums.down, count: Double(steps.count), isPlain: isPlain, range: range)
    }
  }

  private mutating func update(
    _ up: LineSums, _ down: LineSums, count: Double, isPlain: Bool, range: Double
  ) {
    (glow.unlit, glow.keptUnlit) = up.line(isPlain: isPlain)
    (glow.lit, glow.keptLit) = down.line(isPlain: isPlain)
    let squares =
      up.squares(level: glow.unlit, kept: glow.keptUnlit)
      + down.squares(level: glow.lit, kept: glow.keptLit)
    // Eight bits of a camera, or fewer, quantise to 0.4 % of the swing at best.
    glow.deviation = max(
      0.004 * range, (max(0, squares) / (up.weight + down.weight)).squareRoot())
    let least = 1e-3
    let moved = max(least, (count - up.weight - down.weight) / count)
    shares = (max(least, up.weight / count), max(least, down.weight / count), moved)
  }
}

/// Weighted sums for a line through steps.
private struct LineSums {
  private(set) var weight = 0.0
  private var x = 0.0
  private var y = 0.0
  private var xx = 0.0
  private var xy = 0.0
  private var yy = 0.0

  @inline(__always)
  mutating func add(_ step: Afterglow.Step, weight: Double) {
    self.weight += weight
    x += weight * step.before
    y += weight * step.after
    xx += weight * step.before * step.before
    xy += weight * step.before * step.after
    yy += weight * step.after * step.after
  }

  /// The level that the line goes to, and what it keeps of the way.
  func line(isPlain: Bool) -> (level: Double, kept: Double) {
    let (meanX, meanY) = (x / weight, y / weight)
    guard !isPlain else { return (meanY, 0) }
    let spread = xx - weight * meanX * meanX
    let slope = spread > 0 ? (xy - weight * meanX * meanY) / spread : 0
    let kept = min(0.97, max(0, slope))
    return ((meanY - kept * meanX) / (1 - kept), kept)
  }

  /// The sum of squares that the line leaves.
  func squares(level: Double, kept: Double) -> Double {
    let offset = level * (1 - kept)
    return yy + kept * kept * xx + offset * offset * weight - 2 * kept * xy - 2 * offset * y
      + 2 * kept * offset * x
  }
}

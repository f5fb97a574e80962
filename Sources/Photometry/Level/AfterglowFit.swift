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
    let strayDensity = Self.stray / (3 * range)
    for _ in 0..<Self.rounds {
      var sums = (up: LineSums(), down: LineSums())
      var likelihoods = LikelihoodProduct()
      let inverse = 1 / glow.deviation
      let peak = inverse / (2 * Double.pi).squareRoot()
      let (upPeak, downPeak) = (shares.up * peak, shares.down * peak)
      let moved = shares.moved
      for step in steps {
        let dark = glow.expected(after: step.before, isLit: false)
        let bright = glow.expected(after: step.before, isLit: true)
        let up = upPeak * Self.bell((step.after - dark) * inverse)
        let down = downPeak * Self.bell((step.after - bright) * inverse)
        let way = max(bright - dark, 4 * glow.deviation)
        let isBetween = step.after > dark && step.after < dark + way
        let between = moved * (isBetween ? (1 - Self.stray) / way : strayDensity)
        let sum = up + down + between
        likelihoods.multiply(by: sum)
        sums.up.add(step, weight: up / sum)
        sums.down.add(step, weight: down / sum)
      }
      let total = likelihoods.logarithm
      let before = logLikelihood
      logLikelihood = total
      guard sums.up.weight > 3, sums.down.weight > 3 else { break }
      if total - before < 1e-4 * Double(steps.count), before.isFinite { break }
      update(sums.up, sums.down, count: Double(steps.count), isPlain: isPlain, range: range)
    }
  }

  /// A normal density over that of its middle; none where it is less than a rounding of any other.
  private static func bell(_ deviations: Double) -> Double {
    let squares = deviations * deviations
    return squares < 120 ? exponential(-0.5 * squares) : 0
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

/// The product of many densities, of which logarithms would take most of the time: one for several of them.
private struct LikelihoodProduct {
  private var product = 1.0
  private var sum = 0.0
  private var factors = 0
  /// So many stay in a number's range, whose unit the densities are in: each lies between 1e-15 and 1e15 of it.
  private static let most = 16

  mutating func multiply(by factor: Double) {
    product *= factor
    factors += 1
    guard factors == Self.most else { return }
    sum += naturalLogarithm(product)
    (product, factors) = (1, 0)
  }

  /// The natural logarithm of the product.
  var logarithm: Double { sum + naturalLogarithm(product) }
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

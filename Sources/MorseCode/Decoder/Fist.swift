/// How a sender's durations lie around what the code asks for.
///
/// There are five classes: dot, dash, gap between elements, between letters and between words.
/// A duration's logarithm is the log unit, plus the class's nominal ratio, plus its offset, plus
/// noise of the class's spread with Student-t tails.
struct Fist: Sendable {
  static let dot = 0
  static let dash = 1
  static let elementGap = 2
  static let letterGap = 3
  static let wordGap = 4

  /// log of the PARIS ratios: 1, 3, 1, 3, and of the word gap to the letter gap, 7/3. A word gap
  /// is counted from the letter gap, for Farnsworth spacing stretches both alike.
  static let nominal: [Double] = [
    0, 1.098_612_288_668_11, 0, 1.098_612_288_668_11, 0.847_297_860_387_203_6,
  ]
  /// Standard deviations of the senders' offsets from nominal (dash, element gap, letter gap, word
  /// gap): hands range over dash ratios of 2 to 4.5, +-0.4 in the logarithm at two deviations.
  static let offsetDeviation = SIMD4(0.20, 0.25, 0.30, 0.25)
  /// Degrees of freedom of the durations' Student-t: tails of hands that hesitate.
  static let degreesOfFreedom = 6.0

  /// log seconds of a dot.
  var logUnit: Double
  /// Of dash, element gap, letter gap, word gap.
  var offset: SIMD4<Double>
  /// Spread of the logarithm in each class.
  var deviation: [Double] = [0.16, 0.14, 0.20, 0.22, 0.28]

  /// log density of a residual, `square` being its square over `variance`: Student's t with six degrees of freedom
  /// (the power is one more), scaled so that its peak is the normal's. One logarithm for both factors.
  @inline(__always)
  static func logDensity(_ square: Double, variance: Double) -> Double {
    let spread = 1 + square / degreesOfFreedom
    let cube = spread * spread * spread
    return -0.5 * naturalLogarithm(variance * spread * cube * cube) - halfLogarithmOfTwoPi
  }

  /// The same of a gap between words that is longer than usual: a pause may be of any length.
  @inline(__always)
  static func logDensity(ofPause square: Double, variance: Double) -> Double {
    max(
      logDensity(square, variance: variance),
      logDensity(0, variance: variance) - 1 - 0.3 * min(square.squareRoot(), 6))
  }

  /// log density of a length that was seen, where its edges are known no better than the fist keeps time: `mean` and `variance`
  /// are of the logarithm of the key's own length, `edgeVariance` of what is seen about it.
  ///
  /// By Laplace's method about the likeliest own length: of what is far shorter than the mean that is a little more than what is
  /// seen, however unsure the edges are, and as unlikely as the fist makes it.
  static func logDensity(
    ofLength seen: Double, edgeVariance: Double, mean: Double, variance: Double
  ) -> Double {
    /// How steeply the fist's density falls, by the square of the distance: of Student's t, less far out.
    func weight(_ away: Double) -> Double {
      (degreesOfFreedom + 1) / (degreesOfFreedom * variance + away * away)
    }
    var own = naturalLogarithm(max(seen, edgeVariance.squareRoot()))
    var length = exponential(own)
    for _ in 0..<4 {
      let weight = weight(own - mean)
      let slope = (length - seen) * length / edgeVariance + weight * (own - mean)
      own -= slope / (length * length / edgeVariance + weight)
      length = exponential(own)
    }
    let away = own - mean
    let error = length - seen
    let spread = variance * (edgeVariance * weight(away) + length * length)
    return logDensity(away * away / variance, variance: spread)
      - 0.5 * error * error / edgeVariance
  }
}

/// A sender's timing, fitted to a whole message: the unit at each moment, and for each class the mean
/// and the spread in units.
struct FistModel: Sendable {
  /// How a class's durations lie around their mean.
  enum Family: Hashable, Sendable, CaseIterable {
    /// In proportion: the logarithm is symmetric.
    case proportional
    /// In units: the duration itself is symmetric.
    case additive
  }

  let family: Family
  /// log seconds of a unit at each position of a lattice.
  let logUnit: [Double]
  /// log of the mean (`proportional`), or the mean (`additive`), in units; of the five classes.
  let mean: [Double]
  /// Standard deviation of the logarithm, or in units.
  let deviation: [Double]
  /// 1 / seconds of a unit at each position.
  private let inverseUnit: [Double]
  /// Of each class: the variance, and, of logarithms, 1 / the square of the mean length.
  private let variance: [Double]
  private let inverseSquare: [Double]
  /// Of each class: the greatest log density, but for the duration or the unit.
  let logPeak: [Double]

  init(family: Family, logUnit: [Double], mean: [Double], deviation: [Double]) {
    self.family = family
    self.logUnit = logUnit
    self.mean = mean
    self.deviation = deviation
    inverseUnit = logUnit.map { exponential(-$0) }
    variance = deviation.map { $0 * $0 }
    inverseSquare = mean.map { exponential(-2 * $0) }
    logPeak = variance.map { Fist.logDensity(0, variance: $0) }
  }

  /// log density per second of a duration, as one of a class, given the unit.
  @inline(__always)
  func logDensity(_ kind: Int, _ sight: Sight) -> Double {
    if isProportional, sight.edgeVariance > variance[kind] * sight.length * sight.length {
      return Fist.logDensity(
        ofLength: sight.length, edgeVariance: sight.edgeVariance, mean: mean[kind],
        variance: variance[kind]) - sight.logUnit
    }
    let variance = variance[kind] + edgeVariance(kind, sight)
    let residual = (isProportional ? sight.logLength : sight.length) - mean[kind]
    let scale = isProportional ? sight.logDuration : sight.logUnit
    let z = residual * residual / variance
    let isPause = kind == Fist.wordGap && residual > 0
    let fit =
      isPause
      ? Fist.logDensity(ofPause: z, variance: variance) : Fist.logDensity(z, variance: variance)
    return fit - scale
  }

  var isProportional: Bool { family == .proportional }

  /// What the edges' uncertainty adds to the variance of a duration: of its logarithm, or in square units.
  ///
  /// Of a logarithm, it is taken where the key's own duration is likeliest to lie, between what is seen and the
  /// mean: a glimmer of a fraction of a frame is no dot that the edges made so short.
  @inline(__always)
  func edgeVariance(_ kind: Int, _ sight: Sight) -> Double {
    guard family == .proportional else { return sight.edgeVariance }
    let atMean = sight.edgeVariance * inverseSquare[kind]
    let part = variance[kind] / (variance[kind] + atMean)
    let likeliest = mean[kind] + (sight.logLength - mean[kind]) * part
    return min(1, sight.edgeVariance * exponential(-2 * likeliest))
  }

  /// One duration as the densities see it.
  struct Sight: Sendable {
    /// In units.
    var length: Double
    var logLength: Double
    var logDuration: Double
    var logUnit: Double
    /// Variance that the edges' uncertainty adds, in square units.
    var edgeVariance: Double

  }

  /// A duration in seconds that begins at `position`; `edgeVariance`: of both edges together, in square seconds.
  @inline(__always)
  func sight(_ duration: Double, at position: Int, edgeVariance: Double) -> Sight {
    let logDuration = naturalLogarithm(duration)
    let inverse = inverseUnit[position]
    return Sight(
      length: duration * inverse, logLength: logDuration - logUnit[position],
      logDuration: logDuration, logUnit: logUnit[position],
      edgeVariance: edgeVariance * inverse * inverse)
  }

  /// Whether durations of a class vary by more than a seventh: machines and keyers vary less.
  func isUneven(_ kind: Int) -> Bool {
    deviation[kind] > (family == .proportional ? 1 : mean[kind]) / 7
  }

  /// Means as multiples of the unit, whatever the family.
  func length(_ kind: Int) -> Double {
    family == .proportional ? exponential(mean[kind]) : mean[kind]
  }
}

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

  var family: Family
  /// log seconds of a unit at each position of a lattice.
  var logUnit: [Double]
  /// log of the mean (`proportional`), or the mean (`additive`), in units; of the five classes.
  var mean: [Double]
  /// Standard deviation of the logarithm, or in units.
  var deviation: [Double]

  /// log density per second of a duration, as one of a class, given the unit.
  @inline(__always)
  func logDensity(_ kind: Int, _ sight: Sight) -> Double {
    let variance = deviation[kind] * deviation[kind] + edgeVariance(kind, sight)
    let isProportional = family == .proportional
    let residual = (isProportional ? sight.logLength : sight.length) - mean[kind]
    let scale = isProportional ? sight.logDuration : sight.logUnit
    let z = residual * residual / variance
    let freedom = Fist.degreesOfFreedom
    let normal = -0.5 * naturalLogarithm(variance) - halfLogarithmOfTwoPi - scale
    let fit = normal - 0.5 * (freedom + 1) * naturalLogarithm(1 + z / freedom)
    if kind == Fist.wordGap, residual > 0 {
      return max(fit, normal - 1 - 0.3 * min(z.squareRoot(), 6))
    }
    return fit
  }

  /// What the edges' uncertainty adds to the variance of a duration: of its logarithm, or in square units.
  ///
  /// Of a logarithm, it is taken where the key's own duration is likeliest to lie, between what is seen and the
  /// mean: a glimmer of a fraction of a frame is no dot that the edges made so short.
  @inline(__always)
  func edgeVariance(_ kind: Int, _ sight: Sight) -> Double {
    guard family == .proportional else { return sight.edgeVariance }
    let own = deviation[kind] * deviation[kind]
    let atMean = sight.edgeVariance * exponential(-2 * mean[kind])
    let likeliest = mean[kind] + (sight.logLength - mean[kind]) * own / (own + atMean)
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

    @inline(__always)
    /// `edgeVariance`: of both edges together, in square seconds.
    init(_ duration: Double, logUnit: Double, edgeVariance: Double) {
      logDuration = naturalLogarithm(duration)
      self.logUnit = logUnit
      logLength = logDuration - logUnit
      length = exponential(logLength)
      self.edgeVariance = edgeVariance * exponential(-2 * logUnit)
    }
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

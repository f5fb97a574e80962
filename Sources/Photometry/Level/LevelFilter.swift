/// What is known of a lamp's two levels at a moment: a Kalman filter of the unlit brightness, a random walk, and of the
/// logarithm of the swing, which wanders around the usual one (Ornstein and Uhlenbeck's process), for light is
/// multiplied by what weakens it. Lit samples tell of the sum, by the slope at what is known.
struct LevelFilter: Sendable {
  /// Seconds in which the swing forgets most of what it was: a hand turns a torch, a boat rolls, a lamp goes from
  /// tile to tile in about so long.
  static let memory = 1.5
  /// How far a swing wanders that does: by a half of itself, more or less.
  static let usualWander = 0.5
  /// The unlit brightness's deviation after a second, as a part of the usual swing, while it hardly moves.
  static let still = 0.03
  /// While it does: in a frame of a 30th it moves by a twelfth of the swing, six deviations from what the lamp does.
  static let moving = 0.45

  /// What the levels are measured in, and how they wander.
  struct Model: Sendable {
    /// The deviation of the logarithm of the swing around the usual one; 0: always as bright.
    var wander: Double
    /// The usual swing.
    var swing: Double
    /// Deviation of a sample.
    var noise: Double

    var usual: Double { naturalLogarithm(swing) }

    /// What some seconds do to what is known.
    func passing(_ seconds: Double, isMoving: Bool) -> Passing {
      let part = (isMoving ? LevelFilter.moving : LevelFilter.still) * swing
      return Passing(
        drift: part * part * seconds,
        kept: wander > 0 ? exponential(-seconds / LevelFilter.memory) : 1)
    }
  }

  /// What some time does to what is known.
  struct Passing: Sendable {
    /// Variance that the unlit brightness gathers.
    var drift: Double
    /// What is left of the swing's distance from the usual.
    var kept: Double
  }

  /// Unlit brightness.
  var unlit: Double
  /// Natural logarithm of the swing.
  var logarithm: Double
  var unlitVariance: Double
  var swingVariance: Double
  var covariance = 0.0

  /// Begins with a first sample. Where that is lit, what is not known of the swing is not known of the unlit brightness
  /// either: the sum of both is.
  init(_ model: Model, first: Double, isLit: Bool) {
    logarithm = model.usual
    unlitVariance = model.noise * model.noise
    swingVariance = model.wander * model.wander
    unlit = first
    guard isLit else { return }
    unlit -= model.swing
    unlitVariance += model.swing * model.swing * swingVariance
    covariance = -model.swing * swingVariance
  }

  var swing: Double { exponential(logarithm) }

  /// Lets some time pass.
  mutating func advance(_ model: Model, _ passing: Passing) {
    unlitVariance += passing.drift
    let kept = passing.kept
    logarithm = model.usual + kept * (logarithm - model.usual)
    covariance *= kept
    swingVariance =
      kept * kept * swingVariance + (1 - kept * kept) * model.wander * model.wander
  }

  /// How far a sample is from what is expected, and the variance of that.
  func innovation(_ model: Model, _ value: Double, isLit: Bool) -> (away: Double, variance: Double)
  {
    let noise = model.noise * model.noise
    guard isLit else { return (value - unlit, unlitVariance + noise) }
    let swing = swing
    return (
      value - unlit - swing,
      unlitVariance + swing * (2 * covariance + swing * swingVariance) + noise
    )
  }

  /// Takes a sample's innovation in.
  mutating func learn(_ away: Double, _ variance: Double, isLit: Bool) {
    let slope = isLit ? swing : 0
    let unlitGain = (unlitVariance + slope * covariance) / variance
    let swingGain = (covariance + slope * swingVariance) / variance
    unlit += unlitGain * away
    logarithm += swingGain * away
    unlitVariance -= unlitGain * unlitGain * variance
    covariance -= unlitGain * swingGain * variance
    swingVariance -= swingGain * swingGain * variance
  }

  /// What was known at this moment, by what became known after it (Rauch, Tung and Striebel 1965).
  /// - Parameters:
  ///   - next: What is known of the next moment by all samples.
  ///   - passing: What the time from this moment to that does.
  func smoothed(_ model: Model, by next: LevelFilter, after passing: Passing) -> LevelFilter {
    var expected = self
    expected.advance(model, passing)
    let kept = passing.kept
    // Gain: covariance now, times the transition, times the inverse of the covariance expected.
    let (a, b, d) = (expected.unlitVariance, expected.covariance, expected.swingVariance)
    let (away, other) = (next.unlit - expected.unlit, next.logarithm - expected.logarithm)
    var result = self
    let determinant = a * d - b * b
    if determinant > 1e-12 * a * d {
      let (x, y) = ((d * away - b * other) / determinant, (a * other - b * away) / determinant)
      result.unlit += unlitVariance * x + covariance * kept * y
      result.logarithm += covariance * x + swingVariance * kept * y
    } else if a > 0 {
      result.unlit += unlitVariance / a * away
    }
    return result
  }
}

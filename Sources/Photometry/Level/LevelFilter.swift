/// What is known of a lamp's two levels at a moment: a Kalman filter of the unlit brightness, a random walk, and of what
/// the lamp does to it: the logarithm of the swing, for light is multiplied by what weakens it, or the brightness in
/// which it ends. Lit samples tell of both, by the slopes at what is known.
struct LevelFilter: Sendable {
  /// Seconds in which the swing forgets most of what it was: a hand turns a torch, a boat rolls, a lamp goes from
  /// tile to tile in about so long.
  static let memory = 1.5
  /// How far a swing wanders that does: by a half of itself, more or less.
  static let usualWander = 0.5
  /// The unlit brightness's deviation after a second, as a part of the usual swing, while it hardly moves; and that of the
  /// brightness in which a white lamp ends.
  static let still = 0.03
  /// While it does: in a frame of a 30th it moves by a twelfth of the swing, six deviations from what the lamp does.
  static let moving = 0.45

  /// What a lamp does to the brightness.
  enum Lamp: CaseIterable {
    /// Always adds as much.
    case constant
    /// Adds what wanders around the usual (Ornstein and Uhlenbeck's process).
    case varying
    /// Shows about as bright, whatever is beside it: as bright as the camera shows anything.
    case white
  }

  /// What the levels are measured in, and how they wander.
  struct Model: Sendable {
    var lamp: Lamp
    /// The usual swing.
    var swing: Double
    /// Deviation of a sample.
    var noise: Double

    /// What the brightness of an edge is spread over beyond the swing: its noise, where there may hardly be a swing.
    var blur: Double { lamp == .white ? (2 * Double.pi).squareRoot() * noise : 0 }

    /// The usual logarithm of the swing.
    fileprivate var usual: Double { naturalLogarithm(swing) }
    /// Its deviation.
    fileprivate var wander: Double { lamp == .varying ? LevelFilter.usualWander : 0 }

    /// What some seconds do to what is known.
    func passing(_ seconds: Double, isMoving: Bool) -> Passing {
      let part = (isMoving ? LevelFilter.moving : LevelFilter.still) * swing
      // An exposure that moves changes what those of its pixels show that are not white all through.
      let glow = lamp == .white ? LevelFilter.still * swing : 0
      return Passing(
        drift: part * part * seconds, glow: glow * glow * seconds,
        kept: lamp == .varying ? exponential(-seconds / LevelFilter.memory) : 1)
    }
  }

  /// What some time does to what is known.
  struct Passing: Sendable {
    /// Variance that the unlit brightness gathers.
    var drift: Double
    /// Variance that the brightness gathers in which a white lamp ends.
    var glow: Double
    /// What is left of the swing's distance from the usual.
    var kept: Double
  }

  /// Unlit brightness.
  private(set) var unlit: Double
  /// Natural logarithm of the swing, or the lit brightness of what is always as bright.
  private var lamp: Double
  private let isWhite: Bool
  private let least: Double
  private var unlitVariance: Double
  private var lampVariance: Double
  private var covariance = 0.0

  /// Begins with a first sample.
  init(_ model: Model, first: Double, isLit: Bool) {
    isWhite = model.lamp == .white
    least = model.noise
    unlitVariance = model.noise * model.noise
    unlit = first
    if isWhite {
      let unknown = model.swing * model.swing
      (lamp, lampVariance) = (first + model.swing, unknown)
      guard isLit else { return }
      unlit -= model.swing
      (lamp, lampVariance, unlitVariance) = (first, unlitVariance, unknown)
    } else {
      (lamp, lampVariance) = (model.usual, model.wander * model.wander)
      guard isLit else { return }
      // What is not known of the swing is not known of the unlit brightness either: the sum of both is.
      unlit -= model.swing
      unlitVariance += model.swing * model.swing * lampVariance
      covariance = -model.swing * lampVariance
    }
  }

  /// Whether the lamp adds light: nothing is brighter than white.
  var isPossible: Bool { !isWhite || lamp - unlit > least }

  /// No less than the noise.
  var swing: Double { isWhite ? max(lamp - unlit, least) : exponential(lamp) }

  /// Lets some time pass.
  mutating func advance(_ model: Model, _ passing: Passing) {
    unlitVariance += passing.drift
    lampVariance += passing.glow
    guard model.lamp == .varying else { return }
    let kept = passing.kept
    lamp = model.usual + kept * (lamp - model.usual)
    covariance *= kept
    lampVariance = kept * kept * lampVariance + (1 - kept * kept) * model.wander * model.wander
  }

  /// By how much a sample changes with the unlit brightness, and with the lamp.
  private func slopes(isLit: Bool) -> (unlit: Double, lamp: Double) {
    guard isLit else { return (1, 0) }
    return isWhite ? (0, 1) : (1, swing)
  }

  /// How far a sample is from what is expected, and the variance of that.
  func innovation(_ model: Model, _ value: Double, isLit: Bool) -> (away: Double, variance: Double)
  {
    let slope = slopes(isLit: isLit)
    let known =
      slope.unlit * slope.unlit * unlitVariance + 2 * slope.unlit * slope.lamp * covariance
      + slope.lamp * slope.lamp * lampVariance
    let expected = isLit ? (isWhite ? lamp : unlit + swing) : unlit
    return (value - expected, known + model.noise * model.noise)
  }

  /// Takes a sample's innovation in.
  mutating func learn(_ away: Double, _ variance: Double, isLit: Bool) {
    let slope = slopes(isLit: isLit)
    let unlitGain = (slope.unlit * unlitVariance + slope.lamp * covariance) / variance
    let lampGain = (slope.unlit * covariance + slope.lamp * lampVariance) / variance
    unlit += unlitGain * away
    lamp += lampGain * away
    unlitVariance -= unlitGain * unlitGain * variance
    covariance -= unlitGain * lampGain * variance
    lampVariance -= lampGain * lampGain * variance
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
    let (a, b, d) = (expected.unlitVariance, expected.covariance, expected.lampVariance)
    let (away, other) = (next.unlit - expected.unlit, next.lamp - expected.lamp)
    var result = self
    let determinant = a * d - b * b
    if determinant > 1e-12 * a * d {
      let (x, y) = ((d * away - b * other) / determinant, (a * other - b * away) / determinant)
      result.unlit += unlitVariance * x + covariance * kept * y
      result.lamp += covariance * x + lampVariance * kept * y
    } else if a > 0 {
      result.unlit += unlitVariance / a * away
    }
    return result
  }
}

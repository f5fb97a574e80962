/// A stretch of light or of dark, as the input suggests it.
struct Run: Hashable, Sendable {
  /// Seconds.
  var start: Double
  /// Seconds.
  var end: Double
  var isDown: Bool
  /// log p(samples | key down) - log p(samples | key up); of hard events it is not known.
  var logOdds: Double?
  /// Variances of the two times, in square seconds; a key's own events are exact to a millisecond.
  var startVariance = Run.exact
  var endVariance = Run.exact

  static let exact = 1e-6

  var duration: Double { end - start }

  /// The evidence for the run's own state: negative where the samples speak against it.
  var ownEvidence: Double { isDown ? logOdds ?? 0 : -(logOdds ?? 0) }
}

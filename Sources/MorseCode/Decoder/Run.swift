/// A stretch of light or of dark, as the input suggests it.
struct Run: Hashable, Sendable {
  /// Seconds.
  var start: Double
  /// Seconds.
  var end: Double
  var isDown: Bool
  /// log p(samples | key down) - log p(samples | key up); of hard events it is not known.
  var logOdds: Double?

  var duration: Double { end - start }

  /// The evidence for the run's own state: negative where the samples speak against it.
  var ownEvidence: Double { isDown ? logOdds ?? 0 : -(logOdds ?? 0) }
}

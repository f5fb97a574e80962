/// Durations that keep to no clock, though the others do: cut where the light went out of sight, filled by glare.
enum Strays {
  /// Of all durations.
  static let chance = 0.02
  /// log of the chance of none.
  static let logNone = naturalLogarithm(1 - chance)

  /// Ticks from a whole number of them beyond which a duration is none: five times what a tick varies by.
  static let reach = 5 * TickFit.unevenness
  /// From the shortest to the longest.
  private static let range = 20.0

  /// log of the density of such a duration in seconds, of which none is likelier than its double.
  static func logDensity(of seconds: Double, chance: Double = Strays.chance) -> Double {
    naturalLogarithm(chance / max(1e-3, seconds) / naturalLogarithm(range))
  }
}

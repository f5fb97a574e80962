/// What is known of the steps of a reading, beside the search that found them.
struct WeighedSteps: Sendable {
  private(set) var rivals = NotMorse()
  private(set) var steady = SteadyKeying()

  mutating func consume(_ step: PathStep, tree: CodeTree) {
    rivals.consume(step)
    steady.consume(step, tree: tree)
  }

  /// The evidence for Morse, all log-likelihoods: of the reading, the same sent by a clock, light that is no Morse, and light
  /// that is switched at random by a clock.
  ///
  /// The last counts until the odds are a thousand to one against it. Of readings of one light the one that fits worse keeps
  /// to no clock, and it would be the better one beside it.
  static func evidence(of reading: Double, steady: Double, over other: Double, clocked: Double)
    -> Double
  {
    let overClock = max(reading, steady) - clocked
    return overClock < naturalLogarithm(1000) ? min(reading - other, overClock) : reading - other
  }
}

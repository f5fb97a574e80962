/// Turns how sure a search is into how often it is right.
///
/// log-odds are scaled and shifted (Platt, "Probabilistic outputs", 1999). The constants were fitted
/// on the timing bench's draws of two seeds and are shown on others in Docs/timing.md.
enum Confidence {
  /// `logOdds` of a reading of the whole message.
  static func refined(_ logOdds: Double) -> Double {
    calibrated(logOdds, slope: 1.02, shift: -0.06)
  }

  /// `logOdds` of a reading that was settled on while the message went on.
  static func live(_ logOdds: Double) -> Double { calibrated(logOdds, slope: 0.47, shift: 1.6) }

  private static func calibrated(_ logOdds: Double, slope: Double, shift: Double) -> Double {
    // No evidence of a single character is worth more than one in a thousand wrong.
    let odds = min(6.9, max(-6.9, slope * min(40, max(-40, logOdds)) + shift))
    return 1 / (1 + exponential(-odds))
  }
}

/// The frame meter's threshold where none is given: half way between the ambient (100) and the level
/// that the lamp has shown lit, at least 101; 103 (a sensitivity of 80, good in mid light) until the lamp
/// has been seen, and again when it has not been seen for ten seconds, so that one bright flash does not
/// hide a dimmer lamp for good.
struct AutomaticThreshold: Sendable {
  static let start = 103.0
  static let least = 101.0
  static let forgetAfter = 10.0

  private(set) var level = start
  private var peak: Double?
  private var lit: Double?
  private var lastOn: Double?

  /// Seconds of the frame about to be judged.
  mutating func advance(to time: Double) {
    guard let last = lastOn, time - last > Self.forgetAfter else { return }
    self = AutomaticThreshold()
  }

  mutating func isOn(level: Double, at time: Double) {
    lastOn = time
    peak = max(peak ?? level, level)
  }

  /// A light that ends tells the lamp's level: its brightest frame, for those at its ends are lit only
  /// for a part of their exposure. Each new one counts a quarter, so that the level follows the lamp.
  mutating func wentOff() {
    guard let peak else { return }
    let lit = lit.map { $0 + (peak - $0) / 4 } ?? peak
    self.lit = lit
    self.peak = nil
    level = max(Self.least, 100 + (lit - 100) / 2)
  }
}

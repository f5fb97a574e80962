/// Whether a camera is held in a hand: movement that goes on, beyond what measuring it is off by.
struct Restlessness: Sendable {
  /// Pixels, standard deviation: a profile of a few hundred pixels tells about a twentieth of one.
  static let least = 0.2
  private var mean = 0.0
  private var variance = 0.0

  mutating func update(_ shift: Double, isSure: Bool) -> Bool {
    if isSure {
      mean += (shift - mean) / 32
      variance += ((shift - mean) * (shift - mean) - variance) / 32
    }
    return variance > Self.least * Self.least
  }
}

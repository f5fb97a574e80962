internal import CLuma

/// Tells by its tiles whether a picture of a camera that stood shows that it moved: where the camera is need not be looked for
/// in each of them.
struct Standstill: Sendable {
  /// Mean luma of the tiles when it was looked where the camera is.
  private var known: [Float] = []
  /// How far tiles are from that on average, as long as nothing moves.
  private var usual: Float?

  /// By how much farther they are than usual where something moved.
  private static let moved: Float = 1.5

  /// Takes a picture in which the camera was looked for.
  mutating func note(_ luma: [Float]) {
    if known.count != luma.count { usual = nil }
    known = luma
  }

  /// Whether a picture looks as if nothing had moved since.
  mutating func holds(for luma: [Float]) -> Bool {
    guard luma.count == known.count, !luma.isEmpty else { return false }
    let sum = luma.withUnsafeBufferPointer { luma in
      known.withUnsafeBufferPointer { known in
        guard let one = luma.baseAddress, let other = known.baseAddress else { return Float(0) }
        return luma_distance(one, other, luma.count)
      }
    }
    let distance = sum / Float(luma.count)
    guard let usual else {
      usual = distance
      return true
    }
    let most = Self.moved * usual
    self.usual = usual + (min(distance, most) - usual) / 16
    return distance <= most
  }
}

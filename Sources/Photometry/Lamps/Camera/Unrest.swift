/// How far something goes from one picture to the next: of two that measure one movement, the one that goes about by far more
/// measures noise.
struct Unrest: Sendable {
  private var last: (x: Double, y: Double)?
  /// Square pixels, a mean over some pictures.
  private var square = 0.0
  private var count = 0

  /// Pictures over which it is averaged, and that tell it at least.
  private static let memory = 16
  /// Times as far is far more: of the same movement neither tells twice as much by measuring it worse.
  private static let far = 2.0
  /// Pixels by which measuring is off.
  private static let least = 1.0

  /// Takes where it is in the next picture; nil where that is not told.
  mutating func update(_ place: (x: Double, y: Double)?) {
    defer { last = place ?? last }
    guard let place, let last else { return }
    let (x, y) = (place.x - last.x, place.y - last.y)
    count += 1
    square += (x * x + y * y - square) / Double(min(count, Self.memory))
  }

  /// What comes is measured from elsewhere.
  mutating func interrupt() { last = nil }

  func isFarMore(than other: Unrest) -> Bool {
    min(count, other.count) >= Self.memory / 2
      && square > Self.far * Self.far * max(other.square, Self.least * Self.least)
  }
}

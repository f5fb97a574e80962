/// Tells whether a picture is there that was found far from where it would be: the next one that is found must be there as well,
/// or as much farther. In a picture of hardly anything but soft noise, as of the night while a camera looks for its focus, chance
/// finds one in four somewhere, each elsewhere.
struct FarJump: Sendable {
  typealias Pose = ContrastMotion.Pose

  /// Where the last picture that was found was, if that was not believed, and where it would have been.
  private(set) var doubted: (found: Pose, start: Pose)?

  /// Pixels within which two pictures are found at the same place.
  private static let near = 8.0

  /// Whether a picture that would be at the first of `places`, or at another of them, and was found at `found`, is there; up to
  /// `most` pixels away it is.
  mutating func isBelieved(_ found: Pose, from places: [Pose], most: Double) -> Bool {
    func isNear(_ x: Double, _ y: Double, within reach: Double) -> Bool {
      max(abs(found.x - x), abs(found.y - y)) <= reach
    }
    let before = doubted
    doubted = nil
    if places.contains(where: { isNear($0.x, $0.y, within: most) }) { return true }
    if let before,
      isNear(before.found.x, before.found.y, within: Self.near)
        || isNear(
          2 * before.found.x - before.start.x, 2 * before.found.y - before.start.y,
          within: Self.near)
    {
      return true
    }
    doubted = places.first.map { (found, $0) }
    return false
  }
}

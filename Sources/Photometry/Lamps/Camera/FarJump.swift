/// Tells whether a picture is there that was found far from where it would be: the next one that is found must be there as well,
/// or farther by as much as it moved from picture to picture. In a picture of hardly anything but soft noise, as of the night
/// while a camera looks for its focus, chance finds one in four somewhere, each elsewhere.
struct FarJump: Sendable {
  typealias Pose = ContrastMotion.Pose

  /// Where the last picture that was found was, if that was not believed, and where one that goes on would be next.
  private(set) var doubted: (found: Pose, next: Pose)?

  /// Whether a picture that would be at the first of `places`, or at another of them, and was found at `found`, is there; up to
  /// `most` pixels away it is. A quarter of that is near enough for one that has stopped where the `last` one was, and for one that
  /// is where another was doubted, or goes on from there.
  /// - Parameter pictures: how many came since the last one that told where it is, this one included.
  mutating func isBelieved(
    _ found: Pose, from places: [Pose], last: Pose, most: Double, after pictures: Int
  ) -> Bool {
    func isNear(_ place: Pose, within reach: Double) -> Bool {
      max(abs(found.x - place.x), abs(found.y - place.y)) <= reach
    }
    let before = doubted
    doubted = nil
    if places.contains(where: { isNear($0, within: most) }) { return true }
    let expected = [last] + [before?.found, before?.next].compactMap(\.self)
    if expected.contains(where: { isNear($0, within: most / 4) }) { return true }
    doubted = places.first.map { start in
      let steps = Double(max(1, pictures))
      let next = Pose(
        x: found.x + (found.x - start.x) / steps, y: found.y + (found.y - start.y) / steps)
      return (found, next)
    }
    return false
  }

  /// Something else tells where the picture is.
  mutating func forget() { doubted = nil }
}

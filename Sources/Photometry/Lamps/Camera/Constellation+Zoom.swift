/// A lens that zooms: what hands do to a scene's size is far less.
extension Constellation {
  /// By which a scene grows from one picture to the next at most before a camera that is carried: a step of a tenth of the way
  /// in a third of a second.
  private static let mostGrowth = 0.01
  /// By which a lens that zooms makes a scene grow from one picture to the next, in steps by which what is at the side of 1920
  /// pixels is found: three times as large within a second of 24 pictures at most, and in the next one if one was missed.
  private static let growths = stride(from: 0.015, through: 0.09, by: 0.015).flatMap {
    [1 + $0, 1 / (1 + $0)]
  }

  /// How small and how large a scene may become, of what it was at first: of four times as large a one ten tiles by ten are left
  /// in sight of 360 lines (`SceneMotion.fewTiles`).
  private static let sizes = 0.25...4

  /// Whether the scene grows faster, or has grown farther, than it does before a camera that is held in a hand.
  var isZoomed: Bool {
    abs(growth - 1) > Self.mostGrowth || abs(zoomed - 1) > Self.mostSkew
  }

  /// Where a lens that zooms has taken the lights that have been there for long: it goes on as it did, or begins or ends to.
  func grown(_ points: [LightPoint]) -> (pose: Pose, matches: [Int: Int])? {
    guard known.count(where: isSteady) >= Self.fewest else { return nil }
    for growth in [growth] + Self.growths {
      if let found = found(points, among: known, grownBy: growth) { return found }
    }
    return nil
  }

  /// Whether a light was seen for as long as sparks are not.
  private func isSteady(_ light: Known) -> Bool { light.seen >= Self.patience }

  /// Whether enough of the lights that were seen were there for long.
  func areSteady(_ matches: [Int: Int], _ known: [Known]) -> Bool {
    matches.values.count { isSteady(known[$0]) } >= Self.fewest
  }

  /// Whether known lights, of which these were seen, may be at a pose: as far as hands go, or where a lens has zoomed to, of which
  /// those tell that were there before it did.
  func isPossible(_ pose: Pose, _ known: [Known], _ matches: [Int: Int]) -> Bool {
    guard abs(pose.across) < Self.mostSkew * pose.size, Self.sizes.contains(pose.size) else {
      return false
    }
    return abs(pose.size / zoomed - 1) < Self.mostSkew || areSteady(matches, known)
  }
}

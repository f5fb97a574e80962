/// Where the scene was in the picture from which on what is known of it has been learnt: one that comes ever nearer, or goes ever
/// farther, soon resembles its first picture no more, but the one of a second ago.
struct SceneAnchor: Hashable, Sendable {
  private(set) var pose = Constellation.Pose()

  /// The growth beyond which it is time to learn anew: the parts of strips are moved as wholes, and what lies an eighth of the
  /// picture's width from a part's middle is then off by half a pixel in a hundred of that width.
  private static let mostGrowth = 0.04
  /// The least and greatest size of a scene that is followed so, of that in the first picture: beyond it hardly anything is left of
  /// what was seen there.
  static let sizes = 0.5...2.5

  /// The whole pose of a scene that is at `pose` since then.
  func scene(_ pose: ContrastMotion.Pose) -> Constellation.Pose { pose.scene.after(self.pose) }

  /// What is at `scene` as a whole, since then.
  func pose(of scene: Constellation.Pose) -> ContrastMotion.Pose {
    ContrastMotion.Pose(scene.after(pose.inverse))
  }

  /// Moves on to where the scene has grown to, if it is time to; returns where it is since then, which is upright and of the same
  /// size.
  mutating func moveOn(to pose: ContrastMotion.Pose) -> ContrastMotion.Pose? {
    guard abs(pose.growth) > Self.mostGrowth else { return nil }
    var scene = scene(pose)
    guard Self.sizes.contains(scene.size) else { return nil }
    let since = ContrastMotion.Pose(x: pose.x, y: pose.y)
    scene.x -= since.x
    scene.y -= since.y
    self.pose = scene
    return since
  }
}

extension Constellation.Pose {
  /// How large the scene is.
  var size: Double { (along * along + across * across).squareRoot() }

  /// What is done to a scene first by another, and then by this.
  func after(_ first: Self) -> Self {
    Self(
      x: along * first.x - across * first.y + x, y: across * first.x + along * first.y + y,
      along: along * first.along - across * first.across,
      across: across * first.along + along * first.across)
  }

  /// What undoes it.
  var inverse: Self {
    let square = along * along + across * across
    let (along, across) = (along / square, -across / square)
    return Self(
      x: across * y - along * x, y: -across * x - along * y, along: along, across: across)
  }
}

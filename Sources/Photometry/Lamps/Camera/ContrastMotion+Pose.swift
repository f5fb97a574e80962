extension ContrastMotion {
  /// How the scene is in the picture.
  struct Pose: Hashable, Sendable {
    /// Pixels by which the contents at the picture's middle have moved.
    var x = 0.0
    var y = 0.0
    /// Radians: what is `v` below the middle has moved by `turn * v` less, what is `u` aside of it by `turn * u` farther down.
    var turn = 0.0
    /// What is `u` away from the middle has moved by `growth * u` farther.
    var growth = 0.0

    /// The same as where the scene's middle is.
    var scene: Constellation.Pose {
      let size = 1 / (1 - growth)
      let (along, across) = (size * cosine(turn), size * sine(turn))
      return Constellation.Pose(
        x: along * x - across * y, y: across * x + along * y, along: along, across: across)
    }
  }
}

extension ContrastMotion.Pose {
  /// The same, turned and grown by no more than `turns` otherwise than another: what is found by chance may be turned anyhow.
  func near(_ other: Self, turns: Double) -> Self {
    var near = self
    near.turn = min(max(turn, other.turn - turns), other.turn + turns)
    near.growth = min(max(growth, other.growth - turns), other.growth + turns)
    return near
  }

  /// Of one by the scene's middle.
  init(_ pose: Constellation.Pose) {
    let size = pose.along * pose.along + pose.across * pose.across
    self.init(
      x: (pose.along * pose.x + pose.across * pose.y) / size,
      y: (pose.along * pose.y - pose.across * pose.x) / size,
      turn: arcTangent(pose.across, pose.along),
      growth: 1 - 1 / size.squareRoot())
  }

  /// The most that a hand turns a camera, and that a lens changes the size of a picture while it focuses, or what is seen as it
  /// comes nearer: what does not end there is no scene.
  private static let mostTurn = 0.35
  fileprivate static let mostGrowth = 0.1

  var isAnyHands: Bool { abs(turn) < Self.mostTurn && abs(growth) < Self.mostGrowth }
}

extension ContrastMotion {
  /// Whether the scene is much larger, or smaller, than it was in its first picture.
  var hasGrown: Bool { abs(scene.size - 1) > Pose.mostGrowth }
  /// Whether the last picture shows it of a size to which it is not followed.
  var hasOutgrown: Bool { isSure && !SceneAnchor.sizes.contains(scene.size) }

  /// The farthest that contents move from one picture to the next: in pixels, of 640.
  private static let reach = ProfileTracker.reach
  /// The same of a picture whose longer side has so many.
  static func far(size: Int) -> Int { max(8, Int(reach * Double(size))) }
  /// A turn, or a growth, of a pixel at the side of the picture.
  static func step(size: Int) -> Double { 2 / Double(size) }
  /// The part of the picture's size by which what one picture tells may be off from where it would be: half of that.
  static let doubtful = reach / 2
  /// Pixels by which the picture's sides are looked for aside, where contents are looked for afar.
  static let farAside = 4

  /// Whether lights may show the scene so for all that the pictures before told: turned and grown by no more than contents are looked
  /// for in each since. Sparks on water are lights that any turn lays over each other.
  func mayHaveTurned(to pose: Constellation.Pose) -> Bool {
    guard hasTold else { return true }
    let (pose, most) = (Pose(pose), Double(Self.farAside * (unsure + 1)))
    let step = Self.step(size: size)
    return max(abs(pose.turn - self.pose.turn), abs(pose.growth - self.pose.growth)) <= most * step
  }

  /// Pixels a picture beyond which contents are taken to go on as they do.
  static let turning = 8.0
  /// Whether it moves fast.
  var isTurning: Bool { max(abs(speed.x), abs(speed.y)) > Self.turning }
}

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
  private static let mostGrowth = 0.1

  var isAnyHands: Bool { abs(turn) < Self.mostTurn && abs(growth) < Self.mostGrowth }
}

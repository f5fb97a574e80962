extension Constellation {
  /// A light of the scene.
  struct Known: Sendable {
    /// In pixels of the picture as it was at first.
    var x: Double
    var y: Double
    var light: Double
    /// Pictures that showed it, and that did not though it should have been in sight.
    var seen = 1
    var missed = 0
    /// The last picture that showed it.
    var last = 0
  }

  /// How the scene is turned and scaled around the picture's middle, and shifted, in the picture.
  struct Pose: Hashable, Sendable {
    var x = 0.0
    var y = 0.0
    /// Cosine and sine of the turn, times the scale.
    var along = 1.0
    var across = 0.0
  }
}

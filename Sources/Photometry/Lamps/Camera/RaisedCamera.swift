/// Whether a camera that was raised as it began has come to rest, and sees the scene turned, or shrunk, since its first picture
/// so far that much of the picture is out of it: there might be the lamp.
struct RaisedCamera: Sendable {
  /// When the first picture was, in seconds.
  private var begin: Double?
  /// When the picture before was.
  private var last: Double?
  /// The last picture in which it was told where the scene is.
  private var told: (time: Double, pose: Constellation.Pose)?
  /// Since when the camera rests; nil while it does not.
  private var restsSince: Double?
  /// Whether it has moved faster than one that rests does: a hand that sways turns a camera as far by and by, and back.
  private var hasMovedFast = false

  /// Seconds in which a camera is raised, and seconds for which it rests then.
  private static let raising = 4.0
  private static let rest = 1.0 / 3
  /// The part of its width by which a picture's contents move in a second at most while the camera rests: a hand that sways by
  /// 2 % of it at 2.5 Hz does not pass 2 pi x 2.5 x 0.02.
  private static let restless = 0.3
  /// The part of a picture that a turned scene may hide: what three and a half degrees do at 16:9.
  private static let mostHidden = 0.14

  /// Takes the next picture: `pose` is where the scene is in it, nil where nothing told. Times that go back begin anew.
  mutating func consume(_ pose: Constellation.Pose?, at time: Double, width: Int, height: Int) {
    if let last, time < last { self = RaisedCamera() }
    begin = begin ?? time
    guard time > last ?? -.infinity else { return }
    last = time
    guard let pose else {
      restsSince = nil
      return
    }
    defer { told = (time, pose) }
    guard let told else { return }
    let most = Self.restless * Double(width) * (time - told.time)
    if Self.movement(from: told.pose, to: pose, width, height) > most {
      hasMovedFast = true
      restsSince = nil
    } else if restsSince == nil {
      restsSince = time
    }
  }

  /// Whether it was raised, and the last picture shows it at rest with much out of the scene, which is turned and grown by so
  /// much.
  func hasLeftScene(growth: Double, turn: Double, width: Int, height: Int) -> Bool {
    guard hasMovedFast, let begin, let last, let restsSince else { return false }
    return last >= restsSince + Self.rest && last < begin + Self.raising
      && Self.hidden(growth: growth, turn: turn, width, height) > Self.mostHidden
  }

  /// Pixels by which the contents move, at a corner of the picture.
  private static func movement(
    from before: Constellation.Pose, to pose: Constellation.Pose, _ width: Int, _ height: Int
  ) -> Double {
    let (u, v) = (Double(width) / 2, Double(height) / 2)
    let (along, across) = (abs(pose.along - before.along), abs(pose.across - before.across))
    return max(
      abs(pose.x - before.x) + along * u + across * v,
      abs(pose.y - before.y) + across * u + along * v)
  }

  /// The part of a picture that shows no tile of the scene, which has turned and grown in it: strips along its sides, as far as
  /// its corners move. What grows covers as much of each.
  private static func hidden(growth: Double, turn: Double, _ width: Int, _ height: Int) -> Double {
    guard width > 0, height > 0 else { return 0 }
    let ratio = Double(width) / Double(height)
    return max(0, abs(turn) * ratio - growth) + max(0, abs(turn) / ratio - growth)
  }
}

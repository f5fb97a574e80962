import Testing

@testable import Photometry

/// A camera that is raised as it begins to record.
struct RaisedCameraTests {
  private static let (width, height) = (ContrastMotionTests.width, ContrastMotionTests.height)

  /// The part of the picture's tiles that is in sight at the end of 30 pictures, after a camera was turned within the first of
  /// them and held still.
  private static func seen(
    turn: Double, pause: Double = 0, isFree: Bool, turning: Int = 10
  ) throws -> Double {
    var random = SplitMix(seed: 3)
    let scene = ContrastMotionTests.Waves(seed: 4)
    var motion = SceneMotion()
    var view = TileView(firstColumn: 0, firstRow: 0, columns: 0, rows: 0)
    for step in 0..<30 {
      let part = Double(min(step, turning)) / Double(turning)
      let bytes = scene.bytes(
        ContrastMotion.Pose(x: 20 * part, y: 90 * part, turn: turn * part), &random)
      let frame = Frame(
        time: Double(step) / 30 + (step > 10 ? pause : 0), width: width, height: height,
        format: .gray, plane0: Plane(bytes: bytes.span.bytes, stride: width))
      view = try motion.measure(frame, region: nil, compensated: true, isFree: isFree).view
    }
    return Double(view.columns * view.rows) / Double(width / 8 * (height / 8))
  }

  @Test func `a picture that is turned as a whole is seen as a whole while nothing is followed`()
    throws
  {
    #expect(try Self.seen(turn: 0.15, isFree: true) > 0.95)
    #expect(try Self.seen(turn: 0.15, isFree: false) < 0.8)
  }

  @Test func `a turn that hides little keeps the scene`() throws {
    let kept = try Self.seen(turn: 0.02, isFree: false)
    #expect(try Self.seen(turn: 0.02, isFree: true) == kept)
  }

  @Test func `a camera that goes on turning has not come to rest`() throws {
    #expect(try Self.seen(turn: 0.15, isFree: true, turning: 30) < 0.9)
  }

  @Test func `what turns later belongs to the scene`() throws {
    #expect(try Self.seen(turn: 0.15, pause: 5, isFree: true) < 0.8)
  }

  @Test(
    arguments: [
      (0.0, 0.08, true), (-0.08, 0, true), (-0.04, 0.04, true), (0.08, 0, false),
      (0.08, 0.02, false), (0.08, 0.08, false),
    ]
      as [(Double, Double, Bool)])
  func
    `what turns or shrinks leaves a part of the picture that shows no scene, what grows does not`(
      growth: Double, turn: Double, isLeft: Bool
    )
  {
    #expect(Self.hasLeft(growth: growth, turn: turn, pictures: 5) == isLeft)
  }

  @Test func `a hand that sways a camera as far in seconds has not raised it`() {
    #expect(!Self.hasLeft(growth: 0, turn: 0.08, pictures: 60))
    // Nor has one of which a picture told nothing.
    #expect(!Self.hasLeft(growth: 0, turn: 0.08, pictures: 60, hidden: 30..<32))
  }

  @Test func `a camera that is raised faster than its pictures tell is raised`() {
    #expect(Self.hasLeft(growth: 0, turn: 0.08, pictures: 5, hidden: 1..<5))
  }

  /// Whether a camera that was moved by 90 pixels, and grown and turned, within so many pictures and then rested has left its
  /// scene; of those that are hidden nothing tells.
  private static func hasLeft(
    growth: Double, turn: Double, pictures: Int, hidden: Range<Int> = 0..<0
  ) -> Bool {
    var camera = RaisedCamera()
    for step in 0..<(pictures + 15) {
      let part = Double(min(step, pictures)) / Double(pictures)
      let pose = Constellation.Pose(
        x: 0, y: 90 * part, along: 1 + growth * part, across: turn * part)
      camera.consume(
        hidden.contains(step) ? nil : pose, at: Double(step) / 30, width: 1280, height: 720)
    }
    return camera.hasLeftScene(growth: growth, turn: turn, width: 1280, height: 720)
  }
}

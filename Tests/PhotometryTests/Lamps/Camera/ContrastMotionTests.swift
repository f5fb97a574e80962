import Foundation
import Testing

@testable import Photometry

struct ContrastMotionTests {
  static let (width, height) = (320, 240)

  /// A picture of a scene: waves of many directions and lengths, so that it can be taken from anywhere, at any turn and size.
  struct Waves {
    private var waves: [(x: Double, y: Double, phase: Double)] = []

    init(seed: UInt64) {
      var random = SplitMix(seed: seed)
      for _ in 0..<60 {
        let length = Double.random(in: 6...40, using: &random)
        let direction = Double.random(in: 0...(2 * .pi), using: &random)
        waves.append(
          (
            cos(direction) * 2 * .pi / length, sin(direction) * 2 * .pi / length,
            .random(in: 0...(2 * .pi), using: &random)
          ))
      }
    }

    /// With contents moved as `pose` says; and `gain` times as bright.
    func bytes(
      _ pose: ContrastMotion.Pose, gain: Double = 1, noise: Double = 2, _ random: inout SplitMix
    ) -> [UInt8] {
      var bytes: [UInt8] = []
      let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
      for row in 0..<height {
        for column in 0..<width {
          let (u, v) = (Double(column) + 0.5 - middleX, Double(row) + 0.5 - middleY)
          let x = u - (pose.x - pose.turn * v + pose.growth * u)
          let y = v - (pose.y + pose.turn * u + pose.growth * v)
          let light = waves.reduce(0.0) { $0 + sin($1.x * x + $1.y * y + $1.phase) }
          let value =
            gain * (100 + 4 * light)
            + noise * (0..<3).reduce(0.0) { sum, _ in sum + .random(in: -1...1, using: &random) }
          bytes.append(UInt8(min(max(value, 0), 255)))
        }
      }
      return bytes
    }
  }

  private static func grid(_ bytes: [UInt8], after pose: ContrastMotion.Pose) throws -> TileGrid {
    let frame = Frame(
      time: 0, width: width, height: height, format: .gray,
      plane0: Plane(bytes: bytes.span.bytes, stride: width))
    var grid = TileGrid()
    try grid.measure(
      frame, region: nil, survey: true, skew: nil,
      within: Region(x: 0, y: 0, width: width, height: height),
      moved: (Int((pose.x / 8).rounded()), Int((pose.y / 8).rounded())))
    return grid
  }

  typealias Pose = ContrastMotion.Pose

  static let poses = [
    Pose(x: 7.3, y: -4.8), Pose(x: -12.5, y: 9.25), Pose(turn: 0.05), Pose(growth: 0.03),
    Pose(x: 20, y: -16, turn: -0.03, growth: -0.02), Pose(),
  ]

  @Test(arguments: poses)
  func `movement, turn and size are told to a fraction of a pixel`(_ pose: Pose) throws {
    var random = SplitMix(seed: 1)
    let scene = Waves(seed: 2)
    var motion = ContrastMotion()
    for step in 0...12 {
      let part = Double(min(step, 10)) / 10
      let now = Pose(
        x: pose.x * part, y: pose.y * part, turn: pose.turn * part, growth: pose.growth * part)
      // As an exposure that follows the light does.
      let gain = step % 3 == 1 ? 0.6 : 1
      motion.look(at: try Self.grid(scene.bytes(now, gain: gain, &random), after: motion.pose))
      #expect(motion.isSure == (step > 0))
      motion.settle()
    }
    #expect(abs(motion.pose.x - pose.x) < 0.3)
    #expect(abs(motion.pose.y - pose.y) < 0.3)
    // Half a pixel at the picture's side: a turn by its tangent alone makes the scene larger by half of its square.
    #expect(abs(motion.pose.turn - pose.turn) < 0.003)
    #expect(abs(motion.pose.growth - pose.growth) < 0.003)
  }

  @Test(arguments: [(0.006, true), (-0.006, true), (0.06, false), (-0.06, false)])
  func `what turns the scene farther than a hand does from one picture to the next are sparks`(
    turn: Double, isLikely: Bool
  ) throws {
    var random = SplitMix(seed: 5)
    let scene = Waves(seed: 6)
    var motion = ContrastMotion()
    for _ in 0..<3 {
      motion.look(at: try Self.grid(scene.bytes(Pose(), &random), after: motion.pose))
      motion.settle()
    }
    for pose in [Pose(x: 3, turn: turn), Pose(growth: turn)] {
      #expect(motion.mayHaveTurned(to: pose.scene) == isLikely)
    }
  }

  @Test(arguments: [0.002, -0.002])
  func `a scene that comes nearer by a fifth, or goes away, is followed`(growth: Double) throws {
    var random = SplitMix(seed: 3)
    let scene = Waves(seed: 4)
    var motion = ContrastMotion()
    for step in 0...100 {
      let now = Pose(x: 0.06 * Double(step), growth: growth * Double(step))
      motion.look(at: try Self.grid(scene.bytes(now, &random), after: motion.pose))
      #expect(motion.isSure == (step > 0))
      motion.settle()
    }
    let truth = Pose(x: 6, growth: growth * 100).scene
    // A tenth of what it has grown.
    #expect(abs(motion.scene.size - truth.size) < 0.025)
    #expect(abs(motion.scene.x - truth.x) < 1)
    #expect(abs(motion.scene.y) < 1)
    #expect(abs(motion.scene.across) < 0.0125)
  }

  @Test(arguments: [(2, false), (6, true)])
  func `what grows for a picture or two is a glow, and what grows on a lens that zooms`(
    pictures: Int, isZoom: Bool
  ) throws {
    var random = SplitMix(seed: 9)
    let scene = Waves(seed: 10)
    var motion = ContrastMotion()
    func look(_ bytes: [UInt8]) throws {
      motion.look(at: try Self.grid(bytes, after: motion.pose))
      motion.settle()
    }
    for _ in 0..<10 { try look(scene.bytes(Pose(), &random)) }
    for step in 1...pictures {
      try look(scene.bytes(Pose(growth: 0.015 * Double(step)), &random))
      #expect(motion.isSure)
    }
    try look([UInt8](repeating: 90, count: Self.width * Self.height))
    #expect(!motion.isSure)
    #expect(motion.isLost == isZoom)
  }

  /// Speckles of so many steps, which a codec's motion vectors move by a pixel a picture: of one step they are what it keeps of
  /// noise, and the mean of a strip's rows varies by a thirtieth of a step; of sixteen, by half a step.
  @Test(arguments: [(1, false), (16, true)])
  func `what is fainter than a codec rounds is no scene that moves`(steps: Int, isScene: Bool)
    throws
  {
    var random = SplitMix(seed: 8)
    let side = Self.width + 16
    let speckles = (0..<side * side).map { _ in Int.random(in: 0..<8, using: &random) == 0 }
    var motion = ContrastMotion()
    for moved in 0...10 {
      let bytes = (0..<Self.height).flatMap { row in
        (0..<Self.width).map { column -> UInt8 in
          speckles[(row + 16 - moved) * side + column + 16 - moved] ? UInt8(60 + steps) : 60
        }
      }
      motion.look(at: try Self.grid(bytes, after: motion.pose))
      #expect(motion.isSure == (isScene && moved > 0))
      motion.settle()
    }
    #expect(abs(motion.pose.x - (isScene ? 10 : 0)) < 0.3)
    #expect(abs(motion.pose.y - (isScene ? 10 : 0)) < 0.3)
  }

  @Test func `a scene that keeps still does not drift`() throws {
    var random = SplitMix(seed: 3)
    let scene = Waves(seed: 4)
    var motion = ContrastMotion()
    for _ in 0..<60 {
      motion.look(at: try Self.grid(scene.bytes(Pose(), &random), after: motion.pose))
      motion.settle()
    }
    #expect(motion.isStanding)
    #expect(max(abs(motion.pose.x), abs(motion.pose.y)) < 0.02)
    #expect(max(abs(motion.pose.turn), abs(motion.pose.growth)) < 1e-4)
  }

  @Test(arguments: [1, 4, 8] as [Double])
  func `noise alone tells nothing`(_ noise: Double) throws {
    var random = SplitMix(seed: 5)
    var motion = ContrastMotion()
    for _ in 0..<40 {
      let bytes = (0..<(Self.width * Self.height)).map { _ in
        UInt8(100 + noise * Double.random(in: -2...2, using: &random))
      }
      motion.look(at: try Self.grid(bytes, after: motion.pose))
      #expect(!motion.isSure)
      motion.settle()
    }
    #expect(motion.pose == Pose())
  }

  @Test func `what moves in one place of a blank picture is not the camera`() throws {
    var random = SplitMix(seed: 6)
    var motion = ContrastMotion()
    for step in 0..<40 {
      let left = 100 + step
      let bytes = (0..<(Self.width * Self.height)).map { index -> UInt8 in
        let (x, y) = (index % Self.width, index / Self.width)
        let isLit = (left..<left + 20).contains(x) && (100..<120).contains(y)
        return UInt8((isLit ? 220 : 80) + Int.random(in: -3...3, using: &random))
      }
      motion.look(at: try Self.grid(bytes, after: motion.pose))
      #expect(!motion.isSure)
      motion.settle()
    }
  }

  @Test func `a camera that turns away faster than can be told is lost until it is back`() throws {
    var random = SplitMix(seed: 7)
    let scene = Waves(seed: 8)
    var motion = ContrastMotion()
    func take(_ pose: Pose) throws {
      motion.look(at: try Self.grid(scene.bytes(pose, &random), after: motion.pose))
      motion.settle()
    }
    for _ in 0..<5 { try take(Pose()) }
    for y in [0.0, 4, 9, 15, 23, 32] { try take(Pose(y: y)) }
    #expect(motion.isSure && !motion.isLost)
    func blur() throws {
      // There is no contrast but noise.
      let bytes = (0..<Self.width * Self.height).map { _ in
        UInt8.random(in: 88...92, using: &random)
      }
      motion.look(at: try Self.grid(bytes, after: motion.pose))
      motion.settle()
    }
    for _ in 0..<4 {
      try blur()
      #expect(motion.isLost)
    }
    // What hides the scene now and then does not keep it lost.
    for _ in 0..<3 {
      for _ in 0..<3 { try take(Pose(y: 32)) }
      try blur()
    }
    #expect(!motion.isLost)
    #expect(abs(motion.pose.y - 32) < 0.3)
  }

  /// A lens that looks for its focus; and what is hidden for so long that it may be anything.
  @Test(arguments: [(30, true), (200, false)])
  func `a scene that was hidden for a second is where it was`(pictures: Int, isKnown: Bool) throws {
    var random = SplitMix(seed: 9)
    let scene = Waves(seed: 10)
    var motion = ContrastMotion()
    for step in 0..<20 {
      motion.look(
        at: try Self.grid(scene.bytes(Pose(x: Double(step % 3)), &random), after: motion.pose))
      motion.settle()
    }
    for _ in 0..<pictures {
      let bytes = (0..<Self.width * Self.height).map { _ in
        UInt8.random(in: 88...92, using: &random)
      }
      motion.look(at: try Self.grid(bytes, after: motion.pose))
      motion.settle()
    }
    let hidden = motion.pose
    #expect(motion.hasTold == isKnown)
    let now = Pose(x: 7, y: -5)
    for _ in 0..<20 {
      motion.look(at: try Self.grid(scene.bytes(now, &random), after: motion.pose))
      motion.settle()
    }
    #expect(motion.isSure)
    let expected = isKnown ? now : hidden
    #expect(abs(motion.pose.x - expected.x) < 0.3 && abs(motion.pose.y - expected.y) < 0.3)
  }

  @Test(arguments: poses + [Pose(x: 5, y: -3, turn: 0.3, growth: 0.08)])
  func `a pose is the same by the picture's middle and by the scene's`(_ pose: Pose) {
    let again = Pose(pose.scene)
    #expect(abs(again.x - pose.x) < 1e-9 && abs(again.y - pose.y) < 1e-9)
    #expect(abs(again.growth - pose.growth) < 1e-9)
    #expect(abs(again.turn - pose.turn) < 1e-9)
  }

  @Test(arguments: [(0, 0), (3, -2), (-7, 12)])
  func `strips belong to the scene and cover the picture`(across: Int, down: Int) {
    let cut = StripCut(width: 323, height: 240, moved: (across, down))
    for (strips, moved, length) in [(cut.lying, down, 240), (cut.standing, across, 323)] {
      let thickness = StripCut.thickness(length)
      #expect(strips.first?.tiles.lowerBound == 0)
      #expect(strips.last?.tiles.upperBound == (length + 7) / 8)
      for (one, next) in zip(strips, strips.dropFirst()) {
        #expect(one.tiles.upperBound == next.tiles.lowerBound && one.number + 1 == next.number)
      }
      for strip in strips where strip.isWhole {
        #expect(strip.tiles.lowerBound == strip.number * thickness + moved)
        #expect(strip.tiles.count == thickness)
      }
    }
  }
}

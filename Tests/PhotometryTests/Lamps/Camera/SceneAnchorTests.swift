import Foundation
import Testing

@testable import Photometry

struct SceneAnchorTests {
  /// A wall with speckles of some pixels, seen at any size: means of two by two of its points at the least.
  struct Wall {
    static let side = 512
    private var points: [Double]

    init(seed: UInt64) {
      var random = SplitMix(seed: seed)
      points = (0..<Self.side * Self.side).map { _ in .random(in: -1...1, using: &random) }
      // Blurred by three points, three times, along both axes.
      for step in [1, Self.side, 1, Self.side, 1, Self.side] {
        let count = points.count
        points = points.indices.map { index in
          points[index] + points[(index + step) % count] + points[(index + count - step) % count]
        }
      }
    }

    /// A picture of so many times its size, about its middle.
    func bytes(size: Double, width: Int, height: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      for row in 0..<height {
        for column in 0..<width {
          let x = Double(Self.side) / 2 + (Double(column) + 0.5 - Double(width) / 2) / size
          let y = Double(Self.side) / 2 + (Double(row) + 0.5 - Double(height) / 2) / size
          let (left, top) = (Int(x), Int(y))
          let (u, v) = (x - Double(left), y - Double(top))
          let place = top * Self.side + left
          let above = (1 - u) * points[place] + u * points[place + 1]
          let below = (1 - u) * points[place + Self.side] + u * points[place + Self.side + 1]
          bytes.append(UInt8(min(max(100 + 0.6 * ((1 - v) * above + v * below), 0), 255)))
        }
      }
      return bytes
    }
  }

  @Test(arguments: [2.0, 2.7])
  func `a scene that has come so near that hardly anything of it is in sight is another one`(
    nearest: Double
  ) throws {
    let (width, height) = (320, 240)
    let wall = Wall(seed: 7)
    var motion = SceneMotion()
    var size = 1.0
    var ends: [Double] = []
    for picture in 0..<135 {
      if size < nearest { size *= 1.008 }
      let bytes = wall.bytes(size: size, width: width, height: height)
      let frame = Frame(
        time: Double(picture) / 30, width: width, height: height, format: .gray,
        plane0: Plane(bytes: bytes.span.bytes, stride: width))
      let sight = try motion.measure(frame, region: nil, compensated: true)
      if sight.endsScene { ends.append(size) }
    }
    // What it has grown by is followed to a tenth.
    #expect(ends.count == (nearest > 2.5 ? 1 : 0))
    #expect(ends.allSatisfy { (2.3...2.7).contains($0) }, "\(ends)")
  }
}

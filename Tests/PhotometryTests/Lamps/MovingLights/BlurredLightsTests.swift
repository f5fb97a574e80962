import Foundation
import Testing

@testable import Photometry

struct BlurredLightsTests {
  private static let (width, height) = (640, 360)

  /// As many lights of a town at random places.
  private static func lights(_ count: Int, seed: UInt64) -> [LightPoint] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { _ in
      LightPoint(
        x: .random(in: 40...600, using: &random), y: .random(in: 40...320, using: &random),
        light: .random(in: 60...200, using: &random))
    }
  }

  /// The tiles of a dark picture of noise, of a deviation of 4, in which the lights are discs, moved by so many pixels: each
  /// adds its steps to one pixel, spread over some tiles that have a deviation of 0.5 themselves.
  private static func grid(
    _ lights: [LightPoint], movedBy move: (x: Double, y: Double), blur: Double, seed: UInt64
  ) throws -> TileGrid {
    var random = SplitMix(seed: seed)
    // Two uniform ones, of a variance of 16 together.
    var luma = (0..<width * height).map { _ in
      12 + Double.random(in: -4.9...4.9, using: &random)
        + Double.random(in: -4.9...4.9, using: &random)
    }
    for light in lights {
      let (x, y) = (light.x + move.x, light.y + move.y)
      for row in max(0, Int(y) - 16)...min(height - 1, Int(y) + 16) {
        for column in max(0, Int(x) - 16)...min(width - 1, Int(x) + 16) {
          let (u, v) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
          let part = exp(-(u * u + v * v) / (2 * blur * blur)) / (2 * .pi * blur * blur)
          luma[row * width + column] += 1.5 * light.light * part
        }
      }
    }
    let bytes = luma.map { UInt8(min(max($0, 0), 255)) }
    var grid = TileGrid()
    try grid.measure(
      Frame(
        time: 0, width: width, height: height, format: .gray,
        plane0: Plane(bytes: bytes.span.bytes, stride: width)), survey: true)
    return grid
  }

  @Test(arguments: [(0.0, 0.0), (3.4, -1.7), (-9.2, 6.1), (12.5, 12.5), (0, -13)], [2.5, 4])
  func `lights that are lost in noise each tell together how far the camera moved`(
    move: (Double, Double), blur: Double
  ) throws {
    let lights = Self.lights(50, seed: 1)
    let grid = try Self.grid(lights, movedBy: move, blur: blur, seed: 2)
    let moved = try #require(BlurredLights(grid).moved(lights))
    #expect(abs(moved.x - move.0) < 2 && abs(moved.y - move.1) < 2)
  }

  @Test func `lights that are not there tell nothing`() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let lights = Self.lights(50, seed: seed)
      let others = Self.lights(seed % 2 == 0 ? 50 : 0, seed: 100 + seed)
      let grid = try Self.grid(others, movedBy: (0, 0), blur: 3, seed: 200 + seed)
      #expect(BlurredLights(grid).moved(lights) == nil)
    }
  }

  @Test func `one bright light where many should be tells nothing`() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let lights = Self.lights(50, seed: seed)
      let torch = LightPoint(x: lights[0].x + 6, y: lights[0].y, light: 4000)
      let grid = try Self.grid([torch], movedBy: (0, 0), blur: 3, seed: 200 + seed)
      #expect(BlurredLights(grid).moved(lights) == nil)
    }
  }

  @Test func `lights that moved farther than a hand moves them tell nothing`() throws {
    let lights = Self.lights(50, seed: 1)
    let grid = try Self.grid(lights, movedBy: (40, 0), blur: 3, seed: 2)
    #expect(BlurredLights(grid).moved(lights) == nil)
    #expect(BlurredLights(grid).moved([]) == nil)
  }
}

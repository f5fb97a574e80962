import Foundation
import Testing

@testable import Photometry

struct ConstellationTests {
  private static let (width, height) = (1280.0, 720.0)

  /// Lights at random places, seen by a camera that shifts and turns.
  private struct Town {
    var random: SplitMix
    let places: [(x: Double, y: Double, light: Double)]

    init(_ count: Int, seed: UInt64, reach: ClosedRange<Double> = -100...1380) {
      var random = SplitMix(seed: seed)
      places = (0..<count).map { _ in
        (
          .random(in: reach, using: &random), .random(in: 300...700, using: &random),
          .random(in: 20...150, using: &random)
        )
      }
      self.random = random
    }

    /// One in six is not seen, each is half a pixel off, and its light varies.
    mutating func points(
      x: Double, y: Double, turn: Double = 0, size: Double = 1
    ) -> [LightPoint] {
      places.compactMap { place in
        let (u, v) = (size * (place.x - width / 2), size * (place.y - height / 2))
        let point = LightPoint(
          x: width / 2 + cos(turn) * u - sin(turn) * v + x
            + .random(in: -0.5...0.5, using: &random),
          y: height / 2 + sin(turn) * u + cos(turn) * v + y
            + .random(in: -0.5...0.5, using: &random),
          light: place.light * .random(in: 0.6...1.4, using: &random))
        guard Int.random(in: 0..<6, using: &random) > 0, point.x >= 0, point.x < width,
          point.y >= 0, point.y < height
        else { return nil }
        return point
      }
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `a camera that sways and turns is followed to half a pixel`(_ seed: UInt64) {
    var town = Town(40, seed: seed)
    var sky = Constellation(width: Self.width, height: Self.height)
    var sure = 0
    for frame in 0..<200 {
      let time = Double(frame) / 30
      let (x, y) = (20 * sin(time * 5), 12 * sin(time * 3.1))
      let turn = 0.02 * sin(time * 2)
      if sky.update(town.points(x: x, y: y, turn: turn), near: (sky.pose.x, sky.pose.y)) {
        sure += 1
        #expect(abs(sky.pose.x - x) < 0.7 && abs(sky.pose.y - y) < 0.7)
        #expect(abs(sky.pose.across - sin(turn)) < 0.003)
      }
    }
    #expect(sure == 199)
  }

  @Test(arguments: [(1.04, 2.2), (0.97, 0.55), (1.005, 1.5)])
  func `a lens that zooms is followed, and stays where it came to`(
    growth: Double, to most: Double
  ) {
    var town = Town(60, seed: 11)
    var sky = Constellation(width: Self.width, height: Self.height)
    var size = 1.0
    var told = 0
    for frame in 0..<300 {
      if frame > 60, growth > 1 ? size * growth <= most : size * growth >= most { size *= growth }
      let x = 3 * sin(Double(frame) / 10)
      guard sky.update(town.points(x: x, y: 0, size: size), near: (sky.pose.x, sky.pose.y)) else {
        continue
      }
      told += 1
      #expect(abs(sky.pose.x - x) < 1 && abs(sky.pose.size / size - 1) < 0.005)
    }
    #expect(told > 290)
    #expect(sky.isZoomed)
  }

  @Test func `sparks that fly apart since they were first seen are no zoom`() {
    var town = Town(60, seed: 12)
    var sky = Constellation(width: Self.width, height: Self.height)
    var size = 0.5
    for _ in 0..<40 {
      _ = sky.update(town.points(x: 0, y: 0, size: size), near: (sky.pose.x, sky.pose.y))
      #expect(abs(sky.pose.size - 1) < Constellation.mostSkew && !sky.isZoomed)
      size *= 1.03
    }
  }

  @Test func `a camera that jumps by less than its reach is found again at once`() {
    var town = Town(40, seed: 7)
    var sky = Constellation(width: Self.width, height: Self.height)
    for _ in 0..<10 { _ = sky.update(town.points(x: 0, y: 0), near: (sky.pose.x, sky.pose.y)) }
    let isSure = sky.update(town.points(x: 45, y: -30), near: (0, 0))
    #expect(isSure)
    #expect(abs(sky.pose.x - 45) < 0.7 && abs(sky.pose.y + 30) < 0.7)
  }

  @Test func `a camera that pans over more than a picture is followed all the way`() {
    var town = Town(150, seed: 9, reach: -2000...1380)
    var sky = Constellation(width: Self.width, height: Self.height)
    for frame in 0...150 {
      _ = sky.update(town.points(x: 10 * Double(frame), y: 0), near: (sky.pose.x, sky.pose.y))
    }
    // New lights are put where the pose of the moment says: errors add up, but slowly.
    #expect(abs(sky.pose.x - 1500) < 8 && abs(sky.pose.y) < 8)
  }

  @Test func `lights that are fewer than a town's are no scene, whatever they do`() {
    var sky = Constellation(width: Self.width, height: Self.height)
    for frame in 0..<60 {
      let x = 100 + 5 * Double(frame)
      let points = [0.0, 30, 200, 225, 400].map { LightPoint(x: x + $0, y: 400, light: 100) }
      let isSure = sky.update(points, near: (0, 0))
      #expect(!isSure)
    }
  }

  @Test func `what is remembered is bounded, and lights that went out are forgotten`() {
    var town = Town(200, seed: 5, reach: 0...1280)
    var sky = Constellation(width: Self.width, height: Self.height)
    for _ in 0..<20 { _ = sky.update(town.points(x: 0, y: 0), near: (0, 0)) }
    #expect(sky.known.count == 128)
    var few = Town(20, seed: 5, reach: 0...1280)
    for _ in 0..<120 { _ = sky.update(few.points(x: 0, y: 0), near: (0, 0)) }
    #expect(sky.known.count <= 25)
  }

  @Test func `lights that are elsewhere in each picture tell nothing`() {
    var random = SplitMix(seed: 4)
    var sky = Constellation(width: Self.width, height: Self.height)
    var sure = 0
    for _ in 0..<400 {
      let points = (0..<40).map { _ in
        LightPoint(
          x: .random(in: 0..<Self.width, using: &random),
          y: .random(in: 0..<Self.height, using: &random),
          light: .random(in: 40...150, using: &random))
      }
      if sky.update(points, near: (0, 0)) { sure += 1 }
    }
    #expect(sure == 0)
  }
}

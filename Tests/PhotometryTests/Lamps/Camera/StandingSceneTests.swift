import MorseCode
import Testing

@testable import Photometry

/// A dull scene before which flakes fall, all as fast.
private struct Snowfall {
  static let width = 320
  static let height = 240
  static let speed = 3

  private let ground: [UInt8]
  private let flakes: [(x: Int, y: Int)]

  init(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let columns = Self.width / 8
    let cells = (0..<columns * Self.height / 8).map { _ in UInt8.random(in: 22...30, using: &random)
    }
    ground = (0..<Self.width * Self.height).map { pixel in
      cells[pixel / Self.width / 8 * columns + pixel % Self.width / 8]
    }
    flakes = (0..<90).map { _ in
      (
        .random(in: 0..<Self.width - 3, using: &random),
        .random(in: 0..<Self.height, using: &random)
      )
    }
  }

  /// The picture of so many before it, with a lamp that is lit or not.
  func picture(_ index: Int, isLit: Bool) -> FrameBytes {
    var gray = ground
    for flake in flakes {
      for y in 0..<3 {
        let row = (flake.y + y + Self.speed * index) % Self.height
        for x in 0..<3 { gray[row * Self.width + flake.x + x] = 110 }
      }
    }
    if isLit {
      for y in 150..<154 { for x in 201..<205 { gray[y * Self.width + x] = 150 } }
    }
    return FrameBytes(width: Self.width, height: Self.height, gray: gray)
  }
}

@Suite struct StandingSceneTests {
  private static let columns = 40

  /// Tiles of a scene, which has moved by so many of them, with others before it that go by as many downwards.
  private static func tiles(moved: Int = 0, falling: Int = 0, seed: UInt64 = 1) -> [Float] {
    func value(_ column: Int, _ row: Int, _ salt: Int) -> Int {
      var random = SplitMix(seed: UInt64(bitPattern: Int64(column * 7919 + row * 104_729 + salt)))
      return Int(random.next() >> 40) % 1000
    }
    return (0..<30 * columns).map { index in
      let (column, row) = (index % columns, index / columns)
      if falling != 0, value(column, row - falling, 5) < 60 { return 90 }
      return 40 + Float(value(column, row - moved, 2)) / 100
    }
  }

  private static func pose(_ y: Double) -> Constellation.Pose { Constellation.Pose(x: 0, y: y) }

  @Test func `a camera before which all falls stands, though it is told to turn`() {
    var standing = StandingScene()
    for index in 0..<8 {
      standing.consume(
        Self.tiles(falling: 2 * index + 1), columns: Self.columns, at: Self.pose(16 * Double(index))
      )
    }
    #expect(standing.held == StandingScene.Place())
    #expect(standing.place(3, 100) == StandingScene.Place())
  }

  @Test func `a camera that turns is where it is told to be`() {
    var standing = StandingScene()
    for index in 0..<8 {
      standing.consume(
        Self.tiles(moved: 2 * index, falling: 3), columns: Self.columns,
        at: Self.pose(16 * Double(index)))
      #expect(standing.held == nil)
    }
    #expect(standing.place(3, 112) == StandingScene.Place(x: 3, y: 112))
  }

  @Test func `a camera that stood and turns is let go from where it stood`() {
    var standing = StandingScene()
    for index in 0..<8 {
      standing.consume(
        Self.tiles(falling: 2 * index + 1), columns: Self.columns, at: Self.pose(16 * Double(index))
      )
    }
    for index in 1..<8 {
      standing.consume(
        Self.tiles(moved: 2 * index), columns: Self.columns,
        at: Self.pose(112 + 16 * Double(index)))
    }
    #expect(standing.held == nil)
    // Within what it turned before that was told.
    #expect(abs(standing.place(0, 112 + 7 * 16).y - 7 * 16) <= 64)
  }

  @Test func `nothing is told of a picture that has grown, or turned`() {
    var standing = StandingScene()
    for index in 0..<8 {
      var pose = Self.pose(16 * Double(index))
      pose.along = 1 + 0.06 * Double(index % 2)
      standing.consume(Self.tiles(falling: 2 * index), columns: Self.columns, at: pose)
    }
    #expect(standing.held == nil)
  }

  @Test(arguments: 1...3)
  func `a lamp is read where snow falls before a dull scene`(seed: UInt64) throws {
    let keying = Keying("CQ DE K7AB", speed: Speed(wpm: 12))
    let snowfall = Snowfall(seed: seed)
    let end = (keying.events.last?.time ?? 0) + 4
    let states = (0..<Int(end * 30)).map { index in
      keying.events.last { $0.time <= Double(index) / 30 - 2 }?.isDown ?? false
    }
    let run = FinderRun(
      states.enumerated().map { index, isLit in
        (Double(index) / 30, snowfall.picture(index, isLit: isLit))
      })
    let lamp = try #require(run.lamps.values.first { abs($0.x - 203) < 8 && abs($0.y - 152) < 8 })
    #expect(lamp.samples.count == states.count)
    let middle = lamp.samples.map(\.brightness).sorted()[states.count / 2]
    let lit = zip(lamp.samples, states).filter { $1 }.map(\.0.brightness).sorted()
    let dark = zip(lamp.samples, states).filter { !$1 }.map(\.0.brightness).sorted()
    let between = (lit[lit.count / 2] + dark[dark.count / 2]) / 2
    let wrong = zip(lamp.samples, states).count { ($0.brightness > between) != $1 }
    // A flake that falls over it is as bright.
    #expect(wrong * 50 < states.count, "\(wrong) of \(states.count), \(middle)")
  }
}

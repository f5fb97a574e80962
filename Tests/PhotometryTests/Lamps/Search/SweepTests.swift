import Testing

@testable import Photometry

struct SweepTests {
  /// Lit and unlit as a lamp that sends, picture by picture: marks of 6 and 18 pictures of a 30th, twelve seconds.
  static let keyed: [Bool] = Self.runs([
    20, 18, 6, 6, 6, 18, 6, 6, 18, 18, 6, 18, 6, 6, 18, 6, 6, 6, 6, 18, 18, 6, 6, 18, 6, 18, 42, 6,
  ])

  /// The light of another text, at another speed.
  private static let other: [Bool] = Self.runs([
    9, 5, 5, 5, 5, 5, 15, 15, 5, 15, 5, 15, 35, 5, 15, 15, 5, 5, 5, 5, 15, 15, 5, 5, 5, 5, 15, 15,
    5, 5, 35,
  ])

  static func runs(_ lengths: [Int]) -> [Bool] {
    lengths.enumerated().flatMap { [Bool](repeating: $0 % 2 == 1, count: $1) }
  }

  /// Whether something passes the tile in the middle of twenty by twelve, where `isLit` tells each tile's state in each
  /// picture, by columns and rows from the middle.
  private static func passes(_ isLit: (Int, Int, Int) -> Bool) throws -> Bool {
    try passes { isLit($0, $1, $2) ? 1.0 : 0 }
  }

  /// The same where each tile shows a part of the light.
  private static func passes(_ light: (Int, Int, Int) -> Double) throws -> Bool {
    let seen = try sweep(of: keyed.count, light)
    var vicinity = Vicinity()
    return seen.sweep.passes(10.5, 6.5, seen.moments[...], seen.map, &vicinity)
  }

  /// The tile in the middle, in so many pictures of which each tile shows a part of a light.
  static func sweep(
    of pictures: Int, _ light: (Int, Int, Int) -> Double
  ) throws -> (sweep: Sweep, moments: [SignalHistory.Moment], map: SignalMap) {
    let map = SignalMap(columns: 20, rows: 12, hasChroma: false)
    let view = TileView(firstColumn: 0, firstRow: 0, columns: 20, rows: 12)
    var random = SplitMix(seed: 23)
    let moments = (0..<pictures).map { picture in
      var stored = [UInt16](repeating: 0, count: map.count)
      for row in 0..<12 {
        for column in 0..<20 {
          let light = 40 * light(picture, column - 10, row - 6)
          stored[map.index(.luma(column, row))] = UInt16(
            256 * (60 + light + Double.random(in: -1...1, using: &random)))
        }
      }
      return SignalHistory.Moment(
        time: Double(picture) / 30, exposure: nil, gain: 1, mean: 60, view: view, restX: 0,
        restY: 0,
        stored: stored)
    }
    let trace = Probe(signal: .luma(10, 6)).trace(moments[...], map)
    let keyedness = try #require(Keyedness(trace))
    return (Sweep(trace, keyedness, times: moments.map(\.time)), moments, map)
  }

  private static func state(_ states: [Bool], _ picture: Int) -> Bool {
    states.indices.contains(picture) && states[picture]
  }

  @Test func `a lamp with its halo is not passed by anything`() throws {
    #expect(try !Self.passes { picture, x, y in max(abs(x), abs(y)) < 3 && Self.keyed[picture] })
  }

  @Test(arguments: [2, 3])
  func `a halo that grows and fades all around its lamp does not pass`(_ pictures: Int) throws {
    #expect(
      try !Self.passes { picture, x, y in
        let away = max(abs(x), abs(y))
        return away < 4 && Self.state(Self.keyed, picture - away * pictures)
      })
  }

  @Test(arguments: 1...4)
  func `another lamp nearby, with a text of its own, does not pass`(_ away: Int) throws {
    #expect(
      try !Self.passes { picture, x, y in
        x == 0 && y == 0 && Self.keyed[picture] || x == away && Self.state(Self.other, picture)
      })
  }

  @Test func `a lamp that drifts from tile to tile does not pass`() throws {
    #expect(
      try !Self.passes { picture, x, y in
        (x == 0 || picture > 150 && x == 1 || picture > 250 && x == 2) && Self.keyed[picture]
      })
  }

  @Test(arguments: [2, 3, 4])
  func `an edge that comes to the next tiles some pictures later passes`(_ pictures: Int) throws {
    #expect(
      try Self.passes { picture, x, _ in Self.state(Self.keyed, picture - x * pictures) })
  }

  @Test(arguments: [2, 3, 4])
  func `an edge passes that makes the places beside it dark where it makes this one bright`(
    _ pictures: Int
  ) throws {
    #expect(
      try Self.passes { picture, x, _ in
        Self.state(Self.keyed, picture - x * pictures) == (x == 0)
      })
  }

  @Test func `an edge passes though the place that it comes from shows it faintly`() throws {
    #expect(
      try Self.passes { picture, x, _ in
        guard x == 0 || x == -1 else { return 0 }
        return Self.state(Self.keyed, picture - 3 * x) ? (x == 0 ? 1 : 0.4) : 0
      })
  }

  @Test func `a shape passes that grows over the place beside, which stands on no levels`() throws {
    #expect(
      try Self.passes { picture, x, _ in
        switch x {
        case 0: return Self.state(Self.keyed, picture) ? 1 : 0
        case -1: return Double((0..<10).count { Self.state(Self.keyed, picture + $0) }) / 10
        default: return 0
        }
      })
  }

  @Test func `a shape that grows and shrinks passes`() throws {
    #expect(
      try Self.passes { picture, x, _ in
        // From the left: there it comes sooner and goes later.
        let near = max(0, picture - 9)...(picture + 9)
        return x < 0
          ? near.contains { Self.state(Self.keyed, $0) && abs($0 - picture) <= -2 * x }
          : near.allSatisfy { abs($0 - picture) > 2 * x || Self.state(Self.keyed, $0) }
      })
  }
}

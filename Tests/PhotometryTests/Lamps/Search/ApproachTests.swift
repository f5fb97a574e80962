import Testing

@testable import Photometry

struct ApproachTests {
  /// What is lit (#), or not, in each picture.
  private static func states(_ marble: String) -> [Bool] { marble.map { $0 == "#" } }

  private static func beside(_ marble: String, _ column: Int, _ row: Int = 0) -> [Approach.Beside] {
    Approach.runs(states(marble)).map { Approach.Beside(pictures: $0, column: column, row: row) }
  }

  private static let dark = String(repeating: ".", count: 200)
  private static let place =
    "....##.......##........##.....##.........##......##......##....." + dark

  @Test func `runs are the pictures in which something is`() {
    #expect(Approach.runs(Self.states("##..#.###")) == [0..<2, 4..<5, 6..<9])
    #expect(Approach.runs([]).isEmpty)
  }

  @Test
  func
    `flashes come that were on one side before and are on the other after, whichever side that is`()
  {
    let left = "..##...........##....##.........##.....##......##......##......." + Self.dark
    let right = "......##...##............##.##.............##......##......##..." + Self.dark
    let approach = Approach(Self.states(Self.place), reach: 4)
    #expect(approach.isSeen(Self.beside(left, -1) + Self.beside(right, 1)))
    #expect(approach.isSeen(Self.beside(left, 0, 2) + Self.beside(right, 1, -2)))
  }

  @Test func `flashes do not come that go back to where they were before`() {
    let left = "..##..##...##..##....##..##.##..##.....##..##..##..##..##..##..." + Self.dark
    #expect(!Approach(Self.states(Self.place), reach: 4).isSeen(Self.beside(left, -1)))
  }

  @Test func `flashes do not come when something else is there much longer`() {
    let left = "######.....########...######...######..#####..#######..######..." + Self.dark
    let right = "....######.########....#######.########..######..######..#####.." + Self.dark
    #expect(
      !Approach(Self.states(Self.place), reach: 4).isSeen(
        Self.beside(left, -1) + Self.beside(right, 1)))
  }

  @Test func `flashes do not come where others pass all the time, whatever the place does`() {
    let left = String(repeating: ".##.", count: 66)
    let right = String(repeating: "#..#", count: 66)
    #expect(
      !Approach(Self.states(Self.place), reach: 4).isSeen(
        Self.beside(left, -1) + Self.beside(right, 1)))
  }

  @Test func `few flashes tell nothing`() {
    let place = "....##.......##........##.....##......" + Self.dark
    let left = "..##.......##........##.....##........" + Self.dark
    let right = "......##.......##........##.....##...." + Self.dark
    #expect(
      !Approach(Self.states(place), reach: 4).isSeen(
        Self.beside(left, -1) + Self.beside(right, 1)))
  }

  @Test func `a while that is too short to tell what chance does tells nothing`() {
    let (place, left, right) = (
      "...#..#..#..#..#..#..", ".#..#..#..#..#..#....", ".....#..#..#..#..#..#"
    )
    let beside = Self.beside(left, -1) + Self.beside(right, 1)
    #expect(!Approach(Self.states(place), reach: 9).isSeen(beside))
  }

  /// Ways on which shapes pass, in tiles a picture.
  private static let ways = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1)]

  /// When shapes come to the tile in the middle, each on another way, and are there for three pictures.
  private static func isShape(_ picture: Int, _ x: Int, _ y: Int, first: Int = 20) -> Bool {
    let index = (picture - first + 15) / 30
    guard picture >= first - 15, index < 12 else { return false }
    let way = ways[index * 5 % ways.count]
    let since = picture - first - 30 * index
    return (0..<3).contains {
      (since - $0) % 3 == 0 && (x, y) == ((since - $0) / 3 * way.0, (since - $0) / 3 * way.1)
    }
  }

  private static func comes(_ light: (Int, Int, Int) -> Bool) throws -> Bool {
    let seen = try SweepTests.sweep(of: SweepTests.keyed.count) { light($0, $1, $2) ? 1 : 0 }
    var vicinity = Vicinity()
    return seen.sweep.comes(to: 10.5, 6.5, seen.moments[...], seen.map, &vicinity)
  }

  @Test func `shapes that pass on ways that change come to a place`() throws {
    #expect(try Self.comes { Self.isShape($0, $1, $2) })
  }

  @Test func `a lamp does not come where such shapes pass beside it`() throws {
    #expect(
      try !Self.comes { picture, x, y in
        x == 0 && y == 0 ? SweepTests.keyed[picture] : Self.isShape(picture, x - 1, y)
      })
  }

  @Test func `a lamp with its halo does not come`() throws {
    #expect(
      try !Self.comes { picture, x, y in max(abs(x), abs(y)) < 3 && SweepTests.keyed[picture] })
  }
}

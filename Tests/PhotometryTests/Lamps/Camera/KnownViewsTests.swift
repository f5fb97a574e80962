import Testing

@testable import Photometry

@Suite struct KnownViewsTests {
  private typealias Place = StandingScene.Place

  private static let columns = 40

  /// Tiles of what a camera sees whose contents are at a place, in whole tiles, of a scene with a lamp.
  private static func tiles(_ x: Int, _ y: Int, isLit: Bool = false, noise: UInt64 = 1) -> [Float] {
    var random = SplitMix(seed: noise)
    return (0..<30 * columns).map { index in
      let (column, row) = (index % columns - x, index / columns - y)
      var scene = SplitMix(seed: UInt64(bitPattern: Int64(column * 7919 + row * 104_729)))
      let ground = 40 + Float(Int(scene.next() >> 40) % 1000) / 50
      let light: Float = isLit && abs(column - 12) < 3 && abs(row - 8) < 3 ? 150 : 0
      return ground + light + .random(in: -1...1, using: &random)
    }
  }

  /// Rests at a place, in tiles, that is taken to be another, in pixels, until the camera is found.
  private static func rest(
    _ views: inout KnownViews, _ x: Int, _ y: Int, taken: StandingScene.Place, pictures: Int = 30,
    isLit: Bool = false
  ) -> StandingScene.Place? {
    for index in 0..<pictures {
      let tiles = tiles(x, y, isLit: isLit, noise: UInt64(index + 100))
      if let found = views.consume(tiles, columns: columns, at: taken) { return found }
    }
    return nil
  }

  @Test(arguments: [(0, 0), (5, -3), (-14, 6)], [false, true])
  func `a camera that was lost is found where it shows what it showed before`(
    _ moved: (x: Int, y: Int), isLit: Bool
  ) throws {
    var views = KnownViews()
    let before = Self.rest(&views, 0, 0, taken: Place(x: 3, y: 2))
    #expect(before == nil)
    views.begin()
    let found = try #require(
      Self.rest(&views, moved.x, moved.y, taken: Place(x: 320, y: 2), isLit: isLit))
    #expect(abs(found.x - Double(3 + 8 * moved.x)) < 1.5)
    #expect(abs(found.y - Double(2 + 8 * moved.y)) < 1.5)
    // From there on nothing is looked for.
    let again = Self.rest(&views, moved.x, moved.y, taken: found)
    #expect(again == nil && !views.isSearching)
  }

  @Test func `one that shows what was never seen is found once it turns back`() throws {
    var views = KnownViews()
    _ = Self.rest(&views, 0, 0, taken: Place())
    views.begin()
    let away = Self.rest(&views, 90, 0, taken: Place(x: 320, y: 0), pictures: 120)
    #expect(away == nil)
    // It turns back by 640 pixels, of which all are told.
    let back = try #require(Self.rest(&views, 10, 0, taken: Place(x: -320, y: 0)))
    #expect(abs(back.x - 80) < 1.5 && abs(back.y) < 1.5)
    // What was seen meanwhile is known where it is.
    views.begin()
    let again = try #require(Self.rest(&views, 92, 0, taken: Place(x: 5000, y: 0)))
    #expect(abs(again.x - 736) < 1.5)
  }

  @Test
  func `one that was found before it was taken to be elsewhere leaves what is known where it is`()
    throws
  {
    var views = KnownViews()
    _ = Self.rest(&views, 0, 0, taken: Place())
    for _ in 0..<3 {
      views.search()
      let found = try #require(Self.rest(&views, 1, 0, taken: Place(x: -200, y: 0)))
      #expect(abs(found.x - 8) < 1.5 && abs(found.y) < 1.5)
    }
  }

  /// A wall above a floor, with one thing on it: the floor's edge is alike wherever along it the camera looks.
  private static func wall(_ x: Int, noise: UInt64) -> [Float] {
    var random = SplitMix(seed: noise)
    return (0..<30 * columns).map { index in
      let (column, row) = (index % columns - x, index / columns)
      let ground: Float = row == 20 ? 120 : row < 20 ? 80 : 60
      var scene = SplitMix(seed: UInt64(bitPattern: Int64(column * 7919 + row * 104_729)))
      let texture = Float(Int(scene.next() >> 40) % 1000) / 500
      let isThing = (12..<18).contains(column) && (5..<11).contains(row)
      return ground + texture + (isThing ? -30 : 0) + .random(in: -1.5...1.5, using: &random)
    }
  }

  @Test(arguments: [6, -9])
  func `a camera before a wall is found by what hangs there, however it sways`(moved: Int) throws {
    var views = KnownViews()
    for index in 0..<30 {
      _ = views.consume(Self.wall(0, noise: UInt64(index)), columns: Self.columns, at: Place())
    }
    views.begin()
    var found: Place?
    var taken = Place(x: 320, y: 0)
    for index in 0..<30 where found == nil {
      // By a pixel a picture, of which nothing is seen in a tile's mean.
      taken.x += index % 8 < 4 ? 1 : -1
      found = views.consume(
        Self.wall(moved, noise: UInt64(100 + index)), columns: Self.columns, at: taken)
    }
    let place = try #require(found)
    #expect(abs(place.x - Double(8 * moved)) < 4 && abs(place.y) < 4)
  }

  @Test func `what is still where it is taken to be was only lit otherwise`() {
    var views = KnownViews()
    _ = Self.rest(&views, 0, 0, taken: Place())
    views.search()
    let found = Self.rest(&views, 0, 0, taken: Place(), isLit: true)
    #expect(found == nil && !views.isSearching)
  }

  @Test func `a camera that still turns is not found`() {
    var views = KnownViews()
    _ = Self.rest(&views, 0, 0, taken: Place())
    views.begin()
    for index in 0..<12 {
      let tiles = Self.tiles(-15 + index, 0, noise: UInt64(index))
      let found = views.consume(tiles, columns: Self.columns, at: Place(x: 320, y: 0))
      #expect(found == nil)
    }
  }

  @Test func `a picture of another size shows nothing that is known`() {
    var views = KnownViews()
    _ = Self.rest(&views, 0, 0, taken: Place())
    views.begin()
    for _ in 0..<10 {
      let found = views.consume([1, 2, 3, 4], columns: 2, at: Place(x: 320, y: 0))
      #expect(found == nil)
    }
  }

  @Test(arguments: [(0, 0, false), (1, 0, false), (90, 0, true), (18, 4, true)])
  func `what has nothing to do with what was seen at its place, or more elsewhere, is elsewhere`(
    _ moved: (x: Int, y: Int, isElsewhere: Bool)
  ) {
    var views = KnownViews()
    _ = Self.rest(&views, 0, 0, taken: Place())
    // Taken to have gone by a tile at most, whatever it shows.
    let taken = Place(x: Double(8 * min(1, moved.x)), y: 0)
    let tiles = Self.tiles(moved.x, moved.y, isLit: true, noise: 999)
    #expect(views.isElsewhere(tiles, at: taken) == moved.isElsewhere)
  }

  /// A film between black bars, of which a codec leaves half of what stands out.
  private static func film(_ x: Int, noise: UInt64) -> [Float] {
    var random = SplitMix(seed: noise)
    return tiles(x, 0, noise: noise).enumerated().map { index, luma in
      (5..<25).contains(index / columns) ? luma + .random(in: -8...8, using: &random) : 16
    }
  }

  @Test(arguments: [(0, false), (90, true)])
  func `in a film, another scene is elsewhere, though the bars are where they were`(
    _ scene: (x: Int, isElsewhere: Bool)
  ) {
    var views = KnownViews()
    for index in 0..<30 {
      _ = views.consume(
        Self.film(0, noise: UInt64(index + 1)), columns: Self.columns, at: Place())
    }
    #expect(views.isElsewhere(Self.film(scene.x, noise: 999), at: Place()) == scene.isElsewhere)
  }

  @Test func `what never looks the same tells nothing of where it is`() {
    var views = KnownViews()
    for index in 0..<30 {
      _ = views.consume(Self.tiles(7 * index, 0), columns: Self.columns, at: Place())
    }
    #expect(!views.isElsewhere(Self.tiles(500, 0), at: Place()))
    #expect(!KnownViews().isElsewhere(Self.tiles(0, 0), at: Place()))
  }
}

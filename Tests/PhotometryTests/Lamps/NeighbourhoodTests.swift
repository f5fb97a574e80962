import Testing

@testable import Photometry

struct NeighbourhoodTests {
  @Test(
    arguments: [
      ("1111", false), ("1100", false), ("0110", false), ("1011", false), ("1001", true),
      ("0010010", true), ("10101", false), ("", false), ("0000", false), ("110001", true),
    ])
  func `a light returns where it was seen, then not for two marks, and again`(
    _ seen: String, returns: Bool
  ) {
    #expect(Neighbourhood.returns(seen.map { $0 == "1" }) == returns)
  }

  @Test func `a neighbourhood is what hangs together with a tile, not what stands apart`() throws {
    let standing = Set(
      [(3, 3), (4, 4), (5, 4), (5, 5), (9, 9), (10, 9)].map { Signal.luma($0.0, $0.1) })
    let place = try #require(Neighbourhood(of: .luma(4, 4), among: standing))
    #expect(place.columns == 3...5)
    #expect(place.rows == 3...5)
    #expect(place.standing.count == 4)
    #expect(place.isDivided([.luma(4, 4)]))
    #expect(!place.isDivided([.luma(3, 3), .luma(4, 4), .luma(9, 9)]))
    // A tile around it, as far as it is in sight.
    let view = TileView(firstColumn: 3, firstRow: 0, columns: 20, rows: 6)
    #expect(place.tiles(view).count == 4 * 4)
  }

  @Test func `what changes all over the picture is no neighbourhood`() {
    let standing = Set((0...Neighbourhood.most).map { Signal.luma($0, 0) })
    #expect(Neighbourhood(of: .luma(0, 0), among: standing) == nil)
  }

  @Test func `the brightest of a rectangle is what of it is in sight`() {
    let map = SignalMap(columns: 10, rows: 6, hasChroma: false)
    func moment(_ view: TileView, brightest: (column: Int, row: Int)) -> SignalHistory.Moment {
      var peaks = [UInt8](repeating: 20, count: map.tiles)
      peaks[map.index(.luma(brightest.column, brightest.row))] = 250
      return SignalHistory.Moment(
        time: 0, gain: 1, mean: 0, view: view, restX: 0, restY: 0, stored: [], peaks: peaks)
    }
    let all = TileView(firstColumn: 0, firstRow: 0, columns: 10, rows: 6)
    var rectangle = Brightest(columns: 3...5, rows: 2...3)
    #expect(rectangle.light(moment(all, brightest: (5, 3)), map) == 250)
    #expect(rectangle.light(moment(all, brightest: (6, 3)), map) == 20)
    rectangle.weight = 0.5
    let half = TileView(firstColumn: 0, firstRow: 0, columns: 5, rows: 6)
    #expect(rectangle.light(moment(half, brightest: (4, 2)), map) == 125)
    #expect(rectangle.light(moment(half, brightest: (5, 2)), map) == 10)
    let beside = TileView(firstColumn: 6, firstRow: 0, columns: 4, rows: 6)
    #expect(rectangle.light(moment(beside, brightest: (5, 2)), map).isNaN)
  }
}

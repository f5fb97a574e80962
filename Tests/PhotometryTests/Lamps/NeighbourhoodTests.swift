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
}

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

  @Test(arguments: [(0.5, true), (7.9, false)])
  func `a clear lamp that misses two marks is a part of what is clear, not of what may be a sway`(
    noise: Double, contains: Bool
  ) throws {
    var random = SplitMix(seed: 3)
    func trace(_ noise: Double, isLit: (Int) -> Bool) -> [Double] {
      (0..<240).map { index in
        (index / 6 % 2 == 1 && isLit(index / 12) ? 20 : 0)
          + .random(in: -noise...noise, using: &random)
      }
    }
    let whole = trace(noise) { _ in true }
    let part = trace(0.2) { $0 != 8 && $0 != 9 }
    let levels = try #require(Keyedness(part))
    let candidate = Candidate(
      probe: Probe(mean: 1), keyedness: try #require(Keyedness(whole)), trace: whole, x: 3, y: 3,
      tiles: 40)
    #expect(levels.isUndisturbed && candidate.keyedness.separation > 4.1)
    #expect(Neighbourhood.contains(candidate, part: part, levels) == contains)
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

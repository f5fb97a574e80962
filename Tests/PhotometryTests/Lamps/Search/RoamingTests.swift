import Testing

@testable import Photometry

/// Lights that go about.
struct RoamingTests {
  static let map = SignalMap(columns: 40, rows: 30, hasChroma: false)
  static let whole = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 30)

  /// A picture of even luma with a light of a tile's size that has its left upper corner at a place, in tiles, and adds
  /// `light` there.
  static func moment(
    time: Double = 0, x: Double, y: Double, light: Double, gain: Double = 1,
    still: (column: Int, row: Int, luma: Double)? = nil, view: TileView = whole
  ) -> SignalHistory.Moment {
    var luma = [Double](repeating: 50, count: map.count)
    var peaks = [UInt8](repeating: 60, count: map.tiles)
    if let still {
      luma[map.index(.luma(still.column, still.row))] = still.luma
      peaks[map.index(.luma(still.column, still.row))] = UInt8(still.luma)
    }
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    for (column, across) in [(left, 1 - (x - left)), (left + 1, x - left)] {
      for (row, down) in [(top, 1 - (y - top)), (top + 1, y - top)] where across * down > 0 {
        let index = map.index(.luma(Int(column), Int(row)))
        luma[index] += light * across * down
        peaks[index] = max(peaks[index], UInt8(min(255, 60 + 4 * light)))
      }
    }
    return SignalHistory.Moment(
      time: time, gain: gain, mean: 50, view: view, restX: 0, restY: 0,
      stored: luma.map { UInt16(($0 * gain * 256).rounded()) }, peaks: peaks)
  }

  @Test func `squares grow by a tile on all sides and know where their brightest sample is`() throws
  {
    let moments = (0..<20).map { index in
      Self.moment(x: 14, y: 10, light: index % 2 == 0 ? 40 : 0, still: (10, 16, 250))
    }
    let squares = BrightestSquares(around: .luma(12, 11), moments[...], Self.map)
    #expect(
      squares.traces.map(\.first) == [60, 60, 220, 220, 220] + [Double](repeating: 250, count: 12))
    #expect(squares.traces[2].prefix(4) == [220, 60, 220, 60])
    let levels = try #require(Keyedness(squares.traces[2]))
    let way = squares.way(2, levels, moments.indices.map(Double.init))
    #expect(way.hits.count == 10)
    #expect(way.hits.allSatisfy { $0.x == 14.5 && $0.y == 10.5 })
  }

  @Test func `a square that is out of sight shows nothing`() {
    let view = TileView(firstColumn: 0, firstRow: 0, columns: 10, rows: 30)
    let moments = [Self.moment(x: 3, y: 3, light: 40, view: view)]
    let squares = BrightestSquares(around: .luma(12, 11), moments[...], Self.map)
    #expect(
      squares.traces.map { $0[0].isFinite } == [Bool](repeating: false, count: 3)
        + [Bool](repeating: true, count: 14))
  }

  @Test func `what comes into sight and goes at the picture's edge is left out of a square`() {
    let sway = (0..<40).map { index in
      let view = TileView(
        firstColumn: index % 10 < 5 ? 8 : 10, firstRow: 0, columns: 30, rows: 30)
      return Self.moment(
        x: 13, y: 11, light: index % 4 < 2 ? 20 : 0, still: (9, 11, 250), view: view)
    }
    let squares = BrightestSquares(around: .luma(13, 11), sway[...], Self.map)
    #expect(squares.bounds?.columns == 10...37)
    #expect(squares.traces.allSatisfy { Array($0.prefix(4)) == [140, 140, 60, 60] })
    // In sight but for a picture or two it belongs to the square.
    let still = sway.filter { $0.view.firstColumn == 8 } + sway.suffix(1)
    let all = BrightestSquares(around: .luma(13, 11), still[...], Self.map)
    #expect(all.bounds?.columns == 8...37)
    #expect(all.traces[4].first == 250)
  }

  @Test(arguments: [
    (12.0, 11.0, 1.0), (12.5, 11, 1), (13.3, 10.6, 1), (10.2, 12.8, 0.8), (12, 11, 1.2),
  ])
  func `a light is as bright wherever in its square it is, before what is brighter too`(
    _ x: Double, _ y: Double, gain: Double
  ) {
    let still = (column: 11, row: 13, luma: 200.0)
    let square = Brightest(around: .luma(12, 11), radius: 4)
    let unlit = (0..<5).map { _ in Self.moment(x: x, y: y, light: 0, still: still) }
    let light = RoamingLight(square, unlit: unlit, Self.map)
    for added in [0.0, 20, 40, 80] {
      let seen = Self.moment(x: x, y: y, light: added, gain: gain, still: still)
      #expect(abs(light.light(seen, Self.map) - added) < 0.1)
    }
    // Of its square's nine columns the last four, then five, are in sight.
    for (first, isSeen) in [(13, false), (12, true)] {
      let view = TileView(firstColumn: first, firstRow: 0, columns: 25, rows: 30)
      let seen = light.light(Self.moment(x: 25, y: 3, light: 9, view: view), Self.map)
      #expect(seen.isFinite == isSeen)
    }
  }

  /// A light at `place`, in tiles, that is on and off by turns of four pictures, beside something brighter five tiles off.
  private func search(_ place: (Int) -> (x: Double, y: Double)) -> CandidateSearch {
    let moments = (0..<160).map { index in
      let (x, y) = place(index)
      return Self.moment(
        time: Double(index) / 25, x: x, y: y, light: index / 4 % 2 == 0 ? 0 : 45,
        still: (17, 11, 250))
    }
    return CandidateSearch(Self.map, moments[...])
  }

  @Test(arguments: [(2.0, false), (5, true)])
  func `what adds no more to its tile than a codec's rounding is not told by one sample`(
    steps: Double, isOne: Bool
  ) {
    let moments = (0..<160).map { index in
      Self.moment(
        time: Double(index) / 25, x: 12, y: 9, light: index / 8 % 2 == 0 ? 0 : steps)
    }
    let search = CandidateSearch(Self.map, moments[...])
    let tile = Signal.luma(12, 9)
    #expect((search.refine(Brightest(around: tile, radius: 1), main: tile) != nil) == isOne)
  }

  @Test(arguments: [(0, 0), (2, 1), (-2, -1), (1, -2)])
  func `a light that goes to and fro is found from wherever on its way, with all of its marks`(
    _ column: Int, row: Int
  ) throws {
    let search = search { index in
      [(12, 11), (14, 11.5), (10.4, 10), (11, 9.3), (13.7, 12), (9.8, 12)][index / 8 % 6]
    }
    let found = try #require(search.roaming(from: .luma(12 + column, 11 + row)))
    #expect(found.keyedness.changes == 39)
    #expect(found.isStill)
    #expect(abs(found.x - 12.5) < 2 && abs(found.y - 11.5) < 2)
    // By its light: its brightest sample would be as bright at half of it.
    #expect(found.probe.roaming != nil && found.probe.brightest == nil)
  }

  @Test func `a light that goes on is none of those that go about`() {
    let search = search { (6 + Double($0) / 20, 11) }
    #expect(search.roaming(from: .luma(10, 11)) == nil)
  }

  @Test(arguments: [(0, 0), (3, 2), (-1, 1)])
  func `two lamps that shine alike are not one light that goes about`(_ column: Int, row: Int) {
    let moments = (0..<160).map { index in
      let isLit = index / 4 % 2 == 0
      let isOtherLit = index / 7 % 2 == 0
      return Self.moment(
        time: Double(index) / 25, x: 12, y: 11, light: isLit ? 45 : 0,
        still: isOtherLit ? (16, 13, 235) : nil)
    }
    let search = CandidateSearch(Self.map, moments[...])
    guard let found = search.roaming(from: .luma(12 + column, 11 + row)) else { return }
    // One of them alone.
    let seen = found.trace.indices.filter { found.keyedness.isHigh(found.trace[$0]) ?? false }
    #expect(seen.allSatisfy { $0 / 4 % 2 == 0 } || seen.allSatisfy { $0 / 7 % 2 == 0 })
  }

  /// A light that is lit for six pictures of twelve, by two readings of it: `own` is near noise; `shown` is far from it.
  @Test(arguments: [
    // Overexposed, so that what fades in the gaps is not seen; or beside it, where marks are missed.
    (missing: 0..<0, added: 0..<0, isOf: true), (missing: 60..<90, added: 0..<0, isOf: true),
    (missing: 0..<0, added: 60..<90, isOf: true), (missing: 60..<90, added: 90..<120, isOf: false),
  ])
  func `a reading of other marks is no better one of the same light`(
    missing: Range<Int>, added: Range<Int>, isOf: Bool
  ) throws {
    let isLit = (0..<240).map { $0 % 12 < 6 }
    let shown = isLit.map { $0 ? 200.0 : 20 }
    let own = isLit.indices.map { index -> Double in
      let isSeen = missing.contains(index) ? false : added.contains(index) ? true : isLit[index]
      return (isSeen ? 56.0 : 50) + Double(index % 3)
    }
    let levels = try #require(Keyedness(shown))
    let candidate = Candidate(
      probe: Probe(signal: .luma(3, 4)), keyedness: try #require(Keyedness(own)), trace: own,
      x: 3.5,
      y: 4.5, tiles: 1)
    #expect(candidate.isOfMarks(of: levels, in: shown) == isOf)
    // Of what stands no further out than itself it is no worse a reading.
    #expect(candidate.isOfMarks(of: candidate.keyedness, in: shown))
  }
}

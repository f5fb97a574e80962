import Testing

@testable import Photometry

struct ChromaRoundingTests {
  private static let map = SignalMap(columns: 40, rows: 30, hasChroma: true)
  private static let view = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 30)
  private static let block = Signal(kind: .redDifference, column: 8, row: 6)

  /// A block's colour that goes by so many steps in turns of six pictures, while the luma of its tiles flickers by `flicker`
  /// in turns of seven.
  private func candidate(steps: Double, flicker: Double) -> Candidate? {
    var random = SplitMix(seed: 5)
    let tiles = [(16, 12), (17, 12), (16, 13), (17, 13)].map { Self.map.index(.luma($0.0, $0.1)) }
    let moments = (0..<240).map { index in
      var stored = [UInt16](repeating: 40 * 256, count: Self.map.tiles)
      stored += [UInt16](repeating: 32768, count: Self.map.count - Self.map.tiles)
      func noise() -> Double { .random(in: -0.2...0.2, using: &random) }
      for tile in tiles {
        let luma = 40 + (index / 7 % 2 == 0 ? 0 : flicker) + noise()
        stored[tile] = UInt16(luma * 256)
      }
      let color = (index / 6 % 2 == 0 ? 0 : steps) + noise()
      stored[Self.map.index(Self.block)] = UInt16(32768 + color * 256)
      return SignalHistory.Moment(
        time: Double(index) / 30, gain: 1, mean: 40, view: Self.view, restX: 0, restY: 0,
        stored: stored)
    }
    let search = CandidateSearch(Self.map, moments[...])
    var strands = search.strands([
      SignalActivity.Standout(
        signal: Self.block, significance: 100, noise: 0.02, variance: Float(steps * steps / 4))
    ])
    let seed = strands[0]
    let members = search.members(like: seed.trace, ofReliability: 1, among: &strands)
    return search.candidate(members)
  }

  @Test func `a faint colour is a lamp's where luma keeps stiller than it`() throws {
    let found = try #require(candidate(steps: 2.5, flicker: 0))
    #expect(found.isApart)
  }

  @Test func `a faint colour is a codec's rounding where luma flickers by as much`() throws {
    let found = try #require(candidate(steps: 2.5, flicker: 6))
    #expect(!found.isApart && found.isChromaRounding)
    let strong = try #require(candidate(steps: 5, flicker: 6))
    #expect(strong.isApart)
  }
}

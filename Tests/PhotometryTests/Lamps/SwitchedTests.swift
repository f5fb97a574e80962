import Testing

@testable import Photometry

/// Lamps among thousands of tiles that move.
struct SwitchedTests {
  private static let map = SignalMap(columns: 40, rows: 30, hasChroma: false)
  private static let view = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 30)
  private static let lamp = Signal.luma(31, 17)
  private static let opened = Signal.luma(3, 4)

  /// Ten seconds in which all tiles go about as leaves do, by far more than a lamp's light, and one brightens once for all.
  /// - Parameter stepping: Rows of which all tiles step to and fro between two levels, far apart, each second.
  private static func moments(light: Double, stepping: Int) -> [SignalHistory.Moment] {
    var random = SplitMix(seed: 5)
    var leaves = [Double](repeating: 0, count: map.tiles)
    return (0..<300).map { index in
      var stored = [UInt16](repeating: 0, count: map.count)
      for tile in leaves.indices {
        leaves[tile] = 0.8 * leaves[tile] + .random(in: -30...30, using: &random)
        stored[tile] = UInt16(256 * min(max(100 + leaves[tile], 0), 255))
        if tile < stepping * map.columns {
          stored[tile] = UInt16(256 * ((index + tile) / 30 % 2 == 0 ? 60 : 180))
        }
      }
      let isLit = index / 6 % 3 == 1
      let noise = Double.random(in: -6...6, using: &random)
      stored[map.index(lamp)] = UInt16(256 * (100 + (isLit ? light : 0) + noise))
      stored[map.index(opened)] = UInt16(256 * (index < 200 ? 60.0 : 160) + 2 * 256 * noise)
      return SignalHistory.Moment(
        time: Double(index) / 30, gain: 1, mean: 100, view: view, restX: 0, restY: 0,
        stored: stored, peaks: [UInt8](repeating: 100, count: map.tiles))
    }
  }

  private static func switched(light: Double, stepping: Int = 0) -> [Signal] {
    let standouts = (0..<map.tiles).map { index in
      SignalActivity.Standout(
        signal: .luma(index % map.columns, index / map.columns), significance: 100, noise: 1,
        variance: 100)
    }
    return CandidateSearch(map, moments(light: light, stepping: stepping)[...]).switched(standouts)
      .map(\.signal)
  }

  @Test(arguments: [30.0, 60, 120])
  func `a lamp comes before all that moves by more`(light: Double) {
    #expect(Self.switched(light: light).first == Self.lamp)
  }

  @Test func `a lamp is among those that step now and then, much further apart`() {
    #expect(Self.switched(light: 60, stepping: 4).contains(Self.lamp))
  }

  @Test func `what changes once for all is not switched`() {
    #expect(!Self.switched(light: 60).contains(Self.opened))
  }

  @Test func `what only goes about has no levels`() {
    #expect(Self.switched(light: 0).isEmpty)
  }
}

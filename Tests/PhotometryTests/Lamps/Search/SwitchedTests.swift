import Testing

@testable import Photometry

/// Lamps among thousands of tiles that move.
struct SwitchedTests {
  private static let map = SignalMap(columns: 40, rows: 30, hasChroma: false)
  private static let view = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 30)
  private static let lamp = Signal.luma(31, 17)
  private static let opened = Signal.luma(3, 4)

  /// Seconds in which all tiles go about as leaves do, by far more than a lamp's light, and one brightens once for all.
  /// - Parameter stepping: Rows of which all tiles step to and fro between two levels, far apart, each second.
  /// - Parameter shown: Seconds of them in which the lamp is not hidden behind leaves.
  private static func moments(
    light: Double, stepping: Int, seconds: Int, shown: Int
  ) -> [SignalHistory.Moment] {
    var random = SplitMix(seed: 5)
    var leaves = [Double](repeating: 0, count: map.tiles)
    return (0..<30 * seconds).map { index in
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
      if index < 30 * shown {
        stored[map.index(lamp)] = UInt16(256 * (100 + (isLit ? light : 0) + noise))
      }
      stored[map.index(opened)] = UInt16(256 * (index < 200 ? 60.0 : 160) + 2 * 256 * noise)
      return SignalHistory.Moment(
        time: Double(index) / 30, gain: 1, mean: 100, view: view, restX: 0, restY: 0,
        stored: stored, peaks: [UInt8](repeating: 100, count: map.tiles))
    }
  }

  private static func switched(
    light: Double, stepping: Int = 0, seconds: Int = 10, shown: Int = 16, unsearched: Double = 0
  ) -> [Signal] {
    let standouts = (0..<map.tiles).map { index in
      SignalActivity.Standout(
        signal: .luma(index % map.columns, index / map.columns), significance: 100, noise: 1,
        variance: 100)
    }
    let moments = moments(light: light, stepping: stepping, seconds: seconds, shown: shown)
    return CandidateSearch(map, moments[...]).switched(standouts, in: unsearched).map(\.signal)
  }

  @Test(arguments: [30.0, 60, 120])
  func `a lamp comes before all that moves by more`(light: Double) {
    #expect(Self.switched(light: light).first == Self.lamp)
  }

  @Test func `a lamp is among those that step now and then, much further apart`() {
    #expect(Self.switched(light: 60, stepping: 4).contains(Self.lamp))
  }

  @Test func `all that no search has looked at counts, piece by piece`() {
    func found(unsearched: Double) -> [Signal] {
      Self.switched(light: 60, seconds: 16, shown: 8, unsearched: unsearched)
    }
    #expect(!found(unsearched: 8).contains(Self.lamp))
    #expect(found(unsearched: 16).first == Self.lamp)
  }

  @Test func `what changes once for all is not switched`() {
    #expect(!Self.switched(light: 60).contains(Self.opened))
  }

  @Test func `what only goes about has no levels`() {
    #expect(Self.switched(light: 0).isEmpty)
  }

  @Test func `what stands out for a while hides nothing that does all the time`() {
    // A large picture over which something passed: a lamp comes after all of its tiles.
    let map = SignalMap(columns: 160, rows: 90, hasChroma: false)
    let lamp = Signal.luma(80, 85)
    let standouts = (0..<map.tiles).map { index in
      let signal = Signal.luma(index % map.columns, index / map.columns)
      return SignalActivity.Standout(
        signal: signal, significance: signal == lamp ? 10 : 1000, noise: 1, variance: 100,
        times: signal == lamp ? 4 : 2)
    }.sorted { $0.significance > $1.significance }
    let view = TileView(firstColumn: 0, firstRow: 0, columns: map.columns, rows: map.rows)
    let moments = (0..<240).map { index in
      var stored = [UInt16](repeating: 100 * 256, count: map.count)
      if index / 6 % 3 == 1 { stored[map.index(lamp)] = 160 * 256 }
      return SignalHistory.Moment(
        time: Double(index) / 30, gain: 1, mean: 100, view: view, restX: 0, restY: 0,
        stored: stored, peaks: [UInt8](repeating: 100, count: map.tiles))
    }
    let found = CandidateSearch(map, moments[...]).switched(standouts)
    #expect(found.map(\.signal) == [lamp])
  }

  @Test func `bimodality is one of two values, five ninths of even ones and a third of noise`()
    throws
  {
    var random = SplitMix(seed: 11)
    let two = try #require(TraceMath.bimodality((0..<100).map { $0 < 30 ? 0.0 : 1 }))
    let even = try #require(TraceMath.bimodality((0..<1000).map(Double.init)))
    let noise = try #require(
      TraceMath.bimodality(
        (0..<20000).map { _ in
          (0..<12).reduce(0.0) { sum, _ in sum + Double.random(in: -0.5...0.5, using: &random) }
        }))
    #expect(abs(two.coefficient - 1) < 1e-9)
    #expect(abs(even.coefficient - 5.0 / 9) < 1e-3)
    #expect(abs(noise.coefficient - 1.0 / 3) < 0.03)
    #expect(TraceMath.bimodality([4, 4, 4]) == nil)
    #expect(TraceMath.bimodality([4, .nan, 4]) == nil)
  }

  @Test(arguments: [0.1, 0.3, 0.5, 0.9], [0, 1.0 / 3])
  func `two levels five deviations apart are not taken for one`(share: Double, between: Double)
    throws
  {
    var random = SplitMix(seed: 3)
    func noise() -> Double {
      (0..<12).reduce(0.0) { sum, _ in sum + Double.random(in: -0.5...0.5, using: &random) }
    }
    let trace = (0..<20000).map { index -> Double in
      let part = Double(index) / 20000
      let level =
        part < between
        ? Double.random(in: 0...5, using: &random)
        : Double.random(in: 0...1, using: &random) < share ? 5 : 0
      return level + noise()
    }
    #expect(try #require(TraceMath.bimodality(trace)).coefficient > 0.5)
  }
}

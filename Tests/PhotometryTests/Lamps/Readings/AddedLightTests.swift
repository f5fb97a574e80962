import Foundation
import Testing

@testable import Photometry

/// Lamps that add the same to their places however bright the ambient is.
struct AddedLightTests {
  private static let map = SignalMap(columns: 40, rows: 30, hasChroma: false)
  private static let view = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 30)
  private static let lamp = Signal.luma(21, 17)

  private static func isLit(_ index: Int) -> Bool { index / 5 % 4 == 1 || index / 5 % 9 == 2 }

  /// Twenty seconds in which the ambient swings by a part of it, and moves darker places by less of what they are.
  private static func moments(drift: Double, light: Double) -> [SignalHistory.Moment] {
    var random = SplitMix(seed: 11)
    return (0..<600).map { index in
      let time = Double(index) / 30
      let gain = 1 + drift * sin(2 * .pi * time / 9)
      var stored = (0..<map.tiles).map { tile in
        UInt16(
          256 * (gain * (50 + Double(tile * 37 % 41)) + 6 + .random(in: -0.5...0.5, using: &random))
        )
      }
      let added = (isLit(index) ? light : 0) + .random(in: -1...1, using: &random)
      stored[map.index(lamp)] = UInt16(256 * (52 * gain + 12 + added))
      return SignalHistory.Moment(
        time: time, gain: gain, mean: 76 * gain, view: view, restX: 0, restY: 0, stored: stored,
        peaks: [UInt8](repeating: 100, count: map.tiles))
    }
  }

  @Test(arguments: [0.25, 0.35, 0.45])
  func `a lamp is told from an ambient that swings by far more`(drift: Double) throws {
    let search = CandidateSearch(Self.map, Self.moments(drift: drift, light: 7)[...])
    let standout = SignalActivity.Standout(
      signal: Self.lamp, significance: 100, noise: 0.3, variance: 20)
    let members = search.strands([standout]).map { (strand: $0, covariance: 1.0) }
    let candidate = try #require(search.candidate(members))
    let wrong = candidate.trace.indices.count {
      candidate.keyedness.isHigh(candidate.trace[$0]) != Self.isLit($0)
    }
    #expect(wrong < 6)
    // What it is without the lamp is its ambient, as it usually is.
    #expect(abs(candidate.keyedness.low - 64) < 8 && abs(candidate.keyedness.swing - 7) < 2)
  }
}

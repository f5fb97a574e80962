import Testing

@testable import Photometry

struct PeakActivityTests {
  private static let map = SignalMap(columns: 40, rows: 30, hasChroma: false)
  private static let view = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 30)

  /// Half a minute of brightest samples about 80, each with noise of its own, and what is changed of that at a time.
  private static func moments(
    _ change: (_ peaks: inout [UInt8], _ time: Double) -> Void
  ) -> [SignalHistory.Moment] {
    var random = SplitMix(seed: 5)
    return (0..<600).map { index in
      let time = Double(index) / 30
      var peaks = (0..<map.tiles).map { _ in UInt8(79 + random.next() % 3) }
      change(&peaks, time)
      return SignalHistory.Moment(
        time: time, gain: 1, mean: 80, view: view, restX: 0, restY: 0, stored: [], peaks: peaks)
    }
  }

  private static func standouts(
    _ change: (_ peaks: inout [UInt8], _ time: Double) -> Void
  ) -> [Signal] {
    PeakActivity(moments(change), map).standouts(map, view, limit: 16).map(\.signal)
  }

  @Test(arguments: [0.06, 0.1, 0.35, 1])
  func `a brightest sample that goes to and fro stands out, at any speed`(half: Double) {
    let lamp = Signal(kind: .peak, column: 7, row: 9)
    let found = Self.standouts { peaks, time in
      if Int(time / half) % 2 == 1 { peaks[Self.map.index(lamp)] += 20 }
    }
    #expect(found == [lamp])
  }

  @Test func `nothing stands out of noise, nor what drifts`() {
    #expect(Self.standouts { _, _ in }.isEmpty)
    let found = Self.standouts { peaks, time in
      peaks[Self.map.index(Signal(kind: .peak, column: 7, row: 9))] += UInt8(2 * time)
    }
    #expect(found.isEmpty)
  }

  @Test func `nothing stands out where most of the picture goes to and fro`() {
    let found = Self.standouts { peaks, time in
      guard Int(time / 0.2) % 2 == 1 else { return }
      for index in peaks.indices { peaks[index] += 20 }
    }
    #expect(found.isEmpty)
  }
}

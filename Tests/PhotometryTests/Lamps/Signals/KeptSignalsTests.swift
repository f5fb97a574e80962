import Testing

@testable import Photometry

@Suite struct KeptSignalsTests {
  private static let columns = 6
  private static let rows = 4

  /// Moments of made signals, of which the last ones have a column less in sight.
  private func history(_ map: SignalMap) -> [SignalHistory.Moment] {
    (0..<20).map { time in
      let stored = (0..<map.count).map { UInt16(truncatingIfNeeded: 997 * time + 131 * $0) }
      return SignalHistory.Moment(
        time: Double(time) / 25, exposure: 0.02, gain: 1 + 0.01 * Double(time),
        mean: 90 + Double(time),
        view: TileView(
          firstColumn: 0, firstRow: 0, columns: time < 15 ? Self.columns : 1, rows: Self.rows),
        restX: 0, restY: 0, stored: stored, peaks: stored.map { UInt8(truncatingIfNeeded: $0) })
    }
  }

  private static let probes: [Probe] = {
    let tile = Signal.luma(2, 1)
    var sum = Probe(meanOf: [tile, .luma(0, 0)])
    sum.add(Probe(signal: tile, isAbsolute: true), weight: -0.5)
    sum.add(Probe(signal: Signal(kind: .blueDifference, column: 1, row: 1)), weight: 2)
    sum.add(
      Probe(signal: Signal(kind: .peak, column: 2, row: 1), isAbsolute: true), weight: 0.25)
    sum.gain = 3
    sum.mean = 0.1
    sum.offset = 7
    return [Probe(signal: tile), Probe(signal: tile, isAbsolute: true), sum]
  }()

  @Test(arguments: probes.indices, [true, false])
  func `what is kept is read as the history is`(index: Int, holdsAll: Bool) throws {
    let map = SignalMap(columns: Self.columns, rows: Self.rows, hasChroma: true)
    let history = history(map)[...]
    let probe = Self.probes[index]
    let signals = probe.terms.map(\.signal)
    let kept = KeptSignals(holdsAll ? signals : Array(signals.prefix(1)), history, map)
    let trace = probe.trace(history, map, kept)
    let plain = history.map { probe.value($0, map) }
    #expect(trace.count == plain.count)
    #expect(plain.prefix(15).filter(\.isFinite).count == 15)
    #expect(plain.dropFirst(15).filter(\.isNaN).count == 5)
    for (one, other) in zip(trace, plain) {
      let isSame = one.isNaN && other.isNaN || abs(one - other) < 1e-9
      #expect(isSame)
    }
  }

  @Test func `what is not kept is said so`() {
    let map = SignalMap(columns: Self.columns, rows: Self.rows, hasChroma: false)
    let kept = KeptSignals([.luma(1, 1)], history(map)[...], map)
    #expect(kept.holds(.luma(1, 1)))
    #expect(!kept.holds(Signal(kind: .peak, column: 1, row: 1)))
    #expect(!kept.holds(.luma(2, 1)))
  }
}

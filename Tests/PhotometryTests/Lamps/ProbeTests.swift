import Testing

@testable import Photometry

/// Light that much of a picture shows, while the picture sways.
struct ProbeTests {
  private static let map = SignalMap(columns: 20, rows: 4, hasChroma: false)

  /// Columns that are brighter by 5 steps each than those before, of which some are in sight.
  private static func moment(_ luma: Double, columns: Range<Int>) -> SignalHistory.Moment {
    var stored = [UInt16](repeating: 0, count: map.count)
    for column in 0..<map.columns {
      for row in 0..<map.rows {
        stored[map.index(.luma(column, row))] = UInt16(256 * (luma + 5 * Double(column)))
      }
    }
    return SignalHistory.Moment(
      time: 0, gain: 1, mean: luma,
      view: TileView(
        firstColumn: columns.lowerBound, firstRow: 0, columns: columns.count, rows: map.rows),
      restX: 0, restY: 0, stored: stored, peaks: [UInt8](repeating: 0, count: map.tiles))
  }

  private static func probe(columns: Range<Int>) -> Probe {
    Probe(meanOf: columns.flatMap { column in (0..<map.rows).map { .luma(column, $0) } })
  }

  /// The same that has seen all of it as it usually is.
  private static func knowing(_ probe: Probe) -> Probe {
    probe.knowing([moment(40, columns: 0..<20)], map)
  }

  /// Whether it is read at once, and from what is kept of it.
  private static func values(_ probe: Probe, _ moment: SignalHistory.Moment) -> [Double] {
    [probe.value(moment, map)] + probe.trace([moment][...], map)
  }

  @Test func `a light that many places show is read by those in sight`() {
    let probe = Self.knowing(Self.probe(columns: 0..<10))
    for columns in [0..<20, 1..<20, 0..<9] {
      for value in Self.values(probe, Self.moment(80, columns: columns)) {
        #expect(abs(value - (80 + 22.5)) < 1e-6)
      }
    }
  }

  @Test func `it is out of sight with any of them where nobody knows how they usually are`() {
    let probe = Self.probe(columns: 0..<10)
    #expect(Self.values(probe, Self.moment(80, columns: 1..<20)).allSatisfy { $0.isNaN })
  }

  @Test func `it is out of sight where much of it is`() {
    let probe = Self.knowing(Self.probe(columns: 0..<10))
    #expect(Self.values(probe, Self.moment(80, columns: 2..<20)).allSatisfy { $0.isNaN })
  }

  @Test func `a place is out of sight where a part of it is`() {
    let probe = Self.knowing(Self.probe(columns: 0..<2))
    #expect(Self.values(probe, Self.moment(80, columns: 1..<20)).allSatisfy { $0.isNaN })
  }

  @Test func `what is compared with its surroundings needs all of them`() {
    var probe = Self.probe(columns: 0..<5)
    probe.add(Self.probe(columns: 5..<10), weight: -0.9)
    #expect(
      Self.values(Self.knowing(probe), Self.moment(80, columns: 1..<20)).allSatisfy { $0.isNaN })
  }
}

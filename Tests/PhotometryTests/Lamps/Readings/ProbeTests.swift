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

  /// A lamp against what is beside it, which shows a third of its light: unlit 40, lit 100 and noise about it. It was all
  /// in sight once.
  private static func lamp(noise: Double = 0) -> (probe: Probe, moments: [SignalHistory.Moment]) {
    var probe = Self.probe(columns: 2..<6)
    probe.add(Self.probe(columns: 6..<9), weight: -0.5)
    let moments = Self.moments(noise: noise)
    let trace = probe.trace(moments[...], map).sorted()
    let levels = (low: trace[0], high: trace[trace.count - 1])
    return (probe.knowing(low: levels.low, high: levels.high, moments[...], map), moments)
  }

  private static func moments(ambient: Double = 40, noise: Double = 0) -> [SignalHistory.Moment] {
    (0..<24).map { index in
      let light = index % 4 < 2 ? 0 : 60.0
      var moment = Self.moment(ambient, columns: 0..<20)
      for column in 0..<9 {
        let part = (2..<6).contains(column) ? 1 : 1.0 / 3
        let disturbance = column >= 6 ? noise * Double(index % 3 - 1) : 0
        for row in 0..<map.rows {
          let place = map.index(.luma(column, row))
          moment.stored[place] += UInt16(256 * (light * part + disturbance + noise))
        }
      }
      return moment
    }
  }

  /// Of moments, with so many columns of the picture in sight.
  private static func read(
    _ probe: Probe, _ moments: [SignalHistory.Moment], columns: Range<Int>
  ) -> [Double] {
    let seen = moments.map { moment in
      var seen = moment
      seen.view = TileView(
        firstColumn: columns.lowerBound, firstRow: 0, columns: columns.count, rows: map.rows)
      return seen
    }
    return probe.trace(seen[...], map)
  }

  @Test(arguments: [0..<8, 0..<6, 3..<20])
  func `what tells less than half of a light may be out of sight where its levels are known`(
    columns: Range<Int>
  ) {
    let (probe, moments) = Self.lamp()
    let all = Self.read(probe, moments, columns: 0..<20)
    for (value, whole) in zip(Self.read(probe, moments, columns: columns), all) {
      #expect(abs(value - whole) < 0.1)
    }
  }

  @Test func `a light of which half is out of sight is so itself`() {
    let (probe, moments) = Self.lamp()
    #expect(Self.read(probe, moments, columns: 4..<20).allSatisfy { $0.isNaN })
  }

  @Test func `what wanders by much of the light is not guessed`() {
    let (probe, moments) = Self.lamp(noise: 40)
    #expect(Self.read(probe, moments, columns: 0..<6).allSatisfy { $0.isNaN })
  }

  @Test
  func `what is known of a light follows the ambient, unless nothing is hidden or nothing clear`()
    throws
  {
    let (probe, _) = Self.lamp()
    var later = Self.moments(ambient: 80)
    let all = Self.read(probe, later, columns: 0..<20)
    let keyedness = try #require(Keyedness(all + all))
    #expect(probe.knowing(again: keyedness, later[...], Self.map) == probe)
    later[5].view = TileView(firstColumn: 0, firstRow: 0, columns: 6, rows: Self.map.rows)
    #expect(probe.knowing(again: nil, later[...], Self.map) == probe)
    let again = probe.knowing(again: keyedness, later[...], Self.map)
    for (value, whole) in zip(Self.read(again, later, columns: 0..<6), all) {
      #expect(abs(value - whole) < 0.1)
    }
    // By what was known before it is off by half of the ambient that came: the part that was not seen to rise.
    let before = Self.read(probe, later, columns: 0..<6)
    #expect(abs(before[0] - all[0]) > 5)
  }

  @Test func `what is added to a probe makes its levels others`() {
    var (probe, moments) = Self.lamp()
    probe.add(Self.probe(columns: 10..<11), weight: 0.1)
    #expect(Self.read(probe, moments, columns: 0..<8).allSatisfy { $0.isNaN })
  }
}

import Testing

@testable import Photometry

/// Pictures that are blurred for a while, and lamps that are read through it.
struct SharpnessTests {
  static let map = SignalMap(columns: 40, rows: 30, hasChroma: false)
  static let whole = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 30)

  /// A picture of even noise, in which so many tiles of a line shine; `sharpness` is the part of their contrast that it shows.
  /// A lamp in the midst of the picture adds its light to one tile's brightest sample, or, blurred, to nine tiles.
  private static func moment(
    _ time: Double, lights: Int, sharpness: Double = 1, isLit: Bool = false, gain: Double = 1,
    row: Int = 16, noise level: Double = 1
  ) -> SignalHistory.Moment {
    var luma = [Double](repeating: 50, count: map.count)
    var peaks = [Double](repeating: 58, count: map.tiles)
    for index in 0..<lights {
      let place = map.index(.luma(2 + 5 * (index % 8), 2 + 4 * (index / 8)))
      peaks[place] = 58 + sharpness * 92
    }
    if isLit {
      let lamp = Signal.luma(21, row)
      for tile in [lamp] + lamp.around(1) where whole.shows(tile) {
        luma[map.index(tile)] += 9 * (sharpness < 1 ? 1 : tile == lamp ? 9 : 0)
      }
      peaks[map.index(lamp)] = 58 + 100 * sharpness
    }
    let noise = level * (Double(Int((time * 30).rounded()) % 3) - 1)
    return SignalHistory.Moment(
      time: time, gain: gain, mean: 50, view: whole, restX: 0, restY: 0,
      stored: luma.map { UInt16((($0 + 0.2 * noise) * gain * 256).rounded()) },
      peaks: peaks.map { UInt8(min(255, (($0 + noise) * gain).rounded())) })
  }

  private static func learnt(lights: Int) -> Sharpness {
    var sharpness = Sharpness()
    let moments = (0..<45).map { moment(Double($0) / 30, lights: lights) }
    let isLearnt = sharpness.learn(moments, map)
    #expect(isLearnt)
    return sharpness
  }

  @Test(arguments: [1, 0.6, 0.2, 0], [1, 0.7] as [Double])
  func `lights all over the picture tell how sharp it is, however bright`(
    sharpness: Double, gain: Double
  ) {
    let value = Self.learnt(lights: 30)
      .value(Self.moment(2, lights: 30, sharpness: sharpness, gain: gain), Self.map)
    #expect(abs(value - sharpness) < 0.03)
  }

  @Test func `a few lights, or none, tell nothing`() {
    for lights in [0, 3] {
      let sharpness = Self.learnt(lights: lights)
      #expect(sharpness.value(Self.moment(2, lights: lights, sharpness: 0.1), Self.map) == 1)
    }
  }

  @Test func `a light that goes out among many is no blur`() {
    #expect(Self.learnt(lights: 30).value(Self.moment(2, lights: 24), Self.map) > 0.95)
  }

  @Test func `it is learnt every ten seconds`() {
    var sharpness = Sharpness()
    func learns(until end: Double) -> Bool {
      sharpness.learn(
        (0..<45).map { Self.moment(end - 1.5 + Double($0) / 30, lights: 9) }, Self.map)
    }
    let learnt = [2.0, 3, 11, 13, 14].map(learns)
    #expect(learnt == [true, false, false, true, false])
  }

  /// Marks of 0.2 seconds; the picture is blurred from the fourth second on.
  private static func moments(
    blurredFor seconds: Double = 1, to sharpness: Double = 0.05, row: Int = 16, noise: Double = 1
  ) -> [SignalHistory.Moment] {
    (0..<240).map { index in
      let time = Double(index) / 30
      let sharpness = (4..<4 + seconds).contains(time) ? sharpness : 1
      var moment = moment(
        time, lights: 30, sharpness: sharpness, isLit: index / 6 % 2 == 1, row: row, noise: noise)
      moment.sharpness = sharpness
      return moment
    }
  }

  private static func lamp(_ probe: Probe, row: Int = 16) -> Followed {
    Followed(
      id: 0, probe: probe, x: 21.5, y: Double(row) + 0.5, separation: 30, low: 58, high: 158,
      isWhole: false, reach: 0)
  }

  private static func wrong(_ trace: [Double]) -> Int {
    trace.indices.count { (trace[$0] > 108) != ($0 / 6 % 2 == 1) }
  }

  /// In the midst of the picture and in its last row of tiles; from a hand's unrest on, with noise and without.
  @Test(arguments: [16, 29], [(0.05, 1.0), (0.2, 0), (0.4, 0)])
  func `a small lamp is read by what is around it while the picture is blurred`(
    row: Int, blur: (sharpness: Double, noise: Double)
  ) {
    let moments = Self.moments(to: blur.sharpness, row: row, noise: blur.noise)
    var lamp = Self.lamp(Probe(signal: Signal(kind: .peak, column: 21, row: row)), row: row)
    let sharp = lamp.trace(moments[...], Self.map)
    let blurred = BlurredReading(of: lamp, sharp, moments, Self.map)
    #expect(blurred != nil)
    lamp.blurred = blurred
    let trace = lamp.trace(moments[...], Self.map)
    #expect(Self.wrong(trace) == 0)
    // Two of the marks are blurred.
    #expect(Self.wrong(sharp) == 12)
    #expect(trace[..<120] == sharp[..<120])
  }

  @Test func `two moments in which more shows are no blurred lamp`() {
    let lamp = Self.lamp(Probe(signal: Signal(kind: .peak, column: 21, row: 16)))
    for (seconds, isRead) in [(0.2 + 2.0 / 30, false), (0.2 + 4.0 / 30, true)] {
      let moments = Self.moments(blurredFor: seconds - 0.001)
      let sharp = lamp.trace(moments[...], Self.map)
      #expect((BlurredReading(of: lamp, sharp, moments, Self.map) != nil) == isRead)
    }
  }

  @Test func `a lamp that shows its light through the blur is read as before`() {
    var lamp = Self.lamp(Probe(meanOf: [.luma(21, 16)] + Signal.luma(21, 16).around(1)))
    (lamp.low, lamp.high) = (50, 59)
    let moments = Self.moments()
    let trace = lamp.trace(moments[...], Self.map)
    #expect(BlurredReading(of: lamp, trace, moments, Self.map) == nil)
  }

  @Test func `what a longer exposure clips tells no blur`() {
    let sharpness = Self.learnt(lights: 30)
    #expect(sharpness.value(Self.moment(2, lights: 30, gain: 2.5), Self.map) == 1)
  }
}

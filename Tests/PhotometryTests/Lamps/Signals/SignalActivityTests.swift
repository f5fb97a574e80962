import Testing

@testable import Photometry

struct SignalActivityTests {
  @Test
  func `colour that a codec codes here and there does not keep a lamp's tile from being looked at`()
  {
    let map = SignalMap(columns: 40, rows: 30, hasChroma: true)
    let view = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 30)
    let lamp = map.index(.luma(17, 12))
    var random = SplitMix(seed: 31)
    var activity = SignalActivity()
    var stored = [UInt16](repeating: 0, count: map.count)
    for picture in 0..<120 {
      var signals = (0..<map.count).map { place -> Float in
        guard place >= map.tiles else { return 100 + Float.random(in: -1...1, using: &random) }
        // Of three blocks' colour one toggles, the others are left nearly as they were.
        let toggles = place % 3 == 0 && Bool.random(using: &random)
        return (toggles ? 3 : 0) + Float.random(in: -0.01...0.01, using: &random)
      }
      if picture / 8 % 2 == 1 { signals[lamp] += 4 }
      activity.update(
        signals, map, view, time: Double(picture) / 30, gain: 1, stored: &stored)
    }
    let found = activity.standouts(map, limit: 192).prefix(192)
    #expect(found.contains { $0.signal == .luma(17, 12) })
    #expect(found.contains { $0.signal.kind != .luma })
  }

  @Test
  func `a tile whose column came into sight while its row was not begins with what it first shows`()
  {
    let map = SignalMap(columns: 40, rows: 30, hasChroma: false)
    var activity = SignalActivity()
    var stored = [UInt16](repeating: 0, count: map.count)
    // A camera that turns down, to the right and up again.
    let views = [(0, 0), (0, 3), (3, 3), (3, 0)].map {
      TileView(firstColumn: $0.0, firstRow: $0.1, columns: 40, rows: 30)
    }
    for (index, view) in views.enumerated() {
      // What is out of sight is not known.
      var signals = [Float](repeating: 0, count: map.count)
      for row in view.firstRow..<(view.firstRow + 30) {
        for column in view.firstColumn..<(view.firstColumn + 40) {
          signals[map.index(.luma(column, row))] = 120
        }
      }
      activity.update(signals, map, view, time: Double(index), gain: 1, stored: &stored)
    }
    let corner = map.index(.luma(42, 0))
    #expect(activity.mean[corner] == 120)
    #expect(activity.signal(corner, map) == .luma(42, 0))
  }

  @Test func `what cars leave along their way does not keep a lamp beside it from being looked at`()
  {
    let map = SignalMap(columns: 80, rows: 30, hasChroma: false)
    let view = TileView(firstColumn: 0, firstRow: 0, columns: 80, rows: 30)
    var random = SplitMix(seed: 32)
    var activity = SignalActivity()
    var stored = [UInt16](repeating: 0, count: map.count)
    for picture in 0..<120 {
      var signals = (0..<map.count).map { _ in 20 + Float.random(in: -1...1, using: &random) }
      if picture / 8 % 2 == 1 { signals[map.index(.luma(17, 5))] += 4 }
      for row in 19...23 { signals[map.index(.luma(picture * 2 / 3, row))] += 150 }
      activity.update(signals, map, view, time: Double(picture) / 30, gain: 1, stored: &stored)
    }
    let way = Set((0..<80).flatMap { column in (19...23).map { Signal.luma(column, $0) } })
    let found = activity.standouts(map, limit: 192, passed: { way }).prefix(192).map(\.signal)
    #expect(found.count == 192)
    #expect(found.contains(.luma(17, 5)))
    // Nor is a lamp on their way left out.
    #expect(found.contains(where: way.contains))
    #expect(!activity.standouts(map, limit: 192).prefix(192).map(\.signal).contains(.luma(17, 5)))
  }

  @Test func `how noisy tiles are stays known when another scene begins`() {
    let map = SignalMap(columns: 40, rows: 30, hasChroma: false)
    let view = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 30)
    var random = SplitMix(seed: 33)
    var activity = SignalActivity()
    var stored = [UInt16](repeating: 0, count: map.count)
    func update(_ pictures: Range<Int>) {
      for picture in pictures {
        let signals = (0..<map.count).map { _ in 100 + Float.random(in: -1...1, using: &random) }
        activity.update(signals, map, view, time: Double(picture) / 30, gain: 1, stored: &stored)
      }
    }
    update(0..<30)
    activity.learnUsualNoise(map)
    let noise = activity.usualNoise
    activity.forget()
    update(30..<31)
    #expect(noise != nil && activity.usualNoise == noise)
    #expect(activity.frames == 1)
  }
}

import Testing

@testable import Photometry

struct FlashTrackTests {
  /// Seen ten times a second while it is lit, from 2 s on, at a place as far to the right as the time.
  private static let passing = FlashTrack(
    hits: (20...120).filter { $0 / 4 % 2 == 1 }.map { tenth in
      FlashTrack.Hit(time: Double(tenth) / 10, x: Double(tenth) / 10, y: 7, light: 20)
    })

  @Test(arguments: [-0.5, 0, 2, 3.3, 7.77, 12, 14])
  func `a light that moves is on its line, before it was seen and after it too`(time: Double) {
    let place = Self.passing.placed(at: time)
    #expect(abs(place.x - time) < 0.01 && abs(place.y - 7) < 0.01)
  }

  @Test func `what a light makes bright as it passes is told from a lamp on its way`() {
    let asItPasses = stride(from: 5.2, to: 6.8, by: 0.1).map { $0 }
    #expect(Self.passing.passes(6, 7, whenever: asItPasses))
    #expect(!Self.passing.passes(6, 7, whenever: asItPasses + [9, 9.1, 9.2]))
    #expect(!Self.passing.passes(6, 12, whenever: asItPasses))
  }

  @Test func `a light that stays where it is passes nothing`() {
    let still = FlashTrack(
      hits: Self.passing.hits.map {
        FlashTrack.Hit(
          time: $0.time, x: 6 + ($0.time * 10).remainder(dividingBy: 2), y: 7, light: 20)
      })
    #expect(!still.passes(6, 7, whenever: still.hits.map(\.time)))
  }
}

struct FlashTrackerTests {
  private static let map = SignalMap(columns: 60, rows: 20, hasChroma: false)
  private static let view = TileView(firstColumn: 0, firstRow: 0, columns: 60, rows: 20)

  /// What is followed of `lights` (column, row, light) that stand before an even wall in each picture.
  private func tracks(
    pictures: Int, _ lights: (Int) -> [(column: Int, row: Int, light: Float)]
  ) -> [FlashTrack] {
    let map = Self.map
    var activity = SignalActivity()
    var stored = [UInt16](repeating: 0, count: map.count)
    let wall = [Float](repeating: 100, count: map.count)
    for picture in 0..<120 {
      activity.update(
        wall, map, Self.view, time: Double(picture) / 30, gain: 1, stored: &stored)
    }
    var tracker = FlashTracker()
    for picture in 0..<pictures {
      var signals = wall
      for light in lights(picture) {
        signals[map.index(.luma(light.column, light.row))] += light.light
      }
      tracker.update(
        signals, activity, map, Self.view, time: 4 + Double(picture) / 30, gain: 1, noise: 0.01)
    }
    return tracker.tracks
  }

  @Test func `a lamp is followed from its first light, though a codec glimmers in many places`() {
    let found = tracks(pictures: 60) { picture in
      let glimmers = (0..<10).map { (column: 5 * $0 + 2, row: 3, light: Float(1)) }
      return glimmers + (picture >= 30 ? [(20 + picture / 10, 12, 30)] : [])
    }
    #expect(found.contains { $0.light > 20 && $0.hits.count == 30 })
    #expect(found.count <= FlashTracker.most)
  }

  @Test func `what a codec leaves behind a light is not taken for it`() throws {
    let found = tracks(pictures: 72) { picture in
      // Lit for six pictures, and what is left of it where it was last seen for the next six.
      let since = picture / 6 % 2 == 1 ? picture % 6 + 1 : 0
      return [(5 + (picture - since) / 12, 9, since > 0 ? 6 : 40)]
    }
    let light = try #require(found.max { $0.light < $1.light })
    #expect(light.hits.map(\.light) == [Float](repeating: 40, count: 36))
    #expect(light.hasMoved)
  }
}

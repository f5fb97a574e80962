import Testing

@testable import Photometry

struct FlashTrackTests {
  /// Seen ten times a second while it is lit, from 2 s on, at a place as far to the right as the time.
  private static let passing = FlashTrack(
    hits: (20...120).filter { $0 / 4 % 2 == 1 }.map { tenth in
      FlashTrack.Hit(time: Double(tenth) / 10, x: Double(tenth) / 10, y: 7, light: 20, clarity: 10)
    })

  @Test(arguments: [-0.5, 0, 2, 3.3, 7.77, 12, 14])
  func `a light that moves is on its line, before it was seen and after it too`(time: Double) {
    let place = Self.passing.placed(at: time)
    #expect(abs(place.x - time) < 0.01 && abs(place.y - 7) < 0.01)
  }

  @Test func `a light passes the places on its way, while it is there`() {
    #expect(Self.passing.passes(6, 7))
    #expect(Self.passing.isAt(6, 7, at: 5.2) && Self.passing.isAt(6, 7, at: 7.5))
    #expect(!Self.passing.isAt(6, 7, at: 9) && !Self.passing.isAt(6, 12, at: 6))
    #expect(!Self.passing.isAt(1, 7, at: 1))
  }

  @Test func `a light that is seen briefly was there a little before it, not long before`() {
    let brief = FlashTrack(hits: Self.passing.hits.filter { $0.time < 3.5 })
    #expect(brief.isSeen(at: 1) && brief.isSeen(at: 3))
    #expect(!brief.isSeen(at: -1.5) && !brief.isSeen(at: 3.6))
  }

  @Test
  func `a light is over a place from when it comes near on one side until it goes on the other`() {
    let hits = (60...360).map {
      FlashTrack.Hit(time: Double($0) / 90, x: Double($0) / 30, y: 7, light: 20, clarity: 10)
    }
    let peaks = hits.map { FlashTrack.Peak(time: $0.time, excess: 50) }
    let track = FlashTrack(hits: hits, peaks: peaks)
    // A lamp that sends is no headlight.
    let sending = hits.enumerated().filter { $0.offset / 9 % 2 == 0 }.map(\.element)
    #expect(FlashTrack(hits: sending, peaks: peaks).covered(6, 7, reach: 2) == nil)
    let span = track.covered(6, 7, reach: 2)
    #expect(
      span.map { $0.lowerBound > 1.3 && $0.upperBound < 2.7 && $0.contains(2) } ?? false)
    // It begins there, or ends there, or goes by elsewhere.
    #expect(track.covered(2, 7, reach: 2) == nil)
    #expect(track.covered(11.9, 7, reach: 2) == nil)
    #expect(track.covered(6, 12, reach: 2) == nil)
  }

  @Test func `a light that turns back before it has gone on is not over a place but at it`() {
    let hits = (0..<40).map { tenth in
      FlashTrack.Hit(
        time: Double(tenth) / 30, x: 6 - abs(Double(tenth) - 20) / 4, y: 7, light: 20, clarity: 10)
    }
    let peaks = hits.map { FlashTrack.Peak(time: $0.time, excess: 50) }
    #expect(FlashTrack(hits: hits, peaks: peaks).covered(6, 7, reach: 2) == nil)
  }

  @Test func `a light that waits at a place before it goes on does not only pass it`() {
    let waiting = (-52..<0).map {
      FlashTrack.Hit(time: Double($0) / 10, x: 2, y: 7, light: 20, clarity: 10)
    }
    let track = FlashTrack(hits: waiting + Self.passing.hits)
    #expect(track.hasMoved && !track.passes(2, 7))
    #expect(track.passes(9, 7))
  }

  @Test func `tiles were passed that a light was at but once, not one that was a lamp's before`() {
    let hits = (0..<90).map {
      FlashTrack.Hit(
        time: 3 + Double($0) / 30, x: 12.5 + Double($0) / 3, y: 7.5, light: 20, clarity: 10)
    }
    let lamp = (0..<60).map {
      FlashTrack.Hit(time: Double($0) / 20, x: 10.5, y: 7.5, light: 20, clarity: 10)
    }
    let passed = FlashTrack(hits: lamp + hits).passed
    #expect(!passed.contains(.luma(10, 7)))
    #expect(passed.contains(.luma(30, 7)) && passed.contains(.luma(30, 9)))
    #expect(!passed.contains(.luma(30, 10)))
    #expect(FlashTrack(hits: lamp).passed.isEmpty)
  }

  @Test func `a lamp goes on with its own light, not what glints beside it`() {
    func track(_ x: Double, light: Float) -> FlashTrack {
      FlashTrack(
        hits: (0..<5).map {
          FlashTrack.Hit(time: Double($0), x: x, y: 7, light: light, clarity: 10)
        })
    }
    let (glint, lamp) = (track(10, light: 5), track(11.4, light: 40))
    func pairs(_ peaks: [(x: Double, y: Double, light: Float)]) -> [[Int]] {
      let peaks = peaks.map {
        FlashTrack.Hit(time: 5, x: $0.x, y: $0.y, light: $0.light, clarity: 10)
      }
      return FlashTracker.pairs([glint, lamp], peaks, at: 5).map { [$0.track, $0.peak] }.sorted {
        $0[0] < $1[0]
      }
    }
    // Nearer to the glint's place, but the lamp's light.
    #expect(pairs([(10.5, 7, 38)]) == [[1, 0]])
    #expect(pairs([(10.5, 7, 38), (10.9, 7, 6)]) == [[0, 1], [1, 0]])
    // Too dim for the lamp.
    #expect(pairs([(11.4, 7, 6)]) == [[0, 0]])
    #expect(pairs([(15, 7, 40)]).isEmpty)
  }

  @Test
  func `a light goes on with the track that was seen last, not one that may have come farther`() {
    func track(_ x: Double, end: Double) -> FlashTrack {
      FlashTrack(
        hits: (0..<5).map {
          FlashTrack.Hit(time: end - Double($0) / 30, x: x, y: 7, light: 40, clarity: 10)
        }.reversed())
    }
    let (fresh, stale) = (track(10, end: 5), track(12.9, end: 2.5))
    let peak = FlashTrack.Hit(time: 5.03, x: 11.1, y: 7, light: 40, clarity: 10)
    #expect(FlashTracker.pairs([fresh, stale], [peak], at: 5.03).map(\.track) == [0])
  }

  @Test(arguments: [(clarity: Float(10), goesOn: true), (2, false)])
  func `a lamp that was dark for a while may have bobbed farther, but not so what is fainter`(
    clarity: Float, goesOn: Bool
  ) {
    let lamp = FlashTrack(
      hits: (0..<5).map {
        FlashTrack.Hit(time: Double($0), x: 10, y: 7, light: 40, clarity: 12)
      })
    func pairs(_ time: Double) -> Bool {
      let peak = FlashTrack.Hit(time: time, x: 10, y: 9.5, light: 40, clarity: clarity)
      return !FlashTracker.pairs([lamp], [peak], at: time).isEmpty
    }
    #expect(!pairs(4.2))
    #expect(pairs(5) == goesOn)
  }

  @Test func `a light that stays where it is passes nothing`() {
    let still = FlashTrack(
      hits: Self.passing.hits.map {
        FlashTrack.Hit(
          time: $0.time, x: 6 + ($0.time * 10).remainder(dividingBy: 2), y: 7, light: 20,
          clarity: 10)
      })
    #expect(!still.passes(6, 7))
  }

  @Test
  func `a light that goes about in a large lamp's own light stays there, and does not pass it`() {
    let hits = (0..<60).map { index in
      FlashTrack.Hit(
        time: Double(index) / 10, x: 10 + Double(index) / 5, y: 7, light: 40, clarity: 10)
    }
    let track = FlashTrack(hits: hits, id: 3)
    #expect(track.hasMoved)
    #expect(track.stays(16, 7, reach: 7) && !track.passes(16, 7, reach: 7))
    #expect(!track.stays(16, 7, reach: 1) && track.passes(16, 7, reach: 1))
  }
}

struct FlashTrackerTests {
  private static let map = SignalMap(columns: 60, rows: 20, hasChroma: false)
  private static let view = TileView(firstColumn: 0, firstRow: 0, columns: 60, rows: 20)

  /// What is followed of `lights` (column, row, light) that stand before an even wall in each picture.
  private func tracker(
    pictures: Int, _ lights: (Int) -> [(column: Int, row: Int, light: Float)]
  ) -> FlashTracker {
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
        signals, [], activity, map, Self.view, time: 4 + Double(picture) / 30, gain: 1, noise: 0.01)
    }
    return tracker
  }

  @Test(arguments: [(20, false), (30, true), (70, true)] as [(Float, Bool)])
  func `a lamp's light does not go on with what carries it, which fills its tiles`(
    sample: Float, goesOn: Bool
  ) {
    let lamp = FlashTrack(
      hits: (0..<10).map {
        FlashTrack.Hit(time: Double($0) / 10, x: 10, y: 7, light: 25, clarity: 30, sample: 75)
      })
    let next = FlashTrack.Hit(time: 1.1, x: 10.4, y: 7.3, light: 15, clarity: 25, sample: sample)
    #expect(FlashTracker.pairs([lamp], [next], at: 1.1).count == (goesOn ? 1 : 0))
  }

  @Test func `a tile's brightest sample is told in steps of luma`() {
    var tracker = FlashTracker()
    var samples = [UInt8](repeating: 16, count: Self.map.tiles)
    samples[5] = 235
    #expect(tracker.sample(samples, 5, Self.map, 1, usual: 35) == 200)
    tracker.range = .limited
    #expect(tracker.sample(samples, 5, Self.map, 0.5, usual: 27.5) == 100)
    #expect(tracker.sample(samples, 4, Self.map, 1, usual: 0) == 0)
    #expect(tracker.sample([], 5, Self.map, 1, usual: 0) == 0)
  }

  @Test func `a lamp is followed from its first light, though a codec glimmers in many places`() {
    let found = tracker(pictures: 60) { picture in
      let glimmers = (0..<10).map { (column: 5 * $0 + 2, row: 3, light: Float(1)) }
      return glimmers + (picture >= 30 ? [(20 + picture / 10, 12, 30)] : [])
    }
    #expect(found.tracks.contains { $0.light > 20 && $0.hits.count == 30 })
    #expect(found.tracks.count <= FlashTracker.most)
  }

  @Test func `a lamp is followed while a codec codes the whole picture anew`() {
    let found = tracker(pictures: 60) { picture in
      let anew = (0..<1200).map {
        (column: $0 % 60, row: $0 / 60, light: 1 + Float(($0 * 7 + picture) % 10) / 10)
      }
      return (picture < 20 ? [] : anew) + [(20 + picture / 10, 12, 30)]
    }
    #expect(found.tracks.map(\.hits.count) == [60])
  }

  @Test func `what a codec leaves behind a light is not taken for it`() throws {
    let found = tracker(pictures: 72) { picture in
      // Lit for six pictures, and what is left of it where it was last seen for the next six.
      let since = picture / 6 % 2 == 1 ? picture % 6 + 1 : 0
      return [(5 + (picture - since) / 12, 9, since > 0 ? 6 : 40)]
    }
    let light = try #require(found.tracks.max { $0.light < $1.light })
    #expect(light.hits.map(\.light) == [Float](repeating: 40, count: 36))
    #expect(light.hasMoved)
  }

  @Test
  func
    `a light that is followed accounts for a place, but not for the large lamp in whose light it goes about`()
    throws
  {
    var found = tracker(pictures: 120) { [(20 + $0 / 30, 9, 40)] }
    found.name(0, found.tracks[0], id: 5)
    let times = (0..<120).map { 4 + Double($0) / 30 }
    let trace = (0..<120).map { $0 / 10 % 2 == 0 ? 40.0 : 0 }
    let keyedness = try #require(Keyedness(trace))
    func isAccountedFor(reach: Double) -> Bool {
      found.accountsFor(trace, keyedness, 22, 9.5, reach: reach, times: times)
    }
    #expect(isAccountedFor(reach: 0) && !isAccountedFor(reach: 5))
  }

  @Test func `a large patch whose brightest part wanders is not passed by its own light`() {
    let found = tracker(pictures: 120) { [(20 + $0 / 20, 9, 40)] }
    #expect(found.tracks.map(\.hasMoved) == [true])
    #expect(found.hasPassed(23, 9.5, reach: 0.5) && !found.hasPassed(23, 9.5, reach: 3.5))
  }

  @Test func `lights that pass one after another make a place bright, a lamp there does not only`()
    throws
  {
    // Two that cross the picture in three seconds, five seconds apart.
    let found = tracker(pictures: 300) { picture in
      let since = picture % 150
      return since < 90 ? [(3 + since / 2, 9, 40)] : []
    }
    let times = (0..<300).map { 4 + Double($0) / 30 }
    func isAccountedFor(_ isLit: (Int) -> Bool) throws -> Bool {
      let trace = (0..<300).map { isLit($0) ? 40.0 : 0 }
      return found.accountsFor(
        trace, try #require(Keyedness(trace)), 23.5, 9.5, reach: 0, times: times)
    }
    let passes = { (picture: Int) in abs(picture % 150 - 40) < 3 }
    #expect(try isAccountedFor(passes))
    #expect(try !isAccountedFor { passes($0) || $0 / 10 % 3 == 0 })
  }
}

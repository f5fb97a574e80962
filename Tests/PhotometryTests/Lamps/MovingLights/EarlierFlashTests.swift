import Testing

@testable import Photometry

/// Lights that move, before they were noticed.
struct EarlierFlashTests {
  private static let map = SignalMap(columns: 60, rows: 20, hasChroma: false)
  private static let view = TileView(firstColumn: 0, firstRow: 0, columns: 60, rows: 20)
  private static let rate = 30.0

  /// What was kept of a lamp that goes to the right by two tiles a second, lit in six pictures of twelve, before a wall of 100;
  /// `beside` is the light of something else that stands three tiles above it, where it is at that time.
  private func history(pictures: Int, beside: (Int) -> Float) -> [SignalHistory.Moment] {
    (0..<pictures).map { picture in
      var signals = [Float](repeating: 100, count: Self.map.count)
      let column = 10 + picture / 15
      if isLit(picture) { signals[Self.map.index(.luma(column, 9))] += 40 }
      signals[Self.map.index(.luma(column, 6))] += beside(picture)
      return SignalHistory.Moment(
        time: Double(picture) / Self.rate, gain: 1, mean: 100, view: Self.view, restX: 0, restY: 0,
        stored: Self.map.stored(signals))
    }
  }

  private func isLit(_ picture: Int) -> Bool { picture / 6 % 2 == 1 }

  /// The lamp as it is followed from a picture on, and followed back from there.
  private func followedBack(
    from first: Int, beside: (Int) -> Float = { _ in 0 }
  ) -> FlashTrack {
    let history = history(pictures: 150, beside: beside)
    var activity = SignalActivity()
    var stored = [UInt16](repeating: 0, count: Self.map.count)
    let wall = [Float](repeating: 100, count: Self.map.count)
    for picture in 0..<120 {
      activity.update(
        wall, Self.map, Self.view, time: Double(picture) / Self.rate, gain: 1, stored: &stored)
    }
    let known = FlashTrack(
      hits: (first..<150).filter(isLit).map {
        FlashTrack.Hit(
          time: Double($0) / Self.rate, x: 10.5 + Double($0 / 15), y: 9.5, light: 40, clarity: 20)
      })
    return FlashTracker().followedBack(known, history, activity, Self.map, noise: 0.01)
  }

  @Test(arguments: [66, 90, 114])
  func `a light is followed back to its first`(first: Int) {
    let track = followedBack(from: first)
    #expect(track.hits.map { Int(($0.time * Self.rate).rounded()) } == (0..<150).filter(isLit))
    #expect(track.hits.allSatisfy { $0.y == 9.5 && $0.light == 40 })
  }

  @Test func `what is fainter than a light was not it`() {
    let track = followedBack(from: 90) { isLit($0) ? 0 : 10 }
    #expect(track.hits.map { Int(($0.time * Self.rate).rounded()) } == (0..<150).filter(isLit))
  }

  @Test func `a light that was dark for as long as ends one is not followed back beyond that`() {
    let history = history(pictures: 150) { _ in 0 }
    let known = FlashTrack(hits: [
      FlashTrack.Hit(time: 8.5, x: 20, y: 9.5, light: 40, clarity: 20)
    ])
    let track = FlashTracker().followedBack(
      known, history, SignalActivity(), Self.map, noise: 0.01)
    #expect(track.hits.count == 1)
  }
}

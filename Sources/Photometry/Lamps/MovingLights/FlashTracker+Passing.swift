/// What lights that are followed have to do with places that keep still.
extension FlashTracker {
  /// Whether lights that passed, or are read along their way, account for what a place shows, whose own light fills `reach`
  /// tiles around it: one was there nearly whenever it was bright.
  func accountsFor(
    _ trace: [Double], _ keyedness: Keyedness, _ x: Double, _ y: Double, reach: Double,
    times: [Double]
  ) -> Bool {
    let passing = (tracks + ended).filter {
      $0.id == nil ? $0.passes(x, y, reach: reach) : !$0.stays(x, y, reach: reach)
    }
    guard !passing.isEmpty else { return false }
    let lit = zip(times, trace).filter { keyedness.isHigh($0.1) ?? false }.map(\.0)
    let made = lit.count { time in passing.contains { $0.isAt(x, y, at: time) } }
    return 10 * made > 9 * lit.count
  }

  /// The tiles that lights passed.
  var passed: Set<Signal> {
    (tracks + ended).reduce(into: []) { $0.formUnion($1.passed) }
  }

  /// Whether a light is followed that has moved and may be a lamp.
  var isFollowing: Bool { tracks.contains { $0.id == nil && $0.hasMoved } }

  /// Whether a light that moves, and is still followed, was seen at a place, and does not stay in the `reach` tiles around it.
  func hasPassed(_ x: Double, _ y: Double, reach: Double) -> Bool {
    tracks.contains { $0.hasMoved && $0.wasAt(x, y) && !$0.stays(x, y, reach: reach) }
  }
}

/// When the pictures are searched for lamps.
struct SearchSchedule: Sendable {
  /// Seconds between searches where somebody waits for what they find.
  static let awaited = 1.0
  /// Seconds between searches where nobody does: half of what they look back over, so that each moment is searched twice.
  static let unawaited = SignalHistory.span / 2
  /// The same where one saw what may soon be told to be a lamp, or a light that moves is followed.
  static let promising = unawaited / 2
  /// Seconds after which it is seen whether a light that moves looks switched: it is told while it is followed.
  static let moving = SignalActivity.window
  /// Seconds after which the first search is worth while, where somebody waits: a letter or two.
  static let first = 1.5

  /// As of `LampFinder.Options`.
  private let isAwaited: Bool
  /// When the last search was due.
  private var last: Double?
  /// Whether one saw what may soon be told to be a lamp.
  private var isPromising = false
  /// Until when the pictures were searched.
  private var searched: Double?
  /// When it was last seen whether a light that moves looks switched.
  private var lastMoverLook: Double?
  /// Whether one does, for which the next search is made; and whether the last one was made for that.
  private var seesMover = false
  private var sawMover = false
  /// After how many seconds that is seen again: what looked switched and was told to be none is likely to be so again.
  private var moverInterval = SearchSchedule.moving

  init(isAwaited: Bool) { self.isAwaited = isAwaited }

  /// Whether it is time for the next search; the first is due as long after `begun`, in seconds, as another after the last.
  /// - Parameter isFollowing: Whether a light that moves is followed.
  func isDue(at time: Double, begun: Double, isFollowing: Bool) -> Bool {
    if isAwaited { return time >= last.map { $0 + Self.awaited } ?? (begun + Self.first) }
    let interval = isPromising || isFollowing ? Self.promising : Self.unawaited
    return time >= (last ?? begun) + interval
  }

  /// Whether it is time to see whether a light that is followed as it moves looks switched, for which a search is made before it
  /// would be due: that is a small part of a search.
  func isMoverLookDue(at time: Double, begun: Double) -> Bool {
    guard !isAwaited else { return false }
    let last = last ?? begun
    return time >= max(last, lastMoverLook ?? last) + moverInterval
  }

  /// Notes that this was seen, and whether one does.
  mutating func noteMoverLook(at time: Double, seesMover: Bool) {
    lastMoverLook = time
    self.seesMover = seesMover
  }

  /// Notes that a search was due.
  mutating func note(dueAt time: Double) { last = time }

  /// Seconds of the pictures until `time` that no search has looked at.
  func unsearched(until time: Double) -> Double { time - (searched ?? -.infinity) }

  /// Notes that one begins, of all pictures until `time`.
  mutating func begin(until time: Double) {
    searched = time
    (sawMover, seesMover) = (seesMover, false)
  }

  /// Takes what came of it, and whether it found a light that moves.
  mutating func take(isPromising: Bool, foundMover: Bool) {
    self.isPromising = isPromising
    defer { sawMover = false }
    if foundMover {
      moverInterval = Self.moving
    } else if sawMover {
      moverInterval = min(2 * moverInterval, Self.unawaited)
    }
  }
}

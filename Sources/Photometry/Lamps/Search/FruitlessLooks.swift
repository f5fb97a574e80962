/// Signals that were looked at closely and did not look switched: noise that codecs make stands out in every
/// picture, and to weigh it anew with each search would cost more than all else. They are left alone for
/// a while, unless they come to stand out more.
struct FruitlessLooks: Sendable {
  private struct Look: Sendable {
    var time: Double
    var significance: Float
    /// Seconds until the next one.
    var patience: Double
  }

  private var looks: [Signal: Look] = [:]
  private let isAwaited: Bool

  /// - Parameter isAwaited: As of `LampFinder.Options`. Where nobody waits a signal is left alone for as long as it may be
  ///   from the beginning.
  init(isAwaited: Bool) { self.isAwaited = isAwaited }

  /// Seconds that a signal is left alone: by then what it stands out by has been renewed. Each time it
  /// is twice as long.
  static let patience = SignalActivity.window
  /// Half of what a search looks back over: what begins meanwhile is still seen from its beginning.
  static let mostPatience = SignalHistory.span / 2

  /// How much more it must stand out to be looked at before: three deviations of a variance that is taken
  /// over four seconds at 30 pictures a second.
  private static let growth: Float = 1.4

  /// Whether another look at `standout` is worth while at `time`.
  func allows(_ standout: SignalActivity.Standout, at time: Double) -> Bool {
    guard let look = looks[standout.signal] else { return true }
    return time >= look.time + look.patience
      || standout.significance > Self.growth * look.significance
  }

  mutating func note(_ standout: SignalActivity.Standout, at time: Double) {
    let patience = looks[standout.signal].map { min(2 * $0.patience, Self.mostPatience) }
    let first = isAwaited ? Self.patience : Self.mostPatience
    looks[standout.signal] = Look(
      time: time, significance: standout.significance, patience: patience ?? first)
  }

  /// Forgets what does not matter any more at `time`.
  mutating func prune(at time: Double) {
    looks = looks.filter { time < $0.value.time + 2 * Self.mostPatience }
  }
}

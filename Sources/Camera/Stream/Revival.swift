/// Decides when a stream that brings no frame is begun anew.
///
/// A camera may lose the request that starts it, or hang after a disturbance on the bus, and would
/// then be silent for ever. Trying costs what was under way, so the pauses grow.
struct Revival: Hashable, Sendable {
  /// Seconds of silence before the first try.
  private let first: Double
  private var pause: Double
  /// When the last frame came, or the last try was made.
  private var last: Double

  /// As long as USB gives a device to answer a request (USB 2.0, 9.2.6.4).
  private static let shortest = 5.0
  private static let longest = 60.0

  /// `interval`: seconds between frames, where known: slow cameras are given ten frames. Times are in seconds,
  /// of any one clock.
  init(interval: Double?, now: Double) {
    first = max(Revival.shortest, 10 * (interval ?? 0))
    pause = first
    last = now
  }

  mutating func noteFrame(at now: Double) {
    pause = first
    last = now
  }

  /// Whether to try now; if so, the next time is after a pause twice as long, a minute at most.
  mutating func isDue(at now: Double) -> Bool {
    guard now - last >= pause else { return false }
    last = now
    pause = max(first, min(2 * pause, Revival.longest))
    return true
  }
}

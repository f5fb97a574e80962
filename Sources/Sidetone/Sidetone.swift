import Glibc
import Synchronization

/// A tone that sounds while the key is down, at once: the sidetone of a live receiver.
///
/// It plays on a thread of its own. Nothing that happens to the sound card stops or delays the
/// caller; what happens is told by `notice`.
public final class Sidetone: Sendable {
  /// What became of the sound card; called on the sound's own thread.
  public enum Notice: Hashable, Sendable {
    /// There is none, or no longer. Said once, until it is back.
    case isMissing(SidetoneError)
    case isBack
  }

  /// How long it took from `key` to the sound, as ALSA tells it.
  public struct Delays: Hashable, Sendable {
    /// Changes of the key that sounded.
    public var count = 0
    /// Seconds.
    public var longest = 0.0
    public var mean = 0.0
  }

  private struct Change {
    var isDown: Bool
    /// On the monotonic clock, seconds.
    var time: Double
  }

  private struct State {
    var changes: [Change] = []
    var generator: ToneGenerator?
    var isStopping = false
    var delays = Delays()
  }

  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  private let shared = Shared()
  private let thread: SoundThread

  /// Opens the sound output and keeps it open, silent until the key goes down.
  public init(
    device: String = "default", frequency: Double = 600,
    notice: @escaping @Sendable (Notice) -> Void
  ) {
    thread = SoundThread(device: device, isLasting: true, notice: notice) { [shared] in
      Sidetone.render($0, $1, $2, frequency: frequency, shared: shared)
    }
  }

  deinit { thread.cancel() }

  /// The key went down or up, now. Returns at once.
  public func key(isDown: Bool) {
    let time = Sidetone.now
    shared.state.withLock { $0.changes.append(Change(isDown: isDown, time: time)) }
  }

  public var delays: Delays { shared.state.withLock(\.delays) }

  /// Lets the tone fade and the sound end; waits for it, half a second at most.
  public func stop() {
    shared.state.withLock { $0.isStopping = true }
    if !thread.wait(seconds: 0.5) { thread.cancel() }
  }

  private static func render(
    _ count: Int, _ rate: Int, _ delay: Double, frequency: Double, shared: Shared
  ) -> [Int16]? {
    let now = Sidetone.now
    return shared.state.withLock { state in
      if state.generator?.rate != Double(rate) {
        state.generator = ToneGenerator(frequency: frequency, rate: Double(rate))
      }
      // One change a portion: even a mark that began and ended since the last one is heard.
      if !state.changes.isEmpty {
        let change = state.changes.removeFirst()
        state.generator?.isKeyDown = change.isDown
        let seconds = now - change.time + delay
        state.delays.count += 1
        state.delays.longest = max(state.delays.longest, seconds)
        state.delays.mean += (seconds - state.delays.mean) / Double(state.delays.count)
      }
      if state.isStopping {
        if state.generator?.isSilent ?? true { return nil }
        state.generator?.isKeyDown = false
      }
      return state.generator?.render(count)
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

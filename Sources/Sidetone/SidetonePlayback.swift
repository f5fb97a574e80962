public import MorseCode
import Synchronization

/// Plays a recording's Morse in real time, while it is decoded faster than that.
public final class SidetonePlayback: Sendable {
  private struct State {
    var tone: KeyedTone?
    var events: [KeyEvent] = []
    /// Up to here everything is known, in seconds.
    var known: Double
    var end: Double?
    var isFinished = false
  }

  private final class Shared: Sendable {
    let state: Mutex<State>
    init(_ state: consuming sending State) { self.state = Mutex(state) }
  }

  private let shared: Shared
  private let thread: SoundThread

  /// `start`: the time of the recording's first frame, in seconds. A missing sound card is told by
  /// `notice`; nothing is played then, and nothing waited for.
  public init(
    device: String = "default", frequency: Double = 600, start: Double = 0,
    notice: @escaping @Sendable (Sidetone.Notice) -> Void
  ) {
    shared = Shared(State(known: start))
    thread = SoundThread(device: device, isLasting: false, notice: notice) {
      [shared] count, rate, _ in
      SidetonePlayback.render(count, rate, frequency: frequency, start: start, shared: shared)
    }
  }

  deinit { thread.cancel() }

  /// Takes the next event. Events come in order of time. Returns at once.
  public func consume(_ event: KeyEvent) {
    shared.state.withLock { state in
      state.events.append(event)
      state.known = max(state.known, event.time)
    }
  }

  /// No event will come before `time`.
  public func advance(to time: Double) {
    shared.state.withLock { $0.known = max($0.known, time) }
  }

  /// The recording ends at `end` seconds. Playing goes on: wait for it with `wait`.
  public func finish(at end: Double) {
    shared.state.withLock { $0.end = end }
  }

  /// Waits until everything was played; false if that takes longer than `seconds`.
  public func wait(seconds: Double) -> Bool { thread.wait(seconds: seconds) }

  /// Falls silent at once.
  public func cancel() { thread.cancel() }

  private static func render(
    _ count: Int, _ rate: Int, frequency: Double, start: Double, shared: Shared
  ) -> [Int16]? {
    shared.state.withLock { state in
      if state.isFinished { return nil }
      var tone =
        state.tone ?? KeyedTone(frequency: frequency, rate: Double(rate), start: start)
      defer { state.tone = tone }
      for event in state.events { tone.consume(event) }
      state.events = []
      if let end = state.end, tone.time >= end {
        state.isFinished = true
        return tone.finish()
      }
      // What is not known yet is waited for.
      let isKnown = state.end != nil || tone.time + Double(count) / Double(rate) <= state.known
      return isKnown ? tone.render(count) : Array(repeating: 0, count: count)
    }
  }
}

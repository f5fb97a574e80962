import Dispatch
import Receiver
import Synchronization

/// A station whose light is posted, on a queue of its own: its decoding holds nobody else up.
final class SensorStation: Sendable {
  let channel: StationChannel
  private let queue: DispatchQueue
  private let clock: @Sendable () -> Double
  private let state: Mutex<State>

  private struct State {
    var feed: StationFeed
    var kind: TraceKind?
    /// The sensor's time of the first and the last sample since its clock began, and when the last came.
    var firstTime = -Double.infinity
    var lastTime = -Double.infinity
    var lastArrival: Double
    /// Whether nothing came since the last message was ended.
    var isSilent = true
  }

  /// Seconds without samples after which a message is over: the shortest pause that ends one, and
  /// twice that for what is on its way.
  private static let silence = 15.0
  /// Seconds by which a sensor's clock may be off after a pause as long, before it is set anew.
  private static let drift = 30.0
  /// Unix seconds of 2001: a sensor whose clock says less counts from when it was switched on.
  private static let oldest = 1e9

  init(channel: StationChannel, clock: @escaping @Sendable () -> Double) {
    self.channel = channel
    self.clock = clock
    queue = DispatchQueue(label: "station \(channel.name)")
    state = Mutex(State(feed: StationFeed(channel), lastArrival: clock()))
  }

  /// When samples came last, in Unix seconds.
  var lastArrival: Double { state.withLock { $0.lastArrival } }

  /// What became of samples.
  struct Taken: Sendable {
    /// What became certain by them.
    var received: [Received] = []
    /// How many were newer than what came before.
    var count = 0
  }

  /// Takes samples. Those that are not newer than what came before are passed over.
  func take(_ samples: SampleRows) async -> Taken {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: decode(samples)) }
    }
  }

  private func decode(_ samples: SampleRows) -> Taken {
    let now = clock()
    return state.withLock { state in
      guard let first = samples.rows.first, let last = samples.rows.last else { return Taken() }
      var received: [Received] = []
      let error = last.time + state.feed.offset - now
      let goesBack = last.time < state.lastTime
      // A portion that was overtaken by a later one fits the clock; one of a clock that began anew does not.
      let isLate =
        goesBack && state.kind == samples.kind && first.time > state.firstTime
        && (last.time >= Self.oldest || abs(error) <= Self.drift)
      if isLate { return Taken() }
      let isAnew = state.kind != samples.kind || goesBack
      let isBroken = first.time - state.lastTime > Self.drift
      if isAnew || (last.time < Self.oldest && isBroken && abs(error) > Self.drift) {
        received += state.feed.restart()
        state.feed.offset = last.time >= Self.oldest ? 0 : now - last.time
        (state.kind, state.firstTime) = (samples.kind, first.time)
        if isAnew { state.lastTime = -.infinity }
        channel.begin(source: "samples (\(samples.kind.rawValue))", picture: nil)
      }
      if state.isSilent, !isAnew {
        channel.begin(source: "samples (\(samples.kind.rawValue))", picture: nil)
      }
      let fresh = samples.rows.filter { $0.time > state.lastTime }
      received += state.feed.consume(fresh, of: samples.kind)
      (state.lastTime, state.lastArrival, state.isSilent) = (last.time, now, false)
      return Taken(received: received, count: fresh.count)
    }
  }

  /// Ends the message under way where nothing has come for long.
  func rest() {
    let now = clock()
    queue.async { [self] in
      let isOver = state.withLock { state in
        guard !state.isSilent, now - state.lastArrival > Self.silence else { return false }
        state.isSilent = true
        _ = state.feed.restart()
        return true
      }
      if isOver { channel.wait(fault: "\(channel.name): no samples come") }
    }
  }

  /// Ends the input.
  func finish() async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        state.withLock { _ = $0.feed.restart() }
        continuation.resume()
      }
    }
  }
}

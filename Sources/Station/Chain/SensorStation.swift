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
    /// The sensor's time of the last sample, and when it came.
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

  /// Takes samples and says what became certain by them.
  func take(_ samples: SampleRows) async -> [Received] {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: decode(samples)) }
    }
  }

  private func decode(_ samples: SampleRows) -> [Received] {
    let now = clock()
    return state.withLock { state in
      guard let last = samples.rows.last else { return [] }
      var received: [Received] = []
      let isAnew = state.kind != samples.kind || last.time < state.lastTime
      let isBroken = (samples.rows.first?.time ?? 0) - state.lastTime > Self.drift
      let error = last.time + state.feed.offset - now
      if isAnew || (last.time < Self.oldest && isBroken && abs(error) > Self.drift) {
        received += state.feed.restart()
        state.feed.offset = last.time >= Self.oldest ? 0 : now - last.time
        state.kind = samples.kind
        channel.begin(source: "samples (\(samples.kind.rawValue))", picture: nil)
      }
      if state.isSilent, !isAnew {
        channel.begin(source: "samples (\(samples.kind.rawValue))", picture: nil)
      }
      received += state.feed.consume(samples.rows, of: samples.kind)
      (state.lastTime, state.lastArrival, state.isSilent) = (last.time, now, false)
      return received
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

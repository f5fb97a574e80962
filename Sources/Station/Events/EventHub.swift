import Foundation
import NIOCore
import Synchronization

/// Hands every event to everybody who watches, and keeps the latest for those who come back.
///
/// Memory is bounded: the ring by its bytes, each watcher by a count of events that are shared with
/// all others. Who falls behind by more is dropped.
final class EventHub: Sendable {
  /// Tells one run of the service from another, so that a number is never resumed from in the wrong one.
  let epoch: String
  private let limits: StationLimits
  private let state = Mutex(State())

  private struct State {
    var next: UInt64 = 1
    var ring: [StationEvent] = []
    var ringBytes = 0
    var watchers: [Int: Watcher] = [:]
    var nextWatcher = 0
    var isFinished = false
  }

  private struct Watcher {
    var continuation: AsyncStream<StationEvent>.Continuation
    var drop: @Sendable () -> Void
  }

  init(limits: StationLimits, began: Double) {
    self.limits = limits
    epoch = String(UInt64(max(0, began) * 1000), radix: 36)
  }

  var watcherCount: Int { state.withLock { $0.watchers.count } }

  func publish(_ kind: StationEvent.Kind, _ value: some Encodable) {
    let json = JSONText.bytes(value)
    let dropped = state.withLock { state -> [Watcher] in
      let number = state.next
      state.next += 1
      let event = StationEvent(
        number: number, kind: kind, id: "\(epoch)-\(number)", json: json)
      keep(event, in: &state)
      var dropped: [Watcher] = []
      for (id, watcher) in state.watchers {
        guard case .dropped = watcher.continuation.yield(event) else { continue }
        state.watchers[id] = nil
        dropped.append(watcher)
      }
      return dropped
    }
    for watcher in dropped {
      watcher.continuation.finish()
      watcher.drop()
    }
  }

  private func keep(_ event: StationEvent, in state: inout State) {
    state.ring.append(event)
    state.ringBytes += event.wire.readableBytes
    guard state.ringBytes > limits.replayBytes else { return }
    // Half at once, so that what is kept is not moved for every event.
    var count = 0
    while count < state.ring.count, state.ringBytes > limits.replayBytes / 2 {
      state.ringBytes -= state.ring[count].wire.readableBytes
      count += 1
    }
    state.ring.removeFirst(count)
  }

  /// What a watcher gets: first what it missed, then what comes.
  struct Subscription: Sendable {
    var id: Int
    /// Whether everything since `after` is in `missed`.
    var isResumed: Bool
    var missed: [StationEvent]
    var coming: AsyncStream<StationEvent>
    /// The id to resume from that stands for now.
    var position: String
  }

  /// - Parameters:
  ///   - after: the id of the last event that was seen; nil: none.
  ///   - drop: called when the watcher falls too far behind.
  /// - Returns: nil when there are as many watchers as there may be.
  func subscribe(after: String?, drop: @escaping @Sendable () -> Void) -> Subscription? {
    state.withLock { state in
      guard !state.isFinished, state.watchers.count < limits.eventStreams else { return nil }
      let (stream, continuation) = AsyncStream<StationEvent>.makeStream(
        bufferingPolicy: .bufferingOldest(limits.eventsBehind))
      let id = state.nextWatcher
      state.nextWatcher += 1
      state.watchers[id] = Watcher(continuation: continuation, drop: drop)
      let last = after.flatMap(number)
      let first = state.ring.first?.number ?? state.next
      let isResumed = last.map { $0 < state.next && $0 + 1 >= first } ?? false
      let missed = isResumed ? state.ring.filter { $0.number > last ?? 0 } : []
      return Subscription(
        id: id, isResumed: isResumed, missed: missed, coming: stream,
        position: "\(epoch)-\(state.next - 1)")
    }
  }

  /// A sign of life to one watcher; it is a comment, which no page sees.
  func beat(_ id: Int) {
    let event = StationEvent(comment: "still here")
    state.withLock { state in _ = state.watchers[id]?.continuation.yield(event) }
  }

  func unsubscribe(_ id: Int) {
    state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.finish()
  }

  /// Ends every stream; the service ends.
  func finish() {
    let watchers = state.withLock { state in
      state.isFinished = true
      defer { state.watchers = [:] }
      return state.watchers.values.map(\.continuation)
    }
    for watcher in watchers { watcher.finish() }
  }

  /// The event's number, if the id is one of this run.
  private func number(_ id: String) -> UInt64? {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == epoch else { return nil }
    return UInt64(parts[1])
  }
}

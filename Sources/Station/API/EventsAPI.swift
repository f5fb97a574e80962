import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// The stream of events (server-sent events, HTML Living Standard 9.2).
final class EventsAPI: Sendable {
  private let hub: EventHub
  private let limits: StationLimits
  private let perAddress = Mutex<[String: Int]>([:])
  private let status: @Sendable () -> StatusDocument

  /// Seconds between signs of life where nothing happens: proxies close what is silent for a minute.
  private static let heartbeat = 15.0

  init(hub: EventHub, limits: StationLimits, status: @escaping @Sendable () -> StatusDocument) {
    self.hub = hub
    self.limits = limits
    self.status = status
  }

  var routes: [Route] {
    [Route(.get, "/api/events") { [self] in try open($0) }]
  }

  private struct Hello: Encodable {
    /// Whether all that was missed since the last event follows.
    var resumed: Bool
    var status: StatusDocument
  }

  private func open(_ call: Route.Call) throws -> Response {
    let query = try Query(call.request, names: ["after"])
    let after =
      HTTPField.Name("Last-Event-ID").flatMap { call.request.headers[$0] } ?? query.text("after")
    let headers: HTTPFields = [
      .contentType: "text/event-stream", .cacheControl: "no-store, no-transform",
    ]
    if call.request.method == .head { return Response(status: .ok, headers: headers) }
    let client = call.context.client
    guard take(client) else {
      throw Problem(
        .tooManyRequests, "too many event streams of one address", headers: [.retryAfter: "10"])
    }
    let channel = call.context.channel
    let drop: @Sendable () -> Void = { channel.close(promise: nil) }
    guard let subscription = hub.subscribe(after: after, drop: drop) else {
      give(back: client)
      throw Problem(
        .serviceUnavailable, "as many event streams as there may be", headers: [.retryAfter: "10"])
    }
    // Where the head cannot be written the body is never asked for: the end is the connection's.
    let end = Once { [self] in
      hub.unsubscribe(subscription.id)
      give(back: client)
    }
    channel.closeFuture.whenComplete { _ in end.run() }
    _ = channel.setOption(
      .socketOption(.so_sndbuf), value: .init(limits.streamBufferBytes))
    let hello = StationEvent(
      number: 0, kind: .hello, id: subscription.isResumed ? nil : subscription.position,
      json: JSONText.bytes(Hello(resumed: subscription.isResumed, status: status())))
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        defer { end.run() }
        // A client that went away is noticed at once, though nothing is written to it.
        try await call.request.body.consumeWithInboundCloseHandler { _ in
          try await self.write(subscription, hello, to: &writer, of: channel)
        } onInboundClosed: {
          end.run()
        }
      })
  }

  private func write(
    _ subscription: EventHub.Subscription, _ hello: StationEvent,
    to writer: inout any ResponseBodyWriter, of channel: any Channel
  ) async throws {
    // A page asks again a second after the stream was cut.
    try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
    try await writer.write(hello.wire)
    for event in subscription.missed { try await writer.write(event.wire) }
    let beat = channel.eventLoop.scheduleRepeatedTask(
      initialDelay: .seconds(Int64(Self.heartbeat)), delay: .seconds(Int64(Self.heartbeat))
    ) { [hub] _ in hub.beat(subscription.id) }
    defer { beat.cancel() }
    try await withGracefulShutdownHandler {
      for await event in subscription.coming { try await writer.write(event.wire) }
    } onGracefulShutdown: { [hub] in
      hub.unsubscribe(subscription.id)
      // One that does not read would keep the service from ending.
      _ = channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
    try await writer.finish(nil)
  }

  private func take(_ client: String) -> Bool {
    perAddress.withLock { counts in
      let count = counts[client] ?? 0
      guard count < limits.eventStreamsPerAddress else { return false }
      counts[client] = count + 1
      return true
    }
  }

  private func give(back client: String) {
    perAddress.withLock { counts in
      guard let count = counts[client] else { return }
      counts[client] = count > 1 ? count - 1 : nil
    }
  }
}

/// Runs its body the first time only.
private final class Once: Sendable {
  private let isDone = Mutex(false)
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  func run() {
    let isFirst = isDone.withLock { isDone in
      defer { isDone = true }
      return !isDone
    }
    if isFirst { body() }
  }
}

/// What a client may use: every number bounds memory or time that a stranger could take.
public struct StationLimits: Sendable {
  /// Bytes of a request's body: an hour of samples at 15 a second.
  public var bodyBytes = 1 << 20
  /// Seconds in which a body has to arrive.
  public var bodySeconds = 20.0
  /// Bytes of a request's headers; browsers send about one thousand.
  public var headerBytes = 16 << 10
  public var headerCount = 64
  /// Seconds that a connection may be idle between requests, or take to send a request's head.
  public var idleSeconds = 30.0
  public var connections = 1024
  /// Event streams at once: of all clients, and of one address.
  public var eventStreams = 512
  public var eventStreamsPerAddress = 256
  /// Events that a stream may fall behind: some minutes of one station's. They are shared by all.
  public var eventsBehind = 4096
  /// Bytes of events that are kept for clients that come back: some ten minutes of one station's.
  public var replayBytes = 4 << 20
  /// Bytes that the system buffers for one event stream.
  public var streamBufferBytes = 64 << 10
  /// Requests of one address: so many a second on average, so many at once.
  public var requestsPerSecond = 100.0
  public var requestsAtOnce = 600.0
  /// Stations that posted samples may open.
  public var sensors = 64
  /// Messages in one page of the history.
  public var pageMessages = 500

  public init() {}
}

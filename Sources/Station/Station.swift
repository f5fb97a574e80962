import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import Receiver
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The service: HTTP and its page, history, events. It is given its sources: whoever makes a channel
/// feeds it.
public final class Station: Sendable {
  public let options: StationOptions
  private let hub: EventHub
  private let history: History
  private let board: StationBoard
  private let logger: Logger
  private let began: Double
  private let running = Mutex<ServiceGroup?>(nil)

  /// Unix seconds: the only clock of the service.
  private static let clock: @Sendable () -> Double = { Date().timeIntervalSince1970 }

  /// Opens the history.
  ///
  /// - Parameters:
  ///   - sensorOptions: how samples that are posted are looked at.
  ///   - logger: told what people should know who do not watch the page.
  /// - Throws: `StationError`.
  public init(
    options: StationOptions, sensorOptions: ReceiverOptions, sensorSettings: StationSettings,
    logger: Logger
  ) throws {
    self.options = options
    self.logger = logger
    began = Self.clock()
    hub = EventHub(limits: options.limits, began: began)
    history = try History(path: options.historyPath)
    board = StationBoard(
      limits: options.limits, hub: hub, history: history, sensorOptions: sensorOptions,
      sensorSettings: sensorSettings, clock: Self.clock)
    if let fault = history.fault { logger.warning("\(PlainText.harmless(fault))") }
  }

  /// A new station, to be fed by its source. A name that is taken gets a number.
  public func addStation(
    name: String, kind: SourceKind, source: String, options: ReceiverOptions,
    settings: StationSettings
  ) -> StationChannel {
    board.add(name: name, kind: kind, source: source, options: options, settings: settings)
  }

  /// Serves until a signal asks it to end.
  ///
  /// - Parameters:
  ///   - signals: whether SIGINT and SIGTERM are heeded.
  ///   - isReady: told the port once clients can come.
  /// - Throws: `StationError` where the address cannot be listened on.
  public func run(
    signals: Bool = true, isReady: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws {
    var quiet = Logger(label: "http") { _ in SwiftLogNoOpLogHandler() }
    quiet.logLevel = .critical
    let application = Application(
      responder: responder,
      server: .http1(configuration: httpConfiguration),
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port),
        availableConnectionsDelegate: MaximumAvailableConnections(
          options.limits.connections, logger: quiet)),
      onServerRunning: { channel in isReady(channel.localAddress?.port ?? 0) },
      logger: quiet)
    var configuration = ServiceGroupConfiguration(
      services: [Housekeeping(station: self), application],
      gracefulShutdownSignals: signals ? [.sigterm, .sigint] : [], logger: quiet)
    // Clients that do not let go are let go of.
    configuration.maximumGracefulShutdownDuration = .seconds(5)
    let group = ServiceGroup(configuration: configuration)
    running.withLock { $0 = group }
    defer { running.withLock { $0 = nil } }
    do {
      try await group.run()
    } catch let error as IOError {
      throw StationError(
        code: .address,
        message: "\(options.host):\(options.port): cannot be listened on: "
          + "\(String(cString: strerror(error.errnoCode)))")
    } catch let error as SocketAddressError {
      throw StationError(
        code: .address, message: "\(options.host): is no address of this machine: \(error)")
    } catch is CancellationError {}
  }

  /// Ends `run`, as a signal does.
  public func stop() async {
    await running.withLock { $0 }?.triggerGracefulShutdown()
  }

  /// Writes what is left. Called once no source feeds any more.
  public func close() async {
    await board.finishSensors()
    hub.finish()
    if let said = await history.close() { logger.warning("\(PlainText.harmless(said))") }
  }

  /// Tells everybody who watches.
  func say(_ text: String) {
    hub.publish(.notice, NoticeEvent(time: Self.clock(), text: PlainText.harmless(text)))
  }

  var watcherCount: Int { hub.watcherCount }

  /// Ends the event streams.
  func endStreams() { hub.finish() }

  /// What is done four times a second: the history is written.
  func writeHistory() async {
    guard let said = await history.flush() else { return }
    logger.warning("\(PlainText.harmless(said))")
    say(said)
  }

  /// What is done every few seconds: silent sensors rest.
  func rest() { board.rest() }

  /// Seconds between removals of old messages: an hour, or less where they are kept for less than a day.
  var forgetting: Double { max(1, min(3600, (options.keepDays ?? 1) * 3600)) }

  /// Removes old messages.
  func forget() async {
    guard let days = options.keepDays else { return }
    do {
      try await history.forget(before: Self.clock() - days * 86_400)
    } catch {
      logger.warning("old messages cannot be removed: \(PlainText.harmless("\(error)"))")
    }
  }

  private var httpConfiguration: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [MalformedRequests()],
      idleTimeout: .milliseconds(Int64(options.limits.idleSeconds * 1000)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: options.limits.headerBytes,
        maxHeaderListSize: options.limits.headerBytes,
        maxHeaderFieldCount: options.limits.headerCount))
  }

  private var responder: Responder {
    let guards = Guards(options: options, clock: Self.clock)
    return Responder(
      guards: guards, table: RouteTable(routes: routes(guards)), logger: logger)
  }

  /// Everything that is answered.
  var routes: [Route] { routes(Guards(options: options, clock: Self.clock)) }

  private func routes(_ guards: Guards) -> [Route] {
    let status: @Sendable () -> StatusDocument = { [self] in document }
    return StationsAPI(board: board, limits: options.limits, status: status).routes
      + MessagesAPI(history: history, limits: options.limits).routes
      + EventsAPI(hub: hub, limits: options.limits, status: status).routes
      + SessionAPI(guards: guards, limits: options.limits).routes + PageFiles().routes
  }

  private var document: StatusDocument {
    StatusDocument(
      version: options.version, now: JSONText.rounded(Self.clock(), 3),
      began: JSONText.rounded(began, 3), watchers: hub.watcherCount,
      history: .init(path: history.path, fault: history.fault), stations: board.reports)
  }
}

/// What is done again and again while the service runs.
private struct Housekeeping: Service {
  let station: Station

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var round = 0
      let clock = ContinuousClock()
      var due = clock.now
      // A message grows on the disk a quarter of a second after it grew.
      while !Task.isCancelled {
        if clock.now >= due {
          await station.forget()
          due = clock.now + .seconds(station.forgetting)
        }
        if round % 8 == 0 { station.rest() }
        await station.writeHistory()
        round &+= 1
        try? await Task.sleep(for: .milliseconds(250))
      }
    }
    station.endStreams()
  }
}

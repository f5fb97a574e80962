import Camera
import Foundation
import Logging
import Receiver
import Station
import Synchronization

/// The service from its arguments to its end.
struct ServiceRun {
  let command: ServeCommand

  /// Serves until SIGINT or SIGTERM.
  func run() throws(Fault) {
    unblockSignals()
    let station = try station()
    let sources = try sources(station)
    let outcome = Mutex<Fault?>(nil)
    let ended = DispatchSemaphore(value: 0)
    let host = command.host
    Task.detached {
      do {
        try await station.run { port in Self.greet(host: host, port: port) }
      } catch let error as StationError {
        outcome.withLock { $0 = Fault(error) }
      } catch {
        outcome.withLock { $0 = Fault(.inputOutput, "the service failed: \(error)") }
      }
      ended.signal()
    }
    let running = sources.map { RunningSource($0) }
    ended.wait()
    for source in running { source.finish() }
    Task.detached {
      await station.close()
      ended.signal()
    }
    ended.wait()
    if let fault = outcome.withLock({ $0 }) { throw fault }
  }

  private func station() throws(Fault) -> Station {
    var options = StationOptions(historyPath: command.history ?? StateFolder.history)
    options.host = command.host
    options.port = command.port
    options.token = try AccessToken.read(file: command.tokenFile)
    options.hostNames = command.hostName
    options.keepDays = command.keep
    options.version = Version.number
    try AccessToken.check(options, isInsecure: command.insecure)
    // A sensor has no picture for a region to be of.
    var sensor = command.light.receiverOptions
    sensor.region = nil
    do {
      return try Station(
        options: options, sensorOptions: sensor, sensorSettings: settings(sensor),
        logger: Logger(label: "heliograph") { _ in ServiceLog() })
    } catch let error as StationError {
      throw Fault(error)
    } catch {
      throw Fault(.cannotCreate, "the history cannot be opened: \(error)")
    }
  }

  private func settings(_ options: ReceiverOptions) -> StationSettings {
    var sensitivity: Double?
    if command.light.threshold == nil, case .value(let value) = command.light.sensitivity {
      sensitivity = value
    }
    return StationSettings(
      options, sensitivity: sensitivity, speeds: command.light.wpm?.speeds)
  }

  private func sources(_ station: Station) throws(Fault) -> [any StationSource] {
    var sources: [any StationSource] = []
    let options = command.light.receiverOptions
    let settings = settings(options)
    for path in command.play {
      let kind = try InputFile(path: path).kind
      let channel = station.addStation(
        name: Self.name(path), kind: kind == .video ? .video : .trace, source: path,
        options: options, settings: settings)
      sources.append(
        PlayedFile(
          path: path, isLooped: command.loop, channel: channel, kind: kind))
    }
    guard command.play.isEmpty else { return sources }
    for path in command.device.isEmpty ? [nil] : command.device.map(Optional.some) {
      let channel = station.addStation(
        name: path.map(Self.name) ?? "camera", kind: .camera,
        source: path ?? "the first camera", options: options, settings: settings)
      sources.append(
        CameraSource(
          request: Camera.Request(
            path: path, width: command.size?.width, height: command.size?.height,
            rate: command.fps),
          locksControls: !command.noLock, channel: channel))
    }
    return sources
  }

  /// A station's name: that of its file or node, with what a name may not hold left out.
  private static func name(_ path: String) -> String {
    let base = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let name = base.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        ? String(scalar) : "-"
    }.joined()
    return name.isEmpty ? "station" : String(name.prefix(48))
  }

  private static func greet(host: String, port: Int) {
    let shown = host.contains(":") ? "[\(host)]" : host
    note("listening on http://\(shown):\(port)/")
  }

  /// Whoever started the program may have blocked them.
  private func unblockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}

extension Fault {
  init(_ error: StationError) {
    switch error.code {
    case .address: self.init(.unavailable, error.message)
    case .historyInUse: self.init(.cannotCreate, error.message)
    }
  }
}

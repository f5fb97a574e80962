import Foundation
import Logging
import Photometry
import Receiver
import Synchronization

@testable import Station

/// A service that runs on a free port for as long as a test needs it.
final class TestStation: Sendable {
  let station: Station
  let port: Int
  private let task: Task<Void, any Error>
  private let folder: TemporaryFolder

  struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var object: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
    }
  }

  /// Starts it, hands it to `body`, and ends it.
  static func with<Value: Sendable>(
    history: String? = nil, _ change: (inout StationOptions) -> Void = { _ in },
    _ body: (TestStation) async throws -> Value
  ) async throws -> Value {
    let folder = try TemporaryFolder()
    var options = StationOptions(historyPath: history ?? folder.path("history.sqlite"))
    options.port = 0
    options.version = "test"
    change(&options)
    let station = try await TestStation(options, folder)
    let result: Result<Value, any Error>
    do { result = .success(try await body(station)) } catch { result = .failure(error) }
    await station.shutDown()
    await station.station.close()
    return try result.get()
  }

  private init(_ options: StationOptions, _ folder: TemporaryFolder) async throws {
    self.folder = folder
    let receiver = ReceiverOptions()
    let station = try Station(
      options: options, sensorOptions: receiver,
      sensorSettings: StationSettings(receiver, sensitivity: nil, speeds: nil),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    self.station = station
    let (ready, continuation) = AsyncStream<Int>.makeStream()
    task = Task {
      defer { continuation.finish() }
      try await station.run(signals: false) { continuation.yield($0) }
    }
    var port: Int?
    for await found in ready {
      port = found
      break
    }
    guard let port else {
      try await task.value
      throw RawClient.Failure(description: "the service did not begin")
    }
    self.port = port
  }

  /// Sends one request and reads the answer.
  func ask(
    _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil,
    host: String? = nil
  ) async throws -> Answer {
    let port = port
    return try await Waiting.run {
      let client = try RawClient(port: port)
      var text = "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
      for (name, value) in headers { text += "\(name): \(value)\r\n" }
      if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
      text += "Connection: close\r\n\r\n" + (body ?? "")
      try client.send(Array(text.utf8))
      let answer = try client.answer(hasBody: method != "HEAD")
      return Answer(status: answer.status, headers: answer.headers, body: answer.body)
    }
  }

  func get(_ path: String) async throws -> Answer { try await ask("GET", path) }

  /// Posts a trace, in one piece.
  @discardableResult
  func post(_ trace: String, to name: String) async throws -> Answer {
    try await ask(
      "POST", "/api/stations/\(name)/samples", headers: ["Content-Type": "text/csv"], body: trace)
  }

  /// Event streams that are open.
  var watchers: Int { station.watcherCount }

  /// Asks the service to end, as a signal does, and waits until it has.
  func shutDown() async {
    await station.stop()
    _ = await task.result
  }

  /// Opens the event stream; gives its text once `isEnough`, or the time is over.
  func events(
    after: String? = nil, seconds: Double = 10, until isEnough: @escaping @Sendable (String) -> Bool
  ) async throws -> String {
    let port = port
    return try await Waiting.run {
      let client = try RawClient(port: port, timeout: Int(seconds.rounded(.up)))
      let last = after.map { "Last-Event-ID: \($0)\r\n" } ?? ""
      try client.send(
        Array("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(last)\r\n".utf8))
      let (status, _) = try client.head()
      guard status == 200 else { throw RawClient.Failure(description: "status \(status)") }
      return client.read(seconds: seconds, until: isEnough)
    }
  }
}

/// A folder that lasts as long as it is held.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("station-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// Traces of known content.
enum TestTrace {
  /// `text` as a light sensor's samples: a hundred a second, ambient 10, lit 30.
  static func csv(_ text: String, wpm: Double = 20, begin: Double = 0, tail: Double = 8) -> String {
    // PARIS is fifty units.
    let unit = 1.2 / wpm
    var rows = ["time,luma"]
    var level: [Bool] = Array(repeating: false, count: 100)
    for event in runs(text) {
      level += Array(
        repeating: event.isOn, count: Int((Double(event.units) * unit * 100).rounded()))
    }
    level += Array(repeating: false, count: Int(tail * 100))
    for (index, isOn) in level.enumerated() {
      // A little unevenness, as of any sensor.
      let noise = Double((index * 7919) % 13) / 100
      rows.append("\(begin + Double(index) / 100),\((isOn ? 30 : 10) + noise)")
    }
    return rows.joined(separator: "\n") + "\n"
  }

  private static func runs(_ text: String) -> [(isOn: Bool, units: Int)] {
    var runs: [(isOn: Bool, units: Int)] = []
    for word in text.split(separator: " ") {
      if !runs.isEmpty { runs.append((false, 7)) }
      for (index, letter) in word.enumerated() {
        if index > 0 { runs.append((false, 3)) }
        for (place, mark) in (codes[letter] ?? "").enumerated() {
          if place > 0 { runs.append((false, 1)) }
          runs.append((true, mark == "." ? 1 : 3))
        }
      }
    }
    return runs
  }

  private static let codes: [Character: String] = [
    "A": ".-", "B": "-...", "C": "-.-.", "D": "-..", "E": ".", "F": "..-.", "G": "--.",
    "H": "....", "I": "..", "K": "-.-", "L": ".-..", "M": "--", "N": "-.", "O": "---",
    "P": ".--.", "Q": "--.-", "R": ".-.", "S": "...", "T": "-", "U": "..-", "W": ".--",
    "Y": "-.--", "1": ".----", "3": "...--", "7": "--...",
  ]
}

import Foundation
import Subprocess
import SystemPackage

/// The built program as a service, in a process of its own.
struct RunningProgram: Sendable {
  let port: Int
  let process: pid_t
  private let complaints: URL

  struct Outcome: Sendable {
    /// The exit code; negative: the signal that killed it.
    var status: Int32
    var errors: String
  }

  /// The program is built into the folder of the tests.
  private static let url = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("heliograph")

  /// The package's folder.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func sample(_ name: String) -> String {
    package.appendingPathComponent("Samples/\(name)").path
  }

  /// Runs `heliograph serve` until `body` is done, then ends it by `signal`. Where it does not begin,
  /// `body` is not called.
  static func serve(
    _ arguments: [String], port: Int = 0, signal: Int32 = SIGTERM,
    _ body: @Sendable (RunningProgram) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let errors = folder.url.appendingPathComponent("errors")
    try Data().write(to: errors)
    let output = try FileDescriptor.open(FilePath(errors.path), .writeOnly)
    let state = folder.path("state")
    let result = try await Subprocess.run(
      .path(FilePath(url.path)),
      arguments: Arguments(["serve", "--port", "\(port)"] + arguments),
      environment: .inherit.updating(["XDG_STATE_HOME": state]),
      input: .none, output: .discarded,
      error: .fileDescriptor(output, closeAfterSpawningProcess: true)
    ) { execution in
      let process = pid_t(execution.processIdentifier.value)
      defer { kill(process, signal) }
      guard let found = try await Self.port(errors, process) else { return }
      try await body(RunningProgram(port: found, process: process, complaints: errors))
    }
    let code: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): -Int32(signal)
      }
    return Outcome(
      status: code, errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// What it has said so far.
  var errors: String {
    (try? Data(contentsOf: complaints)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func port(_ errors: URL, _ process: pid_t) async throws -> Int? {
    for _ in 0..<400 {
      let text = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      if let line = text.split(separator: "\n").first(where: { $0.contains("listening on") }),
        let port = line.split(separator: ":").last.flatMap({ Int($0.filter(\.isNumber)) })
      {
        return port
      }
      // One that ended is a zombie until it is waited for.
      if let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        state.contains(") Z")
      {
        return nil
      }
      try await Task.sleep(for: .milliseconds(25))
    }
    return nil
  }

  /// Sends one request and reads the answer.
  func ask(
    _ method: String, _ path: String, type: String? = nil, body: String? = nil
  ) async throws -> TestStation.Answer {
    let port = port
    return try await Waiting.run {
      let client = try RawClient(port: port)
      var text = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
      if let type { text += "Content-Type: \(type)\r\n" }
      if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
      try client.send(Array((text + "\r\n" + (body ?? "")).utf8))
      let answer = try client.answer()
      return TestStation.Answer(
        status: answer.status, headers: answer.headers, body: answer.body)
    }
  }

  /// The texts of the history, newest first.
  func texts() async throws -> [String] {
    let page = try await ask("GET", "/api/messages").object
    return (page["messages"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
  }
}

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `heliograph serve`, asked over HTTP.
struct Service: Sendable {
  /// Below the ports that the system gives to those who connect: free, and free again after a restart.
  private let port = Int.random(in: 20_000...32_000)
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init(_ environment: [String: String]) throws {
    folder = try TemporaryFolder()
    self.environment = environment.merging(["XDG_STATE_HOME": folder.path("state")]) { $1 }
  }

  /// Serves while `body` runs, then ends it as a user does.
  func run(
    _ arguments: [String], under launcher: [String] = [],
    _ body: @Sendable () async throws -> Void
  ) async throws -> Program.Outcome {
    try await Program.converse(
      ["serve", "--port", "\(port)"] + arguments, under: launcher, environment: environment
    ) { conversation in
      defer { conversation.kill(SIGTERM) }
      try await body()
    }
  }

  func data(_ path: String) async throws -> Data {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { return Data() }
    return try await URLSession.shared.data(from: url).0
  }

  private func object(_ path: String) async -> [String: Any]? {
    guard let data = try? await data(path) else { return nil }
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
  }

  /// Asks again and again until `body` finds what it looks for; nil where it never does.
  func eventually<Value>(
    _ path: String, _ body: ([String: Any]) -> Value?
  ) async throws -> Value? {
    for _ in 0..<1200 {
      if let object = await object(path), let value = body(object) { return value }
      try await Task.sleep(for: .milliseconds(100))
    }
    return nil
  }

  /// The service's clock, in Unix seconds.
  func now() async throws -> Double {
    try await eventually("/api/status") { $0["now"] as? Double } ?? 0
  }

  /// The history, newest first.
  func messages() async throws -> [[String: Any]] {
    try await eventually("/api/messages") { $0["messages"] as? [[String: Any]] } ?? []
  }

  /// Waits for `text` in a message of a station that began after `time`.
  func hasReceived(_ text: String, from station: String, since time: Double = 0) async throws
    -> Bool
  {
    let found = try await eventually("/api/messages?station=\(station)") { page -> Bool? in
      let messages = page["messages"] as? [[String: Any]] ?? []
      let isThere = messages.contains { message in
        (message["start"] as? Double ?? 0) > time
          && (message["text"] as? String ?? "").contains(text)
      }
      return isThere ? true : nil
    }
    return found ?? false
  }
}

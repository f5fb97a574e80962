import Foundation
import GRDB
import Subprocess
import Testing

/// The service as a user starts it.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ServiceTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func aSignalEndsItWithZeroThoughAPageIsOpen(signal: Int32) async throws {
    let begin = ContinuousClock.now
    let outcome = try await RunningProgram.serve(
      ["--play", RunningProgram.sample("photodiode.csv")], signal: signal
    ) { program in
      let port = program.port
      let held = try await Waiting.run { () -> Held? in
        let client = try RawClient(port: port)
        try client.send(Array("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        let isOpen = client.read(seconds: 5, until: { $0.contains("hello") }).contains("hello")
        return isOpen ? Held(client) : nil
      }
      // Open until the process is gone: it is asked to end now.
      #expect(held != nil)
      kill(program.process, signal)
      try await Task.sleep(for: .seconds(4))
      withExtendedLifetime(held) {}
    }
    #expect(outcome.status == 0)
    #expect(ContinuousClock.now - begin < .seconds(200))
  }

  @Test func whatWasUnderWayIsInTheHistoryWhenItEnds() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("history.sqlite")
    let outcome = try await RunningProgram.serve(["--history", path] + Self.noCamera) { program in
      _ = try await program.ask(
        "POST", "/api/stations/lamp/samples", type: "text/csv",
        body: TestTrace.csv("CQ DE PARIS", tail: 0.1))
    }
    #expect(outcome.status == 0)
    let database = try DatabaseQueue(path: path)
    let text = try await database.read { try String.fetchOne($0, sql: "SELECT text FROM message") }
    #expect(text == "CQ DE PARIS")
  }

  @Test func elsewhereItDemandsATokenOrToBeToldNotTo() async throws {
    let refused = try await RunningProgram.serve(["--host", "0.0.0.0"] + Self.noCamera)
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--token-file"))
    let loud = try await RunningProgram.serve(["--host", "0.0.0.0", "--insecure"] + Self.noCamera)
    #expect(loud.status == 0)
    #expect(loud.errors.contains("WARNING"))
    let folder = try TemporaryFolder()
    try Data("short\n".utf8).write(to: folder.url.appendingPathComponent("token"))
    let short = try await RunningProgram.serve(
      ["--token-file", folder.path("token")] + Self.noCamera)
    #expect(short.status == 64)
    try Data("0123456789abcdef\n".utf8).write(to: folder.url.appendingPathComponent("token"))
    let kept = try await RunningProgram.serve(
      ["--host", "0.0.0.0", "--token-file", folder.path("token")] + Self.noCamera
    ) { program in
      let answer = try await program.ask("GET", "/api/status")
      #expect(answer.status == 401)
    }
    #expect(kept.status == 0)
    #expect(!kept.errors.contains("0123456789abcdef"))
  }

  @Test func anAddressThatIsTakenIsSaid() async throws {
    _ = try await RunningProgram.serve(Self.noCamera) { program in
      let second = try await RunningProgram.serve(Self.noCamera, port: program.port)
      #expect(second.status == 69)
      #expect(second.errors.contains("cannot be listened on"))
    }
  }

  @Test func aCameraThatIsNotThereIsSaidAndWaitedFor() async throws {
    let outcome = try await RunningProgram.serve(["--device", "/dev/video-none"]) { program in
      var fault: String?
      for _ in 0..<100 where fault == nil {
        let status = try await program.ask("GET", "/api/status").object
        fault = (status["stations"] as? [[String: Any]])?.first?["fault"] as? String
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(fault?.contains("/dev/video-none") == true)
    }
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("/dev/video-none"))
  }

  @Test func killedAtAnyMomentItLosesAtMostTheLastSecond() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("history.sqlite")
    let trace = TestTrace.csv("CQ CQ DE K1ABC K1ABC", tail: 0.1).split(separator: "\n")
    let rows = trace.dropFirst()
    for round in 1...20 {
      let outcome = try await RunningProgram.serve(
        ["--history", path] + Self.noCamera, signal: SIGKILL
      ) { program in
        // What came so far has to be there a second later, however the rest comes.
        let part = rows.count * (5 + round % 5) / 10
        let first = "time,luma\n" + rows.prefix(part).joined(separator: "\n") + "\n"
        let answer = try await program.ask(
          "POST", "/api/stations/lamp-\(round)/samples", type: "text/csv", body: first)
        let text = answer.object["text"] as? String ?? ""
        #expect(text.hasPrefix("CQ"))
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("certain"))
        try await Task.sleep(for: .milliseconds(1000))
        // Killed while it writes more.
        let rest = "time,luma\n" + rows.dropFirst(part).joined(separator: "\n") + "\n"
        let port = program.port
        try await Waiting.run {
          let client = try RawClient(port: port)
          try client.send(
            Array(
              """
              POST /api/stations/lamp-\(round)/samples HTTP/1.1\r\nHost: localhost\r\n\
              Content-Type: text/csv\r\nContent-Length: \(rest.utf8.count)\r\n\r\n\(rest)
              """.utf8))
          usleep(UInt32(round * 20_000))
        }
      }
      #expect(outcome.status == -SIGKILL)
      let certain = try String(
        contentsOf: folder.url.appendingPathComponent("certain"), encoding: .utf8)
      let database = try DatabaseQueue(path: path)
      let (text, health) = try await database.read { database in
        (
          try String.fetchOne(
            database, sql: "SELECT text FROM message WHERE station = ?",
            arguments: ["lamp-\(round)"]),
          try String.fetchOne(database, sql: "PRAGMA integrity_check")
        )
      }
      try database.close()
      #expect(health == "ok")
      #expect(text?.hasPrefix(certain.trimmingCharacters(in: .whitespaces)) == true)
    }
    _ = try await RunningProgram.serve(["--history", path] + Self.noCamera) { program in
      #expect(try await program.texts().count == 20)
      let found = try await program.ask("GET", "/api/messages?text=CQ").object
      #expect((found["messages"] as? [Any])?.count == 20)
    }
  }

  @Test(.enabled("a small disk of its own needs root and mount", { await SmallDisk.isPossible }))
  func aFullDiskIsSaidAndDecodingGoesOn() async throws {
    let disk = try await SmallDisk()
    let outcome = try await RunningProgram.serve(
      ["--history", disk.path("history.sqlite")] + Self.noCamera
    ) { program in
      _ = try await program.ask(
        "POST", "/api/stations/first/samples", type: "text/csv",
        body: TestTrace.csv("FIRST", tail: 12))
      try await Task.sleep(for: .milliseconds(800))
      try disk.fill()
      _ = try await program.ask(
        "POST", "/api/stations/second/samples", type: "text/csv",
        body: TestTrace.csv("CQ CQ DE HARRY CQ CQ DE HARRY", tail: 12))
      var fault: String?
      for _ in 0..<100 where fault == nil {
        try await Task.sleep(for: .milliseconds(50))
        let status = try await program.ask("GET", "/api/status").object
        fault = (status["history"] as? [String: Any])?["fault"] as? String
      }
      #expect(fault?.contains("full") == true)
      #expect(program.errors.contains("full"))
      #expect(try await program.texts().count == 2)
      // Room is made, and what waited is written.
      try disk.empty()
      for _ in 0..<100 where fault != nil {
        try await Task.sleep(for: .milliseconds(50))
        let status = try await program.ask("GET", "/api/status").object
        fault = (status["history"] as? [String: Any])?["fault"] as? String
      }
      #expect(fault == nil)
    }
    #expect(outcome.status == 0)
    let database = try DatabaseQueue(path: disk.path("history.sqlite"))
    let count = try await database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM message") ?? 0
    }
    #expect(count == 2)
    try database.close()
    await disk.remove()
  }

  /// A source that needs no camera.
  private static let noCamera = ["--play", RunningProgram.sample("key.csv")]
}

/// A disk of a quarter of a megabyte.
private struct SmallDisk {
  private let folder: TemporaryFolder

  static var isPossible: Bool {
    get async {
      guard getuid() == 0, let disk = try? await SmallDisk() else { return false }
      await disk.remove()
      return true
    }
  }

  init() async throws {
    folder = try TemporaryFolder()
    let result = try await Subprocess.run(
      .name("mount"),
      arguments: ["-t", "tmpfs", "-o", "size=512k", "tmpfs", folder.url.path],
      output: .discarded, error: .discarded)
    guard result.terminationStatus.isSuccess else {
      throw RawClient.Failure(description: "cannot mount")
    }
  }

  func path(_ name: String) -> String { folder.path(name) }

  func fill() throws {
    let file = open(path("filler"), O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let zeros = [UInt8](repeating: 0, count: 4096)
    while write(file, zeros, zeros.count) > 0 {}
  }

  func empty() throws { unlink(path("filler")) }

  func remove() async {
    _ = try? await Subprocess.run(
      .name("umount"), arguments: ["-l", folder.url.path], output: .discarded, error: .discarded)
  }
}

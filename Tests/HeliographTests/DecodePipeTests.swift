import Foundation
import Testing

/// Pipes that stay open while time passes.
@Suite(.timeLimit(.minutes(10))) struct DecodePipeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `interrupted while a pipe is open: what was received is printed, and the end is 0`()
    async throws
  {
    let file = try folder.file("word.csv", TraceText.luma("BRAVO", wpm: 15)).path
    let rows = TraceText.states("SOS SOS SOS", wpm: 20)
    let outcome = try await Program.converse(["decode", file, "-"]) { conversation in
      try await conversation.write(rows)
      _ = try await conversation.read()
      try await Task.sleep(for: .milliseconds(500))
      conversation.kill(SIGINT)
      try await Task.sleep(for: .seconds(2))
    }
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("\(file): BRAVO\n-: SOS SOS SO"))
  }

  @Test func `progress is drawn on a terminal, and only there`() async throws {
    let long = try folder.file("long.csv", TraceText.luma("PARIS", wpm: 12)).path
    let decode = "\(Program.url.path) decode -"
    let screen = folder.path("screen")
    // The rest comes once the progress is seen, however late the program was started.
    let patient = """
      (head -n 200 \(long); until grep -q 0:01 \(screen); do sleep 0.1; done; tail -n +201 \(long)) | \(decode)
      """
    let terminal = try await Tool.run(
      "script", ["-qefc", "TERM=xterm sh -c '\(patient) | cat'", screen])
    #expect(terminal.output.contains("\r-  0:01"), "\(terminal.output)")
    #expect(terminal.output.contains("x\u{1B}[K"))
    #expect(terminal.output.hasSuffix("PARIS\r\n"))
    let slow = "(head -n 200 \(long); sleep 2; tail -n +201 \(long)) | \(decode)"
    let file = try await Tool.run("sh", ["-c", slow])
    #expect(file.output == "PARIS\n" && file.errors.isEmpty)
  }
}

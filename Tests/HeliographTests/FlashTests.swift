import Foundation
import Subprocess
import SystemPackage
import Testing

/// `heliograph encode --flash`, run as a user runs it.
struct FlashTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An LED as the kernel shows one; what is written to a plain file stays as a record.
  private func makeLED(_ name: String, trigger: String = "[none] timer") throws -> URL {
    let led = folder.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: led, withIntermediateDirectories: false)
    for (file, text) in [("brightness", "7\n"), ("max_brightness", "255\n"), ("trigger", trigger)] {
      try Data(text.utf8).write(to: led.appendingPathComponent(file))
    }
    return led
  }

  /// Runs a command with the folder standing in for /sys/class/leds.
  private func run(_ command: String, _ arguments: [String]) async throws -> Program.Outcome {
    let result = try await Subprocess.run(
      .path(FilePath(command)), arguments: Arguments(arguments),
      environment: .inherit.updating(["HELIOGRAPH_LEDS": folder.url.path]),
      output: .bytes(limit: 1 << 20), error: .bytes(limit: 1 << 20))
    guard case .exited(let status) = result.terminationStatus else {
      throw CancellationError()
    }
    return Program.Outcome(
      status: status, output: String(decoding: result.standardOutput, as: UTF8.self),
      errors: String(decoding: result.standardError, as: UTF8.self))
  }

  private func flash(_ arguments: [String]) async throws -> Program.Outcome {
    try await run(Program.url.path, ["encode"] + arguments)
  }

  private func text(_ led: URL, _ file: String) throws -> String {
    try String(contentsOf: led.appendingPathComponent(file), encoding: .utf8)
  }

  private static let quick = ["--wpm", "60", "--lead", "0", "--tail", "0"]

  @Test("an LED is switched to full and off for each mark, and is as before in the end")
  func led() async throws {
    let led = try makeLED("green:status")
    let start = Date()
    let outcome = try await flash(["I", "--flash", "led:green:status"] + Self.quick)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(try text(led, "brightness") == "0\n255\n0\n255\n0\n7\n")
    // Two dots and a gap of 20 ms each: no sooner.
    #expect(Date().timeIntervalSince(start) >= 0.06)
  }

  @Test("a trigger is suspended and comes back")
  func trigger() async throws {
    let led = try makeLED("activity", trigger: "none [mmc0] timer\n")
    #expect(try await flash(["E", "--flash", "led:activity"] + Self.quick).status == 0)
    #expect(try text(led, "trigger").hasPrefix("mmc0\n"))
  }

  @Test("an interrupted LED is as before", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interruptedLED(signal: Int32) async throws {
    let led = try makeLED("activity", trigger: "none [mmc0] timer\n")
    // A dash of 18 s: the signal comes while it is lit, however long the start takes.
    let outcome = try await Program.converse(
      ["encode", "T", "--flash", "led:activity", "--wpm", "0.2", "--lead", "0"],
      environment: ["HELIOGRAPH_LEDS": folder.url.path]
    ) { conversation in
      for _ in 0..<600 where try !text(led, "brightness").hasSuffix("255\n") {
        try await Task.sleep(for: .milliseconds(100))
      }
      conversation.kill(signal)
    }
    #expect(outcome.status == 0)
    #expect(try text(led, "brightness").hasSuffix("255\n7\n"))
    #expect(try text(led, "trigger").hasPrefix("mmc0\n"))
  }

  @Test("an LED that there is not: 69, and those that there are")
  func noSuchLED() async throws {
    _ = try makeLED("green:status")
    let outcome = try await flash(["E", "--flash", "led:red"])
    #expect(outcome.status == 69)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("green:status"))
  }

  @Test(
    "a target that leads elsewhere, two targets, none: 64",
    arguments: [
      ["--flash", "led:../x"], ["--flash", "led:"], ["--flash", "lamp"], [],
      ["--flash", "screen", "-o", "a.csv"], ["--flash", "screen", "--lamp", "A@1,1"],
    ])
  func badTarget(flags: [String]) async throws {
    let outcome = try await flash(["E"] + flags)
    #expect(outcome.status == 64)
    #expect(outcome.complaints.count == 1)
  }

  @Test(
    "the screen is white for each mark, and what was on it comes back, even when interrupted",
    arguments: ["", "timeout --foreground -s INT 1 "])
  func screen(prefix: String) async throws {
    let tail = prefix.isEmpty ? "0" : "60"
    let command =
      "\(prefix)\(Program.url.path) encode I --flash screen --wpm 60 --lead 0 --tail \(tail)"
      + (prefix.isEmpty ? "" : "; test $? = 124")
    // A terminal of its own, by util-linux.
    let outcome = try await run("/usr/bin/script", ["-qec", command, "/dev/null"])
    #expect(outcome.status == 0)
    let drawn = outcome.output
    #expect(drawn.components(separatedBy: "\u{1B}[107m").count == 3)
    #expect(drawn.hasPrefix("\u{1B}[?1049h"))
    #expect(drawn.hasSuffix("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"))
  }

  @Test("without a terminal the screen cannot be flashed: 69")
  func noTerminal() async throws {
    let outcome = try await run(
      "/usr/bin/setsid", ["--wait", Program.url.path, "encode", "E", "--flash", "screen"])
    #expect(outcome.status == 69)
    #expect(outcome.complaints.count == 1)
  }
}

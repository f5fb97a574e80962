import Foundation
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

  private func flash(_ arguments: [String]) throws -> Program.Outcome {
    // Program has no way to set the environment; env does.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["HELIOGRAPH_LEDS=\(folder.url.path)", Program.url.path, "encode"] + arguments
    let errors = Pipe()
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Program.Outcome(
      status: process.terminationStatus, output: "",
      errors: String(decoding: complaint, as: UTF8.self))
  }

  private func text(_ led: URL, _ file: String) throws -> String {
    try String(contentsOf: led.appendingPathComponent(file), encoding: .utf8)
  }

  private static let quick = ["--wpm", "60", "--lead", "0", "--tail", "0"]

  @Test("an LED is switched to full and off for each mark, and is as before in the end")
  func led() throws {
    let led = try makeLED("green:status")
    let start = Date()
    let outcome = try flash(["I", "--flash", "led:green:status"] + Self.quick)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(try text(led, "brightness") == "0\n255\n0\n255\n0\n7\n")
    // Two dots and a gap of 20 ms each: no sooner.
    #expect(Date().timeIntervalSince(start) >= 0.06)
  }

  @Test("a trigger is suspended and comes back")
  func trigger() throws {
    let led = try makeLED("activity", trigger: "none [mmc0] timer\n")
    #expect(try flash(["E", "--flash", "led:activity"] + Self.quick).status == 0)
    #expect(try text(led, "trigger").hasPrefix("mmc0\n"))
  }

  @Test("an LED that there is not: 69, and those that there are")
  func noSuchLED() throws {
    _ = try makeLED("green:status")
    let outcome = try flash(["E", "--flash", "led:red"])
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
  func badTarget(flags: [String]) throws {
    let outcome = try flash(["E"] + flags)
    #expect(outcome.status == 64)
    #expect(outcome.complaints.count == 1)
  }

  /// Runs a command line on a terminal of its own (script of util-linux) and returns what it drew.
  private func onTerminal(_ command: String) throws -> String? {
    let script = "/usr/bin/script"
    guard FileManager.default.isExecutableFile(atPath: script) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: script)
    process.arguments = ["-qec", command, "/dev/null"]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let drawn = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: drawn, as: UTF8.self)
  }

  @Test(
    "the screen is white for each mark, and what was on it comes back, even when interrupted",
    arguments: ["", "timeout --foreground -s INT 1 "])
  func screen(prefix: String) throws {
    let tail = prefix.isEmpty ? "0" : "60"
    let command =
      "\(prefix)\(Program.url.path) encode I --flash screen --wpm 60 --lead 0 --tail \(tail)"
      + (prefix.isEmpty ? "" : "; test $? = 124")
    let start = Date()
    guard let drawn = try onTerminal(command) else { return }
    #expect(Date().timeIntervalSince(start) < 30)
    #expect(drawn.components(separatedBy: "\u{1B}[107m").count == 3)
    #expect(drawn.hasPrefix("\u{1B}[?1049h"))
    #expect(drawn.hasSuffix("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"))
  }

  @Test("without a terminal the screen cannot be flashed: 69")
  func noTerminal() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
    process.arguments = ["--wait", Program.url.path, "encode", "E", "--flash", "screen"]
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 69)
  }
}

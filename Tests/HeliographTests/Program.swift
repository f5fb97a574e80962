import Foundation
import Subprocess
import SystemPackage

/// The built program, run as a user runs it.
struct Program {
  /// What a run left behind.
  struct Outcome {
    /// The exit code; negative: the signal that killed it, which must not pass for an exit code.
    var status: Int32
    var output: String
    var errors: String

    /// Lines on standard error.
    var complaints: [Substring] { errors.split(separator: "\n") }
  }

  /// The program is built into the folder of the tests.
  static let url = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("heliograph")

  /// The package's folder.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs to the end. `input` is given on standard input; nil: none.
  static func run(_ arguments: [String], input: Data? = nil) async throws -> Outcome {
    if let input {
      return try await outcome(
        of: Subprocess.run(
          executable, arguments: Arguments(arguments), input: .array(Array(input)),
          output: .bytes(limit: limit), error: .bytes(limit: limit)))
    }
    return try await outcome(
      of: Subprocess.run(
        executable, arguments: Arguments(arguments), output: .bytes(limit: limit),
        error: .bytes(limit: limit)))
  }

  /// Runs with a standard output that takes nothing.
  static func runIntoFullDisk(_ arguments: [String]) async throws -> Outcome {
    let full = try FileDescriptor.open("/dev/full", .writeOnly)
    let result = try await Subprocess.run(
      executable, arguments: Arguments(arguments),
      output: .fileDescriptor(full, closeAfterSpawningProcess: true), error: .bytes(limit: limit))
    return Outcome(
      status: code(result.terminationStatus), output: "",
      errors: String(decoding: result.standardError, as: UTF8.self))
  }

  /// Runs while `talk` writes to it and reads from it; then its input ends. Returns all it printed.
  /// `environment`: what is added to that of the tests; `launcher`: a command that becomes the program.
  static func converse(
    _ arguments: [String], under launcher: [String] = [], environment: [String: String] = [:],
    _ talk: @Sendable (Conversation) async throws -> Void
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let printed = try folder.file("printed", "")
    let output = try FileDescriptor.open(FilePath(printed.path), .writeOnly)
    let result = try await Subprocess.run(
      launcher.isEmpty ? executable : .path("/usr/bin/env"),
      arguments: Arguments(launcher.isEmpty ? arguments : launcher + [url.path] + arguments),
      environment: .inherit.updating(
        Dictionary(uniqueKeysWithValues: environment.map { (.init(stringLiteral: $0), $1) })),
      input: .inputWriter,
      output: .fileDescriptor(output, closeAfterSpawningProcess: true), error: .discarded
    ) { execution in
      let conversation = Conversation(
        process: pid_t(execution.processIdentifier.value), writer: execution.standardInputWriter,
        printed: printed)
      try await talk(conversation)
      try? await execution.standardInputWriter.finish()
    }
    let text = String(decoding: try Data(contentsOf: printed), as: UTF8.self)
    return Outcome(status: code(result.terminationStatus), output: text, errors: "")
  }

  private static let executable = Executable.path(FilePath(url.path))
  private static let limit = 1 << 24

  private static func outcome(
    of result: ExecutionResult<Void, BytesOutput, BytesOutput>
  ) -> Outcome {
    Outcome(
      status: code(result.terminationStatus),
      output: String(decoding: result.standardOutput, as: UTF8.self),
      errors: String(decoding: result.standardError, as: UTF8.self))
  }

  private static func code(_ status: TerminationStatus) -> Int32 {
    switch status {
    case .exited(let code): code
    case .signaled(let signal): -Int32(signal)
    }
  }
}

/// A running program, written to and read from by turns.
struct Conversation {
  private let process: pid_t
  private let writer: StandardInputWriter
  private let printed: URL

  init(process: pid_t, writer: StandardInputWriter, printed: URL) {
    self.process = process
    self.writer = writer
    self.printed = printed
  }

  func write(_ text: String) async throws {
    _ = try await writer.write(Array(text.utf8))
  }

  func kill(_ signal: Int32) {
    Foundation.kill(process, signal)
  }

  /// Waits until it has printed `text`; false where that takes more than `seconds`.
  func waits(for text: String, seconds: Int) async throws -> Bool {
    for _ in 0...(10 * seconds) {
      let all = String(decoding: try Data(contentsOf: printed), as: UTF8.self)
      if all.contains(text) { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  /// What it has printed, once it has printed something; empty when it stays silent for long.
  func read() async throws -> String {
    for _ in 0..<1000 {
      let text = String(decoding: try Data(contentsOf: printed), as: UTF8.self)
      if !text.isEmpty { return text }
      try await Task.sleep(for: .milliseconds(10))
    }
    return ""
  }
}

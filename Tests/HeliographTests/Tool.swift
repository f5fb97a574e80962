import Foundation
import Subprocess
import SystemPackage

/// Programs of other people that judge what ours makes.
enum Tool {
  static func exists(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }

  /// Runs one to its end, or for a minute.
  static func run(_ name: String, _ arguments: [String], input: Data = Data()) async throws
    -> Program.Outcome
  {
    let result = try await Subprocess.run(
      .path("/usr/bin/timeout"), arguments: Arguments(["60", name] + arguments),
      input: .array(Array(input)), output: .bytes(limit: 1 << 24), error: .bytes(limit: 1 << 24))
    guard case .exited(let status) = result.terminationStatus else { throw CancellationError() }
    return Program.Outcome(
      status: status, output: String(decoding: result.standardOutput, as: UTF8.self),
      errors: String(decoding: result.standardError, as: UTF8.self))
  }
}

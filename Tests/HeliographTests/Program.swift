import Foundation

/// The built program, run as a user runs it.
struct Program {
  /// What a run left behind.
  struct Outcome {
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
  static func run(
    _ arguments: [String], input: Data? = nil, output: FileHandle? = nil
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    let outputFile = try folder.file("output", Data())
    let errorFile = try folder.file("errors", Data())
    process.standardOutput = try output ?? FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    let pipe = Pipe()
    process.standardInput = input == nil ? FileHandle.nullDevice : pipe
    try process.run()
    if let input {
      // The program may end before it has read all.
      try? pipe.fileHandleForWriting.write(contentsOf: input)
      try? pipe.fileHandleForWriting.close()
    }
    process.waitUntilExit()
    let status = process.terminationStatus
    return Outcome(
      // A signal is a crash: it must not pass for an exit code.
      status: process.terminationReason == .exit ? status : -status,
      output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }
}

/// A folder that lasts as long as it is held.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("heliograph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String, _ data: Data) throws -> URL {
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }

  func file(_ name: String, _ text: String) throws -> URL {
    try file(name, Data(text.utf8))
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

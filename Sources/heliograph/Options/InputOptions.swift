import ArgumentParser
import Foundation

/// The flags that say what is decoded.
struct InputOptions: ParsableArguments {
  @Argument(
    help: """
      Recordings; - is standard input, @FILE a list of them, one a line (@- from standard input).
      """, completion: .file())
  var files: [String]

  @Flag(help: "Take the recordings in folders, and in folders within them.")
  var recursive = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Recordings decoded at once; left out, as many as there are cores.", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs must be 1 to 1024")
    }
  }

  /// Whether what is printed is to say which recording it is from: so it is where the number of
  /// recordings is not told on the command line.
  func isNamed(_ inputs: [String]) -> Bool {
    inputs.count > 1 || recursive || files.contains { $0.hasPrefix("@") }
  }

  /// How many of `inputs` are decoded at once.
  func concurrency(_ inputs: [String]) -> Int {
    min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, inputs.count)
  }
}

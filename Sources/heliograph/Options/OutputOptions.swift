public import ArgumentParser
public import Receiver

/// The flags of every command that writes what it receives.
struct OutputOptions: ParsableArguments {
  @Option(
    help: """
      What is printed: text (a line a message), jsonl (an object a line), csv (a table), srt or vtt \
      (subtitles that grow as the text does).
      """)
  var format: TranscriptFormat = .text

  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Also write a file; its ending tells the format (.txt, .jsonl, .csv, .srt, .vtt), or say it, \
      as in srt:FILE. {} stands for the recording's name without its ending. May be given several \
      times.
      """,
      valueName: "[format:]file"),
    completion: .file())
  var output: [OutputRequest] = []

  func validate() throws {
    if output.contains(where: { $0.path == "-" }) {
      throw ValidationError("--output names a file; what is printed is told by --format")
    }
    let paths = output.map(\.path)
    if Set(paths).count < paths.count {
      throw ValidationError("--output names the same file twice; give each format its own")
    }
  }

  /// The format in which a request is written.
  func format(of request: OutputRequest) -> TranscriptFormat {
    request.format ?? TranscriptFormat(endingOf: request.path) ?? format
  }
}

/// `FILE`, or `FORMAT:FILE`.
struct OutputRequest: Hashable, ExpressibleByArgument {
  /// What stands for the recording's name.
  static let placeholder = "{}"

  let format: TranscriptFormat?
  let path: String

  init(path: String) {
    format = nil
    self.path = path
  }

  init?(argument: String) {
    if let colon = argument.firstIndex(of: ":"),
      let named = TranscriptFormat(rawValue: String(argument[..<colon]))
    {
      format = named
      path = String(argument[argument.index(after: colon)...])
    } else {
      format = nil
      path = argument
    }
    if path.isEmpty { return nil }
  }

  /// Whether each recording has a file of its own.
  var isForEach: Bool { path.contains(OutputRequest.placeholder) }

  /// Where it is written for the recording `input`.
  func path(for input: String) -> String {
    path.replacing(OutputRequest.placeholder, with: OutputRequest.stem(of: input))
  }

  /// A path without its ending.
  static func stem(of path: String) -> String {
    guard path != "-" else { return "stdin" }
    let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[nameStart...].lastIndex(of: "."), dot > nameStart else { return path }
    return String(path[..<dot])
  }
}

extension TranscriptFormat: ExpressibleByArgument {}

import Receiver

/// Writes what is received to standard output in the format asked for.
final class Printer {
  private enum Writer {
    case text(TextTranscript)
    case json(JSONLines)
  }

  private let file: String?
  private let output: StandardOutput
  private var writer: Writer
  /// Whether any text was received.
  private(set) var hasPrinted = false

  /// `file`: the input's name, where there are several.
  init(format: OutputFormat, file: String?, output: StandardOutput) {
    self.file = file
    self.output = output
    writer =
      switch format {
      case .text: .text(TextTranscript(file: file))
      case .jsonl: .json(JSONLines(file: file))
      }
  }

  /// Tells, before anything is written, how many lamps there are in all.
  func expect(lamps: Int) {
    if case .text = writer { writer = .text(TextTranscript(file: file, lamps: lamps)) }
  }

  func write(_ received: [Received]) throws(Fault) {
    guard !received.isEmpty else { return }
    if received.contains(where: { if case .light = $0 { false } else { true } }) {
      hasPrinted = true
    }
    switch writer {
    case .text(var transcript):
      let text = received.map { transcript.consume($0) }.joined()
      writer = .text(transcript)
      try output.write(text)
    case .json(let lines):
      try output.write(received.map { lines.line($0) }.joined())
    }
  }

  func finish() throws(Fault) {
    guard case .text(var transcript) = writer else { return }
    let text = transcript.finish()
    writer = .text(transcript)
    try output.write(text)
  }
}

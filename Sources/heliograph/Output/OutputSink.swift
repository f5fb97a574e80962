import Receiver

/// Where a transcript goes: standard output, or a file. Begins it as its format wants it.
final class OutputSink {
  let format: TranscriptFormat
  private let file: OutputFile?
  private var isBegun = false
  /// What went wrong with the file, told once; it is left alone from then on.
  private(set) var fault: Fault?

  /// Standard output: nothing is printed where nothing is received.
  init(format: TranscriptFormat) {
    self.format = format
    file = nil
  }

  /// A file: even an empty one is a whole one.
  init(path: String, format: TranscriptFormat) throws(Fault) {
    self.format = format
    let file = try OutputFile(path: path)
    self.file = file
    isBegun = true
    attempt { () throws(Fault) in try file.write(format.head) }
  }

  /// Throws where standard output cannot be written; a file's fault is reported and kept.
  func write(_ text: String) throws(Fault) {
    guard !text.isEmpty else { return }
    let whole = isBegun ? text : format.head + text
    isBegun = true
    guard let file else { return try StandardOutput().write(whole) }
    attempt { () throws(Fault) in try file.write(whole) }
  }

  func close() {
    guard let file else { return }
    attempt { () throws(Fault) in try file.close() }
  }

  private func attempt(_ action: () throws(Fault) -> Void) {
    guard fault == nil else { return }
    do {
      try action()
    } catch {
      error.report()
      fault = error
    }
  }
}

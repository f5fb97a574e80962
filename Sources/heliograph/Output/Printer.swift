import Receiver

/// Writes what is received of one recording to standard output and to files, each in its format.
final class Printer {
  private let name: String?
  private let sinks: [OutputSink]
  private let own: [OutputSink]
  private var transcripts: [Transcript] = []

  /// `own`: the files that are this recording's alone; `name`: its name, where there are several.
  init(standardOutput: OutputSink, shared: [OutputSink], own: [OutputSink], name: String?) {
    self.name = name
    self.own = own
    sinks = [standardOutput] + shared + own
    begin()
  }

  /// Tells, before anything is written, how many lamps there are in all, and the time at which
  /// subtitles begin to count.
  func begin(lamps: Int = 0, at origin: Double = 0) {
    transcripts = sinks.map { Transcript($0.format, file: name, lamps: lamps, origin: origin) }
  }

  func write(_ received: [Received]) throws(Fault) {
    guard !received.isEmpty else { return }
    try forEach { transcript in received.map { transcript.consume($0) }.joined() }
  }

  /// The first fault of the recording's own files; it has been reported.
  var fault: Fault? { own.compactMap(\.fault).first }

  /// Ends the recording.
  func finish() throws(Fault) {
    defer { for sink in own { sink.close() } }
    try forEach { transcript in transcript.finish() }
  }

  /// A fault of standard output is thrown when every file has been written.
  private func forEach(_ action: (inout Transcript) -> String) throws(Fault) {
    var fault: Fault?
    for index in sinks.indices {
      let text = action(&transcripts[index])
      do {
        try sinks[index].write(text)
      } catch {
        fault = fault ?? error
      }
    }
    if let fault { throw fault }
  }
}

import Photometry
import Receiver
import VideoFile

/// One recording from its bytes to what is printed.
struct Decoding {
  let path: String
  let options: ReceiverOptions
  let report: ReportOptions
  let outlet: Outlet
  let board: ProgressBoard
  /// nil where none was asked for.
  let sound: RecordingSound?
  /// How many FFmpeg may decode on; 0: as it finds fit.
  var threads = 0

  /// Decodes and prints, then lets what was received sound to its end. What was received before a fault
  /// is printed before the fault is told.
  func run() {
    do {
      let recordingReport = try RecordingReport(report, path: path, options: options)
      let input = try InputFile(path: path)
      if input.kind == .trace, options.region != nil {
        outlet.note("a trace has no picture; --region does nothing here")
      }
      try sound?.open()
      switch (input.kind, input.isStream) {
      case (.trace, true): try runLiveTrace(input, recordingReport)
      case (.trace, false): try runTrace(input, recordingReport)
      case (.video, _): try runVideo(input, recordingReport)
      }
    } catch {
      outlet.tell(error)
    }
    outlet.end()
    do throws(Fault) {
      if !outlet.output.isBroken { try sound?.finish() }
    } catch {
      outlet.tell(error)
    }
  }

  private func runLiveTrace(_ input: InputFile, _ report: RecordingReport?) throws(Fault) {
    var receiver = LiveReceiver(options: options)
    var recorded = report.map { _ in RecordedReceiver(options: options) }
    var isSilent = true
    func write(_ received: [Received]) {
      if received.contains(where: \.isText) { isSilent = false }
      outlet.write(received)
    }
    let fault = try rows(of: input) { row, kind throws(Fault) in
      recorded?.consume(row, of: kind)
      write(receiver.consume(row, of: kind))
      try sound?.follow(isLit: receiver.isLit, at: row.time)
    }
    write(receiver.finish())
    if var recorded {
      _ = recorded.finish()
      report?.finish(recorded.findings, outlet)
    }
    try end(isSilent: isSilent, fault)
  }

  private func runTrace(_ input: InputFile, _ report: RecordingReport?) throws(Fault) {
    var receiver = RecordedReceiver(options: options)
    let fault = try rows(of: input) { row, kind throws(Fault) in
      receiver.consume(row, of: kind)
      sound?.pass(row.time)
    }
    try finish(&receiver, report, fault)
  }

  /// Calls `body` for every row; returns the fault that ended the trace early.
  private func rows(
    of input: InputFile, _ body: (TraceRow, TraceKind) throws(Fault) -> Void
  ) throws(Fault) -> Fault? {
    var parser = TraceParser()
    var first: Double?
    while !outlet.isClosed {
      let bytes: [UInt8]
      do { bytes = try input.next() } catch { return error }
      let portion = bytes.isEmpty ? parser.finish() : parser.consume(bytes)
      if let kind = parser.kind {
        for row in portion.rows { try body(row, kind) }
      }
      if let last = portion.rows.last {
        first = first ?? portion.rows.first?.time
        board.update(outlet.index, time: last.time - (first ?? 0), part: input.part)
      }
      if let fault = portion.fault { return Fault(.notUnderstood, "\(path): \(fault)") }
      if bytes.isEmpty { break }
    }
    return nil
  }

  private func runVideo(_ input: InputFile, _ report: RecordingReport?) throws(Fault) {
    // The reader may go on with the pipe that this has begun.
    defer { withExtendedLifetime(input) {} }
    let reader: VideoReader
    do {
      reader = try VideoReader(path: path, begun: input.begun, threads: threads)
    } catch {
      throw Fault(error)
    }
    let info = reader.info
    var options = options
    options.orientation = Orientation(
      width: info.width, height: info.height, quarterTurns: info.quarterTurns)
    try options.check(region: options.orientation, of: path)
    report?.orientation = options.orientation
    var receiver = RecordedReceiver(options: options)
    var fault: Fault?
    do {
      while !outlet.isClosed {
        let time: Double? = try reader.nextFrame { frame in
          receiver.consume(frame)
          report?.look(at: frame)
          sound?.pass(frame.time)
          return frame.time
        }
        guard let time else { break }
        board.update(outlet.index, time: time, length: info.duration)
      }
    } catch {
      fault = Fault(error)
    }
    try finish(&receiver, report, fault, size: options.orientation.shownSize)
  }

  private func finish(
    _ receiver: inout RecordedReceiver, _ report: RecordingReport?, _ fault: Fault?,
    size: (width: Int, height: Int)? = nil
  ) throws(Fault) {
    board.judge(outlet.index)
    let received = receiver.finish()
    outlet.begin(received, size: size)
    outlet.write(received)
    report?.finish(receiver.findings, outlet)
    try sound?.take(received)
    try end(isSilent: !received.contains(where: \.isText), fault)
  }

  private func end(isSilent: Bool, _ fault: Fault?) throws(Fault) {
    if let fault { throw fault }
    // An explanation has said so.
    if isSilent, !report.explain { outlet.note("nothing received; --explain says why") }
  }
}

extension Received {
  /// Whether it is more than light.
  var isText: Bool {
    if case .light = self { false } else { true }
  }
}

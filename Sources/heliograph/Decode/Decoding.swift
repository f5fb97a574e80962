import Photometry
import Receiver
import VideoFile

/// One recording from its bytes to what is printed.
struct Decoding {
  let path: String
  let options: ReceiverOptions
  /// nil where none was asked for.
  let sound: RecordingSound?

  /// Decodes and prints. What was received before a fault is printed before it is thrown.
  func run(_ printer: Printer) throws(Fault) {
    var fault: Fault?
    do {
      let input = try InputFile(path: path)
      try sound?.open()
      switch (input.kind, input.isStream) {
      case (.trace, true): try runLiveTrace(input, printer)
      case (.trace, false): try runTrace(input, printer)
      case (.video, _): try runVideo(input, printer)
      }
    } catch {
      fault = error
    }
    if fault?.isOfOutput != true {
      try printer.finish()
      try sound?.finish()
    }
    if let fault { throw fault }
  }

  private func runLiveTrace(_ input: InputFile, _ printer: Printer) throws(Fault) {
    var receiver = LiveReceiver(options: options)
    let fault = try rows(of: input) { row, kind throws(Fault) in
      try printer.write(receiver.consume(row, of: kind))
      try sound?.follow(isLit: receiver.isLit, at: row.time)
    }
    try printer.write(receiver.finish())
    if let fault { throw fault }
  }

  private func runTrace(_ input: InputFile, _ printer: Printer) throws(Fault) {
    var receiver = RecordedReceiver(options: options)
    let fault = try rows(of: input) { row, kind throws(Fault) in
      receiver.consume(row, of: kind)
      sound?.pass(row.time)
    }
    try print(receiver.finish(), printer)
    if let fault { throw fault }
  }

  /// Calls `body` for every row; returns the fault that ended the trace early.
  private func rows(
    of input: InputFile, _ body: (TraceRow, TraceKind) throws(Fault) -> Void
  ) throws(Fault) -> Fault? {
    var parser = TraceParser()
    while !Interruption.isRequested {
      let bytes: [UInt8]
      do { bytes = try input.next() } catch { return error }
      let portion = bytes.isEmpty ? parser.finish() : parser.consume(bytes)
      if let kind = parser.kind {
        for row in portion.rows { try body(row, kind) }
      }
      if let fault = portion.fault { return Fault(.notUnderstood, "\(path): \(fault)") }
      if bytes.isEmpty { break }
    }
    return nil
  }

  private func runVideo(_ input: InputFile, _ printer: Printer) throws(Fault) {
    // The reader may go on with the pipe that this has begun.
    defer { withExtendedLifetime(input) {} }
    let reader: VideoReader
    do {
      reader = try VideoReader(path: path, begun: input.begun)
    } catch {
      throw Fault(error)
    }
    var options = options
    options.orientation = Orientation(
      width: reader.info.width, height: reader.info.height, quarterTurns: reader.info.quarterTurns)
    try options.check(region: options.orientation, of: path)
    var receiver = RecordedReceiver(options: options)
    var fault: Fault?
    do {
      while !Interruption.isRequested {
        let isMore: Void? = try reader.nextFrame { frame in
          receiver.consume(frame)
          sound?.pass(frame.time)
        }
        if isMore == nil { break }
      }
    } catch {
      fault = Fault(error)
    }
    try print(receiver.finish(), printer)
    if let fault { throw fault }
  }

  private func print(_ received: [Received], _ printer: Printer) throws(Fault) {
    printer.begin(lamps: Set(received.map(\.lamp)).count)
    try printer.write(received)
    try sound?.take(received)
  }
}

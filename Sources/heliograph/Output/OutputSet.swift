import Receiver

/// All that a command writes what it receives to: standard output and the files asked for.
final class OutputSet {
  private let options: OutputOptions
  private let standardOutput: OutputSink
  private var shared: [OutputSink] = []
  /// The first fault of a file.
  private(set) var fault: Fault?

  /// Creates the files that all recordings share. Throws where one cannot be created: nothing has been
  /// read by then.
  ///
  /// `inputs`: the recordings, which must not be overwritten; `isNamed`: each object says which
  /// recording it is from, for there are several; `others`: what else the command writes, and by which
  /// flag.
  init(
    _ options: OutputOptions, inputs: [String] = [], isNamed: Bool = false,
    besides others: [(request: OutputRequest, flag: String)] = []
  ) throws(Fault) {
    self.options = options
    standardOutput = OutputSink(format: options.format)
    guard !isNamed || !options.format.isOfOneRecording else {
      throw Fault(
        .usage,
        "--format \(options.format.rawValue) is for one recording; "
          + "give --output '{}.\(options.format.rawValue)' for a file each")
    }
    var written = WrittenFiles(inputs: inputs)
    for request in options.output { try written.add(request, of: inputs, by: "--output") }
    for other in others { try written.add(other.request, of: inputs, by: other.flag) }
    for request in options.output {
      let format = options.format(of: request)
      guard !request.isForEach || inputs.isEmpty else { continue }
      guard !isNamed || !format.isOfOneRecording else {
        throw Fault(
          .usage,
          "\(request.path): \(format.rawValue) is of one recording; name a file for each, as '{}.\(format.rawValue)'"
        )
      }
      shared.append(try OutputSink(path: request.path, format: format))
    }
  }

  /// What writes the recording `input`; `name`: what each object calls it, where there are several.
  ///
  /// A file of its own that cannot be created is reported; the rest is written all the same.
  func printer(for input: String? = nil, name: String? = nil) -> Printer {
    var own: [OutputSink] = []
    if let input {
      for request in options.output where request.isForEach {
        do {
          own.append(
            try OutputSink(path: request.path(for: input), format: options.format(of: request)))
        } catch {
          error.report()
          fault = fault ?? error
        }
      }
    }
    return Printer(standardOutput: standardOutput, shared: shared, own: own, name: name)
  }

  /// Takes over what went wrong with a recording's own files.
  func note(_ fault: Fault?) {
    self.fault = self.fault ?? fault
  }

  /// Ends all files.
  func close() {
    for sink in shared {
      sink.close()
      note(sink.fault)
    }
  }
}

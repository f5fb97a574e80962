import Foundation

/// The files that a command is going to write, looked at before any is created: none may be a recording
/// that is read, and none may be written twice.
struct WrittenFiles {
  private let inputs: Set<FileIdentity>
  /// Who writes each.
  private var writers: [FileIdentity: String] = [:]

  init(inputs: [String]) {
    self.inputs = Set(
      inputs.compactMap {
        $0 == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path: $0)
      })
    if let printed = FileIdentity(descriptor: STDOUT_FILENO) {
      writers[printed] = "standard output"
    }
  }

  /// `writer`: the flag, as a user knows it.
  mutating func add(_ path: String, by writer: String) throws(Fault) {
    guard let file = FileIdentity(path: path) else { return }
    guard !inputs.contains(file) else {
      throw Fault(.usage, "\(path): is a recording to read; write to another file")
    }
    if let other = writers.updateValue(writer, forKey: file) {
      throw Fault(
        .usage,
        "\(path): would be written twice, by \(other) and by \(writer); name a file for each")
    }
  }

  /// One for each recording, or one for all.
  mutating func add(
    _ request: OutputRequest, of recordings: [String], by flag: String
  ) throws(Fault) {
    guard request.isForEach, !recordings.isEmpty else { return try add(request.path, by: flag) }
    for recording in recordings {
      try add(request.path(for: recording), by: "\(flag) for \(recording)")
    }
  }
}

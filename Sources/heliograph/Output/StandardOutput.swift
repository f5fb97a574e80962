import Foundation

/// Standard output: only what was received, each piece flushed as it is written.
struct StandardOutput {
  /// Writes all of `text`.
  func write(_ text: String) throws(Fault) {
    try Descriptor(number: STDOUT_FILENO, name: "standard output").write(text)
  }
}

/// Something open for writing.
struct Descriptor {
  let number: Int32
  /// As a user calls it.
  let name: String

  /// Writes all of `text`; a signal does not cut it off.
  func write(_ text: String) throws(Fault) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes {
        Foundation.write(number, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR {
        throw Fault(.inputOutput, "\(name): cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }
}

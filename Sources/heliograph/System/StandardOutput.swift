import Foundation

/// Standard output: only what was received, each piece flushed as it is written.
struct StandardOutput {
  /// Writes all of `text`.
  func write(_ text: String) throws(Fault) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes {
        Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR {
        throw Fault(
          .inputOutput, "standard output: cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }
}

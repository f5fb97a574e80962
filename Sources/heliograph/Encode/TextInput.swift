import Foundation

/// The text to send, from standard input.
enum TextInput {
  /// Bytes: at 12 WPM a day of sending is about 90 000 characters.
  static let limit = 1 << 20

  static func read() throws(Fault) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = buffer.withUnsafeMutableBytes {
        Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count == 0 { break }
      if count > 0 {
        bytes.append(contentsOf: buffer.prefix(count))
      } else if errno != EINTR {
        throw Fault(
          .inputOutput, "standard input: cannot be read: \(String(cString: strerror(errno)))")
      }
    }
    guard bytes.count <= limit else {
      throw Fault(.usage, "standard input: the text is longer than 1 MB; send less at a time")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(.notUnderstood, "standard input: the text is not UTF-8; convert it with iconv")
    }
    return text
  }
}

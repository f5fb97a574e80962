import Foundation

/// A file that is being written. What was there before is replaced.
final class OutputFile {
  let path: String
  private let descriptor: Int32
  private var isOpen = true

  init(path: String) throws(Fault) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw Fault(.cannotCreate, "\(path): cannot be created: \(String(cString: strerror(errno)))")
    }
  }

  deinit { if isOpen { Foundation.close(descriptor) } }

  func write(_ text: String) throws(Fault) {
    try Descriptor(number: descriptor, name: path).write(text)
  }

  /// Some file systems say only here that there was no room.
  func close() throws(Fault) {
    guard isOpen else { return }
    isOpen = false
    guard Foundation.close(descriptor) == 0 || errno == EINTR else {
      throw Fault(.inputOutput, "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}

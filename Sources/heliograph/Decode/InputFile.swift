import Foundation
import Receiver
import VideoFile

/// A recording opened for reading: what kind it is, and a trace's bytes.
///
/// Reads with `read(2)`, which a signal interrupts, so that an interrupted pipe is flushed at once.
final class InputFile {
  enum Kind {
    case trace
    case video
  }

  let path: String
  let kind: Kind
  /// Whether its end is not there yet: a pipe is decoded as it comes.
  let isStream: Bool
  /// Bytes in all, where that is known, and read so far.
  private let size: Int
  private var position = 0
  /// What was read to tell the kind.
  private var head: [UInt8]
  private let descriptor: Int32

  /// A pipe as it stands, for a reader of videos to take over; nil where the path can be opened.
  var begun: BegunPipe? {
    isStream ? BegunPipe(descriptor: descriptor, head: head) : nil
  }

  /// Opens `path`, or standard input for "-".
  init(path: String) throws(Fault) {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Fault(opening: path, errno: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Fault(opening: path, errno: errno) }
    let type = status.st_mode & S_IFMT
    if type == S_IFDIR {
      if descriptor != STDIN_FILENO { close(descriptor) }
      throw Fault(
        .noInput, "\(path): is a directory; name the recordings in it, or give --recursive")
    }
    self.path = path
    self.descriptor = descriptor
    isStream = type != S_IFREG
    size = isStream ? 0 : Int(status.st_size)
    let start = isStream ? 0 : lseek(descriptor, 0, SEEK_CUR)
    var head: [UInt8] = []
    // A header is shorter than this; a pipe may bring it in pieces.
    while head.count < 64, !head.contains(UInt8(ascii: "\n")) {
      let bytes = try Self.read(descriptor, path: path, atMost: 64 - head.count)
      if bytes.isEmpty { break }
      head += bytes
    }
    kind = TraceParser.isHeader(head) ? .trace : .video
    if !isStream { lseek(descriptor, start, SEEK_SET) }
    self.head = head
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The next bytes, those read to tell the kind first; empty at the end or when interrupted.
  func next() throws(Fault) -> [UInt8] {
    if isStream, !head.isEmpty {
      defer { head = [] }
      return head
    }
    let bytes = try Self.read(descriptor, path: path, atMost: 65536)
    position += bytes.count
    return bytes
  }

  /// How much of it has been read, 0 to 1; nil where its end is not there yet.
  var part: Double? { size > 0 ? min(1, Double(position) / Double(size)) : nil }

  private static func read(
    _ descriptor: Int32, path: String, atMost count: Int
  ) throws(Fault) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    while !Interruption.isRequested {
      let got = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, count) }
      if got >= 0 { return Array(buffer.prefix(got)) }
      guard errno == EINTR else {
        let reason = String(cString: strerror(errno))
        throw Fault(.inputOutput, "\(path): cannot be read: \(reason)")
      }
    }
    return []
  }
}

internal import Glibc

/// A pipe that somebody has begun to read, to see what is in it.
public struct BegunPipe: Hashable, Sendable {
  /// Open for reading; stays the caller's to close, after the reader.
  public var descriptor: Int32
  /// What has been read from it, at most 4096 bytes.
  public var head: [UInt8]

  public init(descriptor: Int32, head: [UInt8]) {
    self.descriptor = descriptor
    self.head = head
  }
}

/// The bytes of a video: a regular file, or a pipe.
///
/// A file is read where FFmpeg asks. A pipe can only be read onwards, which suffices for formats made
/// for it (Matroska, WebM, MPEG transport streams and raw streams); any other, such as an MP4
/// whose index comes last, is first taken whole into a temporary file that has no name and goes away
/// with the process. It lies in `TMPDIR`, or else in `/var/tmp`, and may fill the disk there, no more.
final class ByteSource {
  private let path: String
  private var descriptor: Int32
  private let owned: Bool
  /// Where the video begins in the file: standard input may have been read from before.
  private var base: off_t = 0
  private(set) var position: Int64 = 0
  /// Bytes read ahead from a pipe to tell its format.
  private var head: [UInt8] = []
  /// Whether any position can be read, not only the next.
  private(set) var isSeekable = true
  /// What the system last refused with.
  private(set) var failure: Int32?

  /// Opens a file, a named pipe, or standard input for "-". A pipe that was opened and read from
  /// already is taken over with what was read.
  init(path: String, begun: BegunPipe? = nil) throws(VideoError) {
    self.path = path
    head = begun?.head ?? []
    if let begun {
      descriptor = begun.descriptor
      owned = false
    } else if path == "-" {
      descriptor = STDIN_FILENO
      owned = false
    } else {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      owned = true
      guard descriptor >= 0 else { throw Self.openError(path: path, cause: errno) }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw VideoError(
        code: .noInput, path: path, message: "cannot be read: \(systemText(errno))", cause: errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      if !owned { base = max(0, lseek(descriptor, 0, SEEK_CUR)) }
    case S_IFIFO, S_IFSOCK:
      try openPipe()
    case S_IFCHR where !owned && isatty(descriptor) == 0:
      try openPipe()
    case S_IFDIR:
      throw VideoError(
        code: .noInput, path: path, message: "is a directory; name the videos in it", cause: EISDIR)
    case S_IFCHR where !owned:
      throw VideoError(
        code: .noInput, path: path,
        message: "standard input is a terminal; pipe a video in, or name a file")
    default:
      throw VideoError(code: .noInput, path: path, message: "is a device, not a file")
    }
    if try bytes(at: 0, count: 1).isEmpty {
      throw VideoError(
        code: .notUnderstood, path: path, message: "is empty; record or copy it again")
    }
  }

  deinit {
    if owned { close(descriptor) }
  }

  /// At most `count` bytes from a position, without moving on; of a pipe, of its first 4096.
  func bytes(at offset: Int64, count: Int) throws(VideoError) -> [UInt8] {
    if !isSeekable { return Array(head.dropFirst(Int(clamping: offset)).prefix(count)) }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { buffer in
      retrying { pread(descriptor, buffer.baseAddress, buffer.count, base + off_t(offset)) }
    }
    guard got >= 0 else { throw unreadable() }
    bytes.removeSubrange(got...)
    return bytes
  }

  /// Bytes in all; nil where that is not known.
  var size: Int64? {
    var status = stat()
    guard isSeekable, fstat(descriptor, &status) == 0 else { return nil }
    return max(0, Int64(status.st_size) - Int64(base))
  }

  /// Reads the next bytes: how many, 0 at the end, negative on a fault (see `failure`).
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let got: Int
    if isSeekable {
      got = retrying { pread(descriptor, buffer.baseAddress, buffer.count, base + off_t(position)) }
    } else if position < head.count {
      let count = min(buffer.count, head.count - Int(position))
      buffer.copyBytes(from: head[Int(position)..<Int(position) + count])
      got = count
    } else {
      got = retrying { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    }
    if got > 0 { position += Int64(got) }
    return got
  }

  /// Moves to a position; false where that cannot be.
  func seek(to target: Int64) -> Bool {
    guard isSeekable, target >= 0, !base.addingReportingOverflow(off_t(target)).overflow else {
      return false
    }
    position = target
    return true
  }

  private static let headSize = 4096

  private static func openError(path: String, cause: Int32) -> VideoError {
    switch cause {
    case ENOENT, ENOTDIR:
      VideoError(
        code: .noInput, path: path, message: "no such file; check the name", cause: cause)
    case EACCES, EPERM:
      VideoError(
        code: .notPermitted, path: path,
        message: "no permission to read it; ask its owner, or change its mode", cause: cause)
    default:
      VideoError(
        code: .noInput, path: path, message: "cannot be opened: \(systemText(cause))", cause: cause)
    }
  }

  private func openPipe() throws(VideoError) {
    var count = head.count
    head += [UInt8](repeating: 0, count: max(0, Self.headSize - count))
    isSeekable = false
    while count < head.count {
      let got = head.withUnsafeMutableBytes { buffer in
        retrying {
          Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        }
      }
      guard got >= 0 else { throw unreadable() }
      if got == 0 { break }
      count += got
    }
    head.removeSubrange(count...)
    if !PipeFormat.isReadableOnwards(head) { try spool() }
  }

  /// Takes the rest of the pipe into a temporary file and reads from that.
  private func spool() throws(VideoError) {
    let chosen = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let folder = chosen.isEmpty ? "/var/tmp" : chosen
    // mkstemp replaces the last six letters, each an X (POSIX), by ones that make the name new.
    let replaced = String(repeating: "X", count: 6)
    var name = Array("\(folder)/heliograph-\(replaced)".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else {
      let cause = errno
      throw VideoError(
        code: .inputOutput, path: path,
        message: "cannot keep the piped video in \(folder): \(systemText(cause)); set TMPDIR",
        cause: cause)
    }
    unlink(name)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    var chunk = head
    chunk.reserveCapacity(1 << 16)
    while !chunk.isEmpty {
      var written = 0
      while written < chunk.count {
        let put = chunk.withUnsafeBytes { bytes in
          retrying {
            write(file, bytes.baseAddress?.advanced(by: written), bytes.count - written)
          }
        }
        guard put > 0 else {
          close(file)
          throw VideoError(
            code: .inputOutput, path: path,
            message: "the piped video does not fit into \(folder): "
              + "\(systemText(failure ?? ENOSPC)); set TMPDIR, or give the file by name",
            cause: failure)
        }
        written += put
      }
      chunk = [UInt8](repeating: 0, count: 1 << 16)
      let got = chunk.withUnsafeMutableBytes { bytes in
        retrying { Glibc.read(descriptor, bytes.baseAddress, bytes.count) }
      }
      guard got >= 0 else {
        close(file)
        throw unreadable()
      }
      chunk.removeSubrange(got...)
    }
    if owned { close(descriptor) }
    descriptor = file
    isSeekable = true
    head = []
  }

  private func unreadable() -> VideoError {
    VideoError(
      code: .inputOutput, path: path, message: "cannot be read: \(systemText(failure ?? EIO))",
      cause: failure)
  }

  private func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR {
        failure = errno
        return result
      }
    }
  }
}

/// The system's words for an `errno`.
func systemText(_ code: Int32) -> String {
  String(cString: strerror(code))
}

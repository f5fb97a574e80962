internal import CFFmpeg
internal import Glibc

/// Says why a file is not a video that can be read.
enum UnreadableInput {
  /// FFmpeg did not recognise the container, or could not make sense of its beginning.
  static func error(
    source: ByteSource, path: String, cause: Int32
  ) throws(VideoError) -> VideoError {
    if let failure = source.failure {
      return VideoError(
        code: .inputOutput, path: path, message: "cannot be read: \(systemText(failure))",
        cause: failure)
    }
    let head = try source.bytes(at: 0, count: 4096)
    if let container = knownContainer(head) {
      return cutShort(path: path, container: container, cause: cause)
    }
    if isText(head) {
      return VideoError(
        code: .notUnderstood, path: path,
        message: "is text, not a video; a trace begins with the line time,luma or time,state",
        cause: cause)
    }
    return VideoError(
      code: .notUnderstood, path: path,
      message: "is not a video that FFmpeg reads; check that it plays, or convert it to MP4",
      cause: cause)
  }

  /// Nothing in it is a moving picture.
  static func withoutPicture(
    source: ByteSource, path: String, hasStreams: Bool
  ) throws(VideoError) -> VideoError {
    if let container = try knownContainer(source.bytes(at: 0, count: 16)),
      DeclaredLength.isCutShort(source, length: source.size ?? source.position)
    {
      // What FFmpeg finds in half a video may look like anything.
      return cutShort(path: path, container: container, cause: nil)
    }
    return VideoError(
      code: .notUnderstood, path: path,
      message: hasStreams
        ? "has no moving picture, only sound or other data; name a file with video"
        : "has nothing in it; record or copy it again")
  }

  static func noMemory(path: String) -> VideoError {
    VideoError(
      code: .inputOutput, path: path, message: "there is not enough memory to open it",
      cause: ENOMEM)
  }

  static func tooLarge(path: String, width: Int, height: Int) -> VideoError {
    VideoError(
      code: .notUnderstood, path: path,
      message: "says that its picture has \(width) x \(height) pixels; at most "
        + "\(FFmpegLibrary.maximumPixels) are read; scale it down")
  }

  static func undecodable(path: String, cause: Int32?) -> VideoError {
    VideoError(
      code: .notUnderstood, path: path,
      message: "has no picture that can be decoded; copy or record it again", cause: cause)
  }

  private static func cutShort(path: String, container: String, cause: Int32?) -> VideoError {
    VideoError(
      code: .notUnderstood, path: path,
      message: "is cut short or damaged: its \(container) structure is not whole; "
        + "copy or record it again",
      cause: cause)
  }

  /// UTF-8 or ASCII without control characters: as text editors write it.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let controls = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    return !controls && !bytes.contains(0x7F) && !bytes.contains { $0 >= 0xF8 }
      && bytes.filter { $0 >= 0x80 }.count * 2 <= bytes.count
  }

  private static func knownContainer(_ head: [UInt8]) -> String? {
    // A box begins with its size, which as text would be half a gigabyte.
    if head.count >= 8, head[0] < 0x20 {
      let tag = String(decoding: head[4..<8], as: UTF8.self)
      if ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(tag) {
        return "MP4 or QuickTime"
      }
    }
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "Matroska or WebM" }
    if head.starts(with: Array("RIFF".utf8)) { return "AVI" }
    if head.starts(with: Array("GIF8".utf8)) { return "GIF" }
    return nil
  }
}

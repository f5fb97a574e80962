internal import CFFmpeg

/// What holds for FFmpeg's libraries in the whole process.
enum FFmpegLibrary {
  /// The largest picture that is read or written: 8192 x 8192 pixels, twice an 8K picture. What a
  /// file declares is held against it before any memory is taken.
  static let maximumPixels = 8192 * 8192

  /// The largest single allocation that FFmpeg may make: a picture of `maximumPixels` at four bytes
  /// a pixel, twice over for its padding.
  private static let maximumAllocation = maximumPixels * 8

  /// Silences FFmpeg, so that standard error stays ours, and bounds its memory. Cheap to repeat.
  static func prepare() { _ = prepared }

  private static let prepared: Void = {
    av_log_set_level(AV_LOG_QUIET)
    av_max_alloc(maximumAllocation)
  }()

  /// FFmpeg's or the system's name for an error that FFmpeg returned.
  static func text(ofError code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
    av_strerror(code, &buffer, buffer.count)
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

public import Photometry

/// What a video file says of itself.
public struct VideoInfo: Hashable, Sendable {
  /// Pixels, as stored.
  public var width: Int
  public var height: Int
  /// Quarter turns clockwise that bring the stored picture upright.
  public var quarterTurns: Int
  /// Seconds, where known.
  public var duration: Double?
  /// Frames a second on average, where known.
  public var frameRate: Double?
  public var codec: String
}

/// Reads the pictures of a video through FFmpeg's libraries, one after another.
public final class VideoReader {
  public let info: VideoInfo

  /// Opens a file, or standard input for "-".
  public init(path: String, head: [UInt8] = []) throws(VideoError) {
    throw VideoError(code: .notUnderstood, path: path, message: "not built yet")
  }

  /// Decodes the next picture and lends it to `body`; nil at the end.
  public func nextFrame<Result>(
    _ body: (borrowing Frame) -> Result
  ) throws(VideoError) -> Result? { nil }
}

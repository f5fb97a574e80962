public import Photometry

/// Writes pictures to a video file through FFmpeg's libraries.
public final class VideoWriter {
  /// What the pictures become.
  public enum Codec: String, CaseIterable, Sendable {
    case h264, hevc, vp9, av1, mjpeg, mpeg4, prores, ffv1, gif
  }

  public struct Options: Hashable, Sendable {
    public var width: Int
    public var height: Int
    /// Only a hint for the container: each frame's own time decides.
    public var frameRate: Double
    /// nil: what the file's ending suggests.
    public var codec: Codec?
    public var matrix: ColorMatrix
    public var range: ValueRange
    public var quarterTurns: Int

    public init(
      width: Int, height: Int, frameRate: Double, codec: Codec? = nil, matrix: ColorMatrix = .bt601,
      range: ValueRange = .limited, quarterTurns: Int = 0
    ) {
      self.width = width
      self.height = height
      self.frameRate = frameRate
      self.codec = codec
      self.matrix = matrix
      self.range = range
      self.quarterTurns = quarterTurns
    }
  }

  public init(path: String, options: Options) throws(VideoError) {
    throw VideoError(code: .cannotCreate, path: path, message: "not built yet")
  }

  /// Takes an RGB24 frame; its `time` (seconds) becomes the presentation time.
  public func write(_ frame: borrowing Frame) throws(VideoError) {}

  /// Ends the file. Without it the file is not complete.
  public func finish() throws(VideoError) {}
}

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
  /// FFmpeg's name, for example "h264".
  public var codec: String
}

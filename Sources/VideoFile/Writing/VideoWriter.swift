internal import CFFmpeg
public import Photometry

/// Writes pictures to a video file through FFmpeg's libraries.
///
/// The name's ending says the container: mp4, mov, mkv, webm, avi or gif. The same pictures give the
/// same bytes, where one video is written at a time: encoders have tables for the whole process. A file
/// that cannot be finished is removed.
public final class VideoWriter {
  /// What the pictures become.
  public enum Codec: String, CaseIterable, Sendable {
    case h264, hevc, vp9, av1, mjpeg, mpeg4, prores, ffv1, gif
  }

  public struct Options: Hashable, Sendable {
    public var width: Int
    public var height: Int
    /// Pictures a second. Only a hint but in AVI, which knows nothing else: each frame's own time
    /// decides.
    public var frameRate: Double
    /// nil: what the file's ending suggests.
    public var codec: Codec?
    public var matrix: ColorMatrix
    public var range: ValueRange
    /// Quarter turns clockwise that a player is to make; MP4 and QuickTime only.
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

  public let codec: Codec
  /// The matrix and range that the pictures get: those asked for where the codec can say them. Motion
  /// JPEG is always BT.601 and full, MPEG-4 BT.601 and limited, ProRes limited, FFV1 and GIF RGB.
  public let matrix: ColorMatrix
  public let range: ValueRange

  private let path: String
  private let options: Options
  private let encoder: PictureEncoder
  private let muxer: Muxer
  private let timeBase: AVRational
  private var lastTimestamp: Int64?

  /// The codecs that a file of this name can hold; empty for an ending that is not known.
  public static func codecs(path: String) -> [Codec] { Container(path: path)?.codecs ?? [] }

  /// Creates the file.
  ///
  /// Times are kept to 1/90000 s in MP4 and QuickTime, 1 ms in Matroska and WebM, 1/100 s in GIF; in
  /// AVI to the frame rate's grid.
  public init(path: String, options: Options) throws(VideoError) {
    self.path = path
    self.options = options
    guard let container = Container(path: path) else {
      let endings = Container.allCases.map { ".\($0.rawValue)" }.joined(separator: " ")
      throw VideoError(
        code: .cannotCreate, path: path,
        message: "its ending says no kind of video; use one of \(endings)")
    }
    codec = options.codec ?? container.usualCodec
    guard container.codecs.contains(codec) else {
      let names = container.codecs.map(\.rawValue).joined(separator: ", ")
      throw VideoError(
        code: .cannotCreate, path: path,
        message: "a .\(container.rawValue) does not take \(codec.rawValue); it takes \(names)")
    }
    guard options.width > 0, options.height > 0,
      options.width <= FFmpegLibrary.maximumPixels / options.height,
      options.frameRate.isFinite, options.frameRate > 0.001, options.frameRate <= 10_000
    else {
      throw VideoError(
        code: .cannotCreate, path: path,
        message: "a video has at least 1 x 1 pixels, at most \(FFmpegLibrary.maximumPixels), "
          + "and 0.001 to 10000 pictures a second")
    }
    guard container.saysOrientation || options.quarterTurns % 4 == 0 else {
      throw VideoError(
        code: .cannotCreate, path: path,
        message: "a .\(container.rawValue) cannot say that it is turned; use .mp4 or .mov")
    }
    timeBase = container.timeBase(codec: codec, frameRate: options.frameRate)
    let settings = EncoderSettings(codec: codec, options: options)
    matrix = settings.matrix
    range = settings.range
    muxer = try Muxer(path: path, container: container)
    encoder = try PictureEncoder(
      settings: settings, codec: codec, options: options, timeBase: timeBase,
      withGlobalHeader: muxer.wantsGlobalHeader, path: path)
    guard let context = encoder.context else { return }
    try muxer.begin(encoder: context, quarterTurns: options.quarterTurns)
  }

  /// Takes an RGB24 frame; its `time` (seconds) becomes the presentation time. Times are to rise; one
  /// that does not comes a tick after the last.
  public func write(_ frame: borrowing Frame) throws(VideoError) {
    let rowBytes = options.width * 3
    guard frame.format == .rgb24, frame.width == options.width, frame.height == options.height,
      frame.plane0.stride >= rowBytes,
      frame.plane0.bytes.byteCount >= frame.plane0.stride * (options.height - 1) + rowBytes
    else {
      throw VideoError(
        code: .inputOutput, path: path,
        message: "takes RGB pictures of \(options.width) x \(options.height) pixels only")
    }
    let ticks = frame.time * Double(timeBase.den) / Double(timeBase.num)
    guard ticks.isFinite, abs(ticks) < 0x1p53 else {
      throw VideoError(
        code: .inputOutput, path: path, message: "a picture's time is no time: \(frame.time) s")
    }
    var timestamp = Int64(ticks.rounded())
    if let lastTimestamp, timestamp <= lastTimestamp { timestamp = lastTimestamp + 1 }
    lastTimestamp = timestamp
    try check(
      encoder.encode(frame.plane0.bytes, stride: frame.plane0.stride, timestamp: timestamp) {
        mux($0)
      })
  }

  /// Ends the file. Without it the file is removed.
  public func finish() throws(VideoError) {
    try check(encoder.finish { mux($0) })
    try muxer.finish()
  }

  private func mux(_ packet: UnsafeMutablePointer<AVPacket>) -> Int32 {
    if packet.pointee.duration == 0 {
      let ticks = Double(timeBase.den) / Double(timeBase.num) / options.frameRate
      packet.pointee.duration = max(1, Int64(ticks.rounded()))
    }
    return muxer.write(packet, timeBase: timeBase)
  }

  private func check(_ result: Int32) throws(VideoError) {
    guard result < 0 else { return }
    throw VideoError(
      code: .inputOutput, path: path,
      message: "cannot be written: \(FFmpegLibrary.text(ofError: result))", cause: result)
  }
}

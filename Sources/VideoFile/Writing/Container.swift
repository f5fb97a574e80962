internal import CFFmpeg

/// The kinds of file that are written, told by a name's ending.
enum Container: String, CaseIterable {
  case mp4, mov, mkv, webm, avi, gif

  init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }

  /// FFmpeg's name.
  var formatName: String { self == .mkv ? "matroska" : rawValue }

  /// What is written where nobody says.
  var usualCodec: VideoWriter.Codec {
    switch self {
    case .mp4, .mov, .mkv: .h264
    case .webm: .vp9
    case .avi: .mjpeg
    case .gif: .gif
    }
  }

  /// The codecs that can be in it and are read back with their times.
  var codecs: [VideoWriter.Codec] {
    switch self {
    case .mp4: [.h264, .hevc, .vp9, .av1, .mjpeg, .mpeg4]
    case .mov: [.h264, .hevc, .mjpeg, .mpeg4, .prores]
    case .mkv: [.h264, .hevc, .vp9, .av1, .mjpeg, .mpeg4, .prores, .ffv1]
    case .webm: [.vp9, .av1]
    case .avi: [.h264, .mjpeg, .mpeg4, .ffv1]
    case .gif: [.gif]
    }
  }

  /// Whether it can say that a player is to turn the picture, as FFmpeg writes it.
  var saysOrientation: Bool { self == .mp4 || self == .mov }

  /// One tick of the times that are kept, in seconds.
  func timeBase(codec: VideoWriter.Codec, frameRate: Double) -> AVRational {
    switch self {
    // AVI knows only a number of pictures a second.
    case .avi: av_inv_q(av_d2q(frameRate, 60_000))
    // Hundredths: the format's own.
    case .gif: AVRational(num: 1, den: 100)
    // MPEG-4 counts ticks in 16 bits; 60000 divides all usual rates, 30000/1001 among them.
    case .mp4, .mov, .mkv, .webm: AVRational(num: 1, den: codec == .mpeg4 ? 60_000 : 90_000)
    }
  }
}

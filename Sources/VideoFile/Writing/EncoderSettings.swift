internal import CFFmpeg
internal import Photometry

/// What FFmpeg is asked for, for a codec: quality that leaves a lamp's brightness as it was, and the
/// same bytes for the same pictures on every run.
struct EncoderSettings {
  /// FFmpeg's encoders that will do, the best first.
  var encoderNames: [String]
  var pixelFormat: AVPixelFormat
  /// The matrix and range that the file will be able to say.
  var matrix: ColorMatrix
  var range: ValueRange
  /// Options of the encoder, by name.
  var options: [(name: String, value: String)] = []
  /// The fixed quantiser, for encoders without a rate factor.
  var quantizer: Int32?
  /// Pictures from one key picture to the next at most.
  var keyInterval: Int32 = 120

  init(codec: VideoWriter.Codec, options asked: VideoWriter.Options) {
    matrix = asked.matrix
    range = asked.range
    // 4:2:0 has no odd sizes in these two; full chroma keeps the size.
    let isOdd = asked.width % 2 != 0 || asked.height % 2 != 0
    switch codec {
    case .h264:
      encoderNames = ["libx264"]
      pixelFormat = isOdd ? AV_PIX_FMT_YUV444P : AV_PIX_FMT_YUV420P
      options = [("preset", "veryfast"), ("crf", "18")]
    case .hevc:
      encoderNames = ["libx265"]
      pixelFormat = isOdd ? AV_PIX_FMT_YUV444P : AV_PIX_FMT_YUV420P
      // The rest keeps x265 from writing to standard error, from threads of its own, and from the
      // tree of coding units, which writes past its memory in pictures narrower than 64 pixels.
      options = [
        ("preset", "veryfast"), ("crf", "18"),
        ("x265-params", "log-level=none:info=0:pools=none:frame-threads=1:cutree=0:bframes=0"),
      ]
    case .vp9:
      encoderNames = ["libvpx-vp9"]
      pixelFormat = AV_PIX_FMT_YUV420P
      options = [("deadline", "good"), ("cpu-used", "5"), ("crf", "20"), ("b", "0")]
    case .av1:
      encoderNames = ["libaom-av1"]
      pixelFormat = AV_PIX_FMT_YUV420P
      options = [("usage", "realtime"), ("cpu-used", "8"), ("crf", "20"), ("b", "0")]
    case .mjpeg:
      encoderNames = ["mjpeg"]
      // JFIF knows nothing else.
      pixelFormat = AV_PIX_FMT_YUVJ420P
      (matrix, range) = (.bt601, .full)
      quantizer = 2
    case .mpeg4:
      encoderNames = ["mpeg4"]
      // What decoders take it for, since the stream does not say.
      pixelFormat = AV_PIX_FMT_YUV420P
      (matrix, range) = (.bt601, .limited)
      quantizer = 2
    case .prores:
      encoderNames = ["prores_ks"]
      // The stream says its matrix but has no place for a range.
      pixelFormat = AV_PIX_FMT_YUV422P10LE
      range = .limited
      options = [("profile", "hq"), ("vendor", "apl0")]
    case .ffv1:
      encoderNames = ["ffv1"]
      pixelFormat = AV_PIX_FMT_BGR0
      (matrix, range) = (.bt601, .full)
      options = [("level", "3"), ("slicecrc", "1")]
      keyInterval = 1
    case .gif:
      encoderNames = ["gif"]
      pixelFormat = AV_PIX_FMT_PAL8
      (matrix, range) = (.bt601, .full)
    }
  }

  /// Sets what the encoder is to know before it is opened.
  func apply(to context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.pix_fmt = pixelFormat
    context.pointee.gop_size = keyInterval
    // Without bidirectional pictures: with them x264 chooses by memory that it never set, and x265
    // leaves the times of a very short video unset.
    context.pointee.max_b_frames = 0
    // One thread and nothing of the moment: the same pictures give the same bytes.
    context.pointee.thread_count = 1
    context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    if let quantizer {
      context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointee.global_quality = quantizer * FF_QP2LAMBDA
    }
    tagColor(context)
  }

  private func tagColor(_ context: UnsafeMutablePointer<AVCodecContext>) {
    let isRGB = pixelFormat == AV_PIX_FMT_BGR0 || pixelFormat == AV_PIX_FMT_PAL8
    context.pointee.color_range = range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    switch matrix {
    case .bt601:
      context.pointee.colorspace = isRGB ? AVCOL_SPC_RGB : AVCOL_SPC_SMPTE170M
      context.pointee.color_primaries = AVCOL_PRI_SMPTE170M
      context.pointee.color_trc = AVCOL_TRC_SMPTE170M
    case .bt709:
      context.pointee.colorspace = AVCOL_SPC_BT709
      context.pointee.color_primaries = AVCOL_PRI_BT709
      context.pointee.color_trc = AVCOL_TRC_BT709
    case .bt2020:
      context.pointee.colorspace = AVCOL_SPC_BT2020_NCL
      context.pointee.color_primaries = AVCOL_PRI_BT2020
      context.pointee.color_trc = AVCOL_TRC_BT2020_10
    }
  }
}

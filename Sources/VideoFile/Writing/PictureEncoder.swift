internal import CFFmpeg
internal import Photometry

/// Turns RGB pictures into packets.
final class PictureEncoder {
  private(set) var context: UnsafeMutablePointer<AVCodecContext>?
  private let settings: EncoderSettings
  private var scaler: OpaquePointer?
  private var palette = Palette()
  private var picture = av_frame_alloc()
  /// The picture as it came.
  private var source = av_frame_alloc()
  private var packet = av_packet_alloc()

  init(
    settings: EncoderSettings, codec: VideoWriter.Codec, options: VideoWriter.Options,
    timeBase: AVRational, withGlobalHeader: Bool, path: String
  ) throws(VideoError) {
    self.settings = settings
    guard
      let encoder = settings.encoderNames.lazy.compactMap({ avcodec_find_encoder_by_name($0) })
        .first
    else {
      throw VideoError(
        code: .cannotCreate, path: path,
        message: "FFmpeg here has no encoder for \(codec.rawValue) "
          + "(\(settings.encoderNames.joined(separator: " or "))); choose another codec")
    }
    context = avcodec_alloc_context3(encoder)
    guard let context, let picture, let source, packet != nil else {
      throw VideoError(code: .cannotCreate, path: path, message: "there is not enough memory")
    }
    context.pointee.width = Int32(options.width)
    context.pointee.height = Int32(options.height)
    context.pointee.time_base = timeBase
    context.pointee.framerate = av_d2q(options.frameRate, 60_000)
    settings.apply(to: context)
    if withGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }

    var dictionary: OpaquePointer?
    for option in settings.options { av_dict_set(&dictionary, option.name, option.value, 0) }
    let opened = avcodec_open2(context, encoder, &dictionary)
    av_dict_free(&dictionary)
    guard opened >= 0 else { throw Self.refused(codec, opened, options: options, path: path) }

    picture.pointee.width = context.pointee.width
    picture.pointee.height = context.pointee.height
    picture.pointee.format = settings.pixelFormat.rawValue
    picture.pointee.color_range = context.pointee.color_range
    picture.pointee.colorspace = context.pointee.colorspace
    source.pointee.width = picture.pointee.width
    source.pointee.height = picture.pointee.height
    source.pointee.format = AV_PIX_FMT_RGB24.rawValue
    let allocated = min(av_frame_get_buffer(picture, 0), av_frame_get_buffer(source, 0))
    guard allocated >= 0, settings.pixelFormat == AV_PIX_FMT_PAL8 || openScaler(options) else {
      throw Self.refused(codec, allocated, options: options, path: path)
    }
  }

  deinit {
    avcodec_free_context(&context)
    sws_freeContext(scaler)
    av_frame_free(&picture)
    av_frame_free(&source)
    av_packet_free(&packet)
  }

  /// Encodes rows of red, green, blue; gives each packet that comes out to `body`, which says
  /// whether FFmpeg took it. Returns FFmpeg's error, or 0.
  func encode(
    _ pixels: RawSpan, stride: Int, timestamp: Int64,
    into body: (UnsafeMutablePointer<AVPacket>) -> Int32
  ) -> Int32 {
    guard let picture else { return ffmpeg_error_invalid_data }
    let writable = av_frame_make_writable(picture)
    guard writable >= 0 else { return writable }
    let filled = pixels.withUnsafeBytes { fill(picture, from: $0, stride: stride) }
    guard filled >= 0 else { return filled }
    picture.pointee.pts = timestamp
    let sent = avcodec_send_frame(context, picture)
    return sent < 0 ? sent : drain(into: body)
  }

  /// Gives out what the encoder still holds.
  func finish(into body: (UnsafeMutablePointer<AVPacket>) -> Int32) -> Int32 {
    let sent = avcodec_send_frame(context, nil)
    return sent < 0 ? sent : drain(into: body)
  }

  private func drain(into body: (UnsafeMutablePointer<AVPacket>) -> Int32) -> Int32 {
    guard let packet else { return ffmpeg_error_invalid_data }
    while true {
      let result = avcodec_receive_packet(context, packet)
      if result == ffmpeg_error_again || result == ffmpeg_error_end { return 0 }
      if result < 0 { return result }
      let taken = body(packet)
      av_packet_unref(packet)
      if taken < 0 { return taken }
    }
  }

  private func fill(
    _ picture: UnsafeMutablePointer<AVFrame>, from bytes: UnsafeRawBufferPointer, stride: Int
  ) -> Int32 {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return ffmpeg_error_invalid_data
    }
    if settings.pixelFormat == AV_PIX_FMT_PAL8 {
      return fillPalette(picture, from: bytes, stride: stride)
    }
    guard let source, let rows = source.pointee.data.0 else { return ffmpeg_error_invalid_data }
    // A copy: swscale reads some bytes past the last row, which only FFmpeg's buffers have.
    av_image_copy_plane(
      rows, source.pointee.linesize.0, start, Int32(stride), source.pointee.width * 3,
      source.pointee.height)
    return sws_scale_frame(scaler, picture, source)
  }

  private func fillPalette(
    _ picture: UnsafeMutablePointer<AVFrame>, from bytes: UnsafeRawBufferPointer, stride: Int
  ) -> Int32 {
    let (width, height) = (Int(picture.pointee.width), Int(picture.pointee.height))
    guard let indices = picture.pointee.data.0, let colors = picture.pointee.data.1 else {
      return ffmpeg_error_invalid_data
    }
    palette.take(pixels: bytes, stride: stride, width: width, height: height)
    let table = palette.colors
    let lineSize = Int(picture.pointee.linesize.0)
    for row in 0..<height {
      for column in 0..<width {
        let at = row * stride + column * 3
        indices[row * lineSize + column] = palette.index(
          red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2], row: row, column: column)
      }
    }
    UnsafeMutableRawPointer(colors).withMemoryRebound(to: UInt32.self, capacity: 256) {
      for index in 0..<256 { $0[index] = table[index] }
    }
    return 0
  }

  private func openScaler(_ options: VideoWriter.Options) -> Bool {
    let (width, height) = (Int32(options.width), Int32(options.height))
    let flags =
      SWS_BICUBIC | Int32(SWS_ACCURATE_RND) | Int32(SWS_BITEXACT) | SWS_FULL_CHR_H_INP
    scaler = sws_getContext(
      width, height, AV_PIX_FMT_RGB24, width, height, settings.pixelFormat, flags, nil, nil, nil)
    guard let scaler else { return false }
    let weights = sws_getCoefficients(settings.matrix.swscaleSpace)
    sws_setColorspaceDetails(
      scaler, weights, 1, weights, settings.range == .full ? 1 : 0, 0, 1 << 16, 1 << 16)
    return true
  }

  private static func refused(
    _ codec: VideoWriter.Codec, _ cause: Int32, options: VideoWriter.Options, path: String
  ) -> VideoError {
    VideoError(
      code: .cannotCreate, path: path,
      message: "\(codec.rawValue) cannot be written with \(options.width) x \(options.height) "
        + "pixels: \(FFmpegLibrary.text(ofError: cause))",
      cause: cause)
  }
}

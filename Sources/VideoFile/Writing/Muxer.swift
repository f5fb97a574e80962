internal import CFFmpeg
internal import Glibc

/// Puts packets into a file. A file that is not finished is removed again.
final class Muxer {
  private let path: String
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private var stream: UnsafeMutablePointer<AVStream>?
  private var isFinished = false

  /// Whether codec headers belong into the container, not into the pictures.
  var wantsGlobalHeader: Bool {
    (context?.pointee.oformat?.pointee.flags ?? 0) & AVFMT_GLOBALHEADER != 0
  }

  init(path: String, container: Container) throws(VideoError) {
    FFmpegLibrary.prepare()
    self.path = path
    let found = avformat_alloc_output_context2(&context, nil, container.formatName, nil)
    guard found >= 0, let context else {
      throw failure(found, "FFmpeg here cannot write .\(container.rawValue)")
    }
    // Nothing of the moment: no date, no random identity, no version.
    context.pointee.flags |= AVFMT_FLAG_BITEXACT
    // The name is a file's, whatever is in it.
    let opened = avio_open(&context.pointee.pb, "file:" + path, AVIO_FLAG_WRITE)
    guard opened >= 0 else {
      throw failure(opened, "cannot be created: \(FFmpegLibrary.text(ofError: opened))")
    }
  }

  deinit {
    if let context, context.pointee.pb != nil {
      avio_closep(&context.pointee.pb)
      var status = stat()
      if !isFinished, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unlink(path) }
    }
    avformat_free_context(context)
  }

  /// Writes the file's header for the stream that the encoder makes.
  func begin(
    encoder: UnsafeMutablePointer<AVCodecContext>, quarterTurns: Int
  ) throws(VideoError) {
    stream = avformat_new_stream(context, nil)
    guard let context, let stream else { throw failure(-ENOMEM, "there is not enough memory") }
    stream.pointee.time_base = encoder.pointee.time_base
    stream.pointee.avg_frame_rate = encoder.pointee.framerate
    let turns = (quarterTurns % 4 + 4) % 4
    var result = avcodec_parameters_from_context(stream.pointee.codecpar, encoder)
    if result >= 0, turns != 0, !Orientation.add(quarterTurns: turns, to: stream) {
      result = -ENOMEM
    }
    if result >= 0 { result = avformat_write_header(context, nil) }
    guard result >= 0 else {
      throw failure(result, "cannot be begun: \(FFmpegLibrary.text(ofError: result))")
    }
  }

  /// Takes a packet whose times are in `timeBase`. Returns FFmpeg's error, or 0.
  func write(_ packet: UnsafeMutablePointer<AVPacket>, timeBase: AVRational) -> Int32 {
    guard let context, let stream else { return ffmpeg_error_invalid_data }
    packet.pointee.stream_index = stream.pointee.index
    av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
    return av_interleaved_write_frame(context, packet)
  }

  /// Ends the file.
  func finish() throws(VideoError) {
    guard let context, !isFinished else { return }
    var result = av_write_trailer(context)
    if result >= 0, let io = context.pointee.pb { result = io.pointee.error }
    let closed = avio_closep(&context.pointee.pb)
    isFinished = true
    if result >= 0 { result = closed }
    guard result >= 0 else {
      unlink(path)
      throw VideoError(
        code: .inputOutput, path: path,
        message: "cannot be written: \(FFmpegLibrary.text(ofError: result))", cause: result)
    }
  }

  private func failure(_ cause: Int32, _ message: String) -> VideoError {
    VideoError(code: .cannotCreate, path: path, message: message, cause: cause)
  }
}

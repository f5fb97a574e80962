internal import CFFmpeg

/// Takes a container apart: the packets of its video stream, in the order in which they are stored.
///
/// FFmpeg reads through a `ByteSource` and opens nothing itself: a playlist inside a file names
/// nothing that is fetched, and a file's name says nothing about its content.
final class Demuxer {
  /// How the packets came to an end.
  enum End: Hashable {
    case whole
    /// The file stops before its container says it does.
    case early
    /// What follows cannot be taken for this container.
    case damaged(Int32)
    /// The system refused to read on.
    case unreadable(Int32)
  }

  /// Seconds, where the container knows.
  var duration: Double? {
    guard let ticks = context?.pointee.duration, ticks > 0 else { return nil }
    return Double(ticks) / Double(AV_TIME_BASE)
  }

  private let source: ByteSource
  private var io: UnsafeMutablePointer<AVIOContext>?
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private var streamIndex: Int32 = -1

  init(source: ByteSource, path: String) throws(VideoError) {
    FFmpegLibrary.prepare()
    self.source = source
    try open(path: path)
    // GIF: a delay of a hundredth of a second is taken at its word.
    var options: OpaquePointer?
    av_dict_set(&options, "min_delay", "1", 0)
    let result = avformat_open_input(&context, "", nil, &options)
    av_dict_free(&options)
    guard result >= 0 else {
      throw try UnreadableInput.error(source: source, path: path, cause: result)
    }
    try refuseTooLarge(path: path)
    findStreams()
    try refuseTooLarge(path: path)
  }

  deinit {
    avformat_close_input(&context)
    // FFmpeg may have replaced the buffer that it was given.
    if let io { av_freep(&io.pointee.buffer) }
    avio_context_free(&io)
  }

  /// The stream whose pictures are read: the default one, else the largest. Cover art is not video.
  func chooseStream(path: String) throws(VideoError) -> UnsafeMutablePointer<AVStream> {
    var best: (stream: UnsafeMutablePointer<AVStream>, rank: (Int, Int))?
    let streams = self.streams
    for stream in streams {
      stream.pointee.discard = AVDISCARD_ALL
      guard let parameters = stream.pointee.codecpar,
        parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
        stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
      else { continue }
      let size = Int(parameters.pointee.width).multipliedReportingOverflow(
        by: Int(parameters.pointee.height))
      let rank = (
        Int(stream.pointee.disposition & AV_DISPOSITION_DEFAULT), size.overflow ? 0 : size.0
      )
      if best.map({ $0.rank < rank }) ?? true { best = (stream, rank) }
    }
    guard let best else {
      throw try UnreadableInput.withoutPicture(
        source: source, path: path, hasStreams: !streams.isEmpty)
    }
    best.stream.pointee.discard = AVDISCARD_DEFAULT
    streamIndex = best.stream.pointee.index
    return best.stream
  }

  /// Reads the next packet of the chosen stream; or says how the packets ended.
  func read(into packet: UnsafeMutablePointer<AVPacket>) -> End? {
    // A demuxer asks to be called again where it made no progress; not for ever.
    for _ in 0..<1_000_000 {
      let result = av_read_frame(context, packet)
      if result == ffmpeg_error_again { continue }
      guard result >= 0 else { return end(after: result) }
      if packet.pointee.stream_index == streamIndex {
        let isCut = packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 && io?.pointee.eof_reached != 0
        guard isCut else { return nil }
        av_packet_unref(packet)
        return .early
      }
      av_packet_unref(packet)
    }
    return .damaged(ffmpeg_error_again)
  }

  private var streams: [UnsafeMutablePointer<AVStream>] {
    (0..<Int(context?.pointee.nb_streams ?? 0)).compactMap { context?.pointee.streams[$0] }
  }

  /// Holds what the container declares against the limit, before a decoder takes memory for it.
  private func refuseTooLarge(path: String) throws(VideoError) {
    for stream in streams {
      guard let parameters = stream.pointee.codecpar,
        parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO
      else { continue }
      let (width, height) = (Int(parameters.pointee.width), Int(parameters.pointee.height))
      if width > 0, height > 0, width > FFmpegLibrary.maximumPixels / height {
        throw UnreadableInput.tooLarge(path: path, width: width, height: height)
      }
    }
  }

  private func end(after result: Int32) -> End {
    if let failure = source.failure { return .unreadable(failure) }
    if result != ffmpeg_error_end {
      return source.size.map { source.position >= $0 } ?? true ? .early : .damaged(result)
    }
    let length = source.size ?? source.position
    return DeclaredLength.isCutShort(source, length: length) ? .early : .whole
  }

  private func open(path: String) throws(VideoError) {
    // FFmpeg's own size for files: 32 KiB.
    let bufferSize = 1 << 15
    guard let buffer = av_malloc(bufferSize) else { throw UnreadableInput.noMemory(path: path) }
    io = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), 0,
      Unmanaged.passUnretained(source).toOpaque(), readBytes, nil,
      source.isSeekable ? seekBytes : nil)
    context = avformat_alloc_context()
    guard let io, let context else { throw UnreadableInput.noMemory(path: path) }
    io.pointee.seekable = source.isSeekable ? AVIO_SEEKABLE_NORMAL : 0
    context.pointee.pb = io
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    context.pointee.io_open = { @Sendable _, _, _, _, _ in ffmpeg_error_exit }
  }

  /// Lets FFmpeg look into the streams. What it cannot find out, the decoder will.
  private func findStreams() {
    guard let context else { return }
    var options = [OpaquePointer?](repeating: nil, count: Int(context.pointee.nb_streams))
    for index in options.indices {
      av_dict_set_int(&options[index], "max_pixels", Int64(FFmpegLibrary.maximumPixels), 0)
    }
    let before = options
    // A stream that turns up only now has no options; FFmpeg reads as many as there were.
    options.withUnsafeMutableBufferPointer {
      _ = avformat_find_stream_info(context, before.isEmpty ? nil : $0.baseAddress)
    }
    for index in options.indices { av_dict_free(&options[index]) }
  }
}

private func readBytes(
  opaque: UnsafeMutableRawPointer?, buffer: UnsafeMutablePointer<UInt8>?, size: Int32
) -> Int32 {
  guard let opaque, let buffer, size > 0 else { return ffmpeg_error_end }
  let source = Unmanaged<ByteSource>.fromOpaque(opaque).takeUnretainedValue()
  let got = source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
  if got < 0 { return -(source.failure ?? 0) }
  return got == 0 ? ffmpeg_error_end : Int32(got)
}

private func seekBytes(opaque: UnsafeMutableRawPointer?, offset: Int64, whence: Int32) -> Int64 {
  guard let opaque else { return Int64(ffmpeg_error_invalid_data) }
  let source = Unmanaged<ByteSource>.fromOpaque(opaque).takeUnretainedValue()
  guard let size = source.size else { return Int64(ffmpeg_error_invalid_data) }
  let start: Int64
  switch whence & ~AVSEEK_FORCE {
  case AVSEEK_SIZE: return size
  case SEEK_SET: start = 0
  case SEEK_CUR: start = source.position
  case SEEK_END: start = size
  default: return Int64(ffmpeg_error_invalid_data)
  }
  let (target, overflow) = start.addingReportingOverflow(offset)
  return !overflow && source.seek(to: target) ? target : Int64(ffmpeg_error_invalid_data)
}

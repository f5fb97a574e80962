internal import CFFmpeg
internal import Foundation

/// Turns packets into pictures, on several threads.
final class PictureDecoder {
  /// Pictures that were damaged and left out so far.
  private(set) var damagedPictures = 0
  /// How the packets came to an end, once they did.
  private(set) var end: Demuxer.End?
  var codecName: String {
    avcodec_get_name(context?.pointee.codec_id ?? AV_CODEC_ID_NONE).map { String(cString: $0) }
      ?? ""
  }

  private let demuxer: Demuxer
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var packet = av_packet_alloc()
  private var picture = av_frame_alloc()

  init(
    demuxer: Demuxer, stream: UnsafeMutablePointer<AVStream>, path: String, threads: Int = 0
  ) throws(VideoError) {
    self.demuxer = demuxer
    guard let parameters = stream.pointee.codecpar,
      let codec = avcodec_find_decoder(parameters.pointee.codec_id)
    else {
      let id = stream.pointee.codecpar?.pointee.codec_id ?? AV_CODEC_ID_NONE
      let name = avcodec_get_name(id).map { String(cString: $0) } ?? "this codec"
      throw VideoError(
        code: .notUnderstood, path: path,
        message: "FFmpeg here has no decoder for \(name); convert it to H.264",
        cause: ffmpeg_error_decoder_missing)
    }
    context = avcodec_alloc_context3(codec)
    guard let context, packet != nil, picture != nil else {
      throw UnreadableInput.noMemory(path: path)
    }
    avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = stream.pointee.time_base
    context.pointee.max_pixels = Int64(FFmpegLibrary.maximumPixels)
    context.pointee.thread_count = Int32(
      clamping: threads > 0
        ? threads : max(Self.picturesAhead, ProcessInfo.processInfo.activeProcessorCount + 1))
    context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
    let result = avcodec_open2(context, codec, nil)
    guard result >= 0 else { throw UnreadableInput.undecodable(path: path, cause: result) }
  }

  /// Pictures that FFmpeg goes on with, a thread each, while what came of those before is looked at. It has one more than
  /// there are processors by itself: with two of those, more than this bring nothing.
  private static let picturesAhead = 8

  deinit {
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&picture)
  }

  /// The next picture, whole or damaged, valid until the next call; nil at the end.
  func next() -> (picture: UnsafeMutablePointer<AVFrame>, isDamaged: Bool)? {
    guard let picture else { return nil }
    // After the last packet a decoder gives what it still holds; one that reports nothing but
    // errors by then has no more.
    var faultsAfterEnd = 0
    while faultsAfterEnd < 64 {
      let result = avcodec_receive_frame(context, picture)
      if result >= 0 {
        let isDamaged =
          picture.pointee.decode_error_flags != 0
          || picture.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
        if isDamaged { damagedPictures += 1 }
        return (picture, isDamaged)
      }
      if result == ffmpeg_error_end { return nil }
      if result != ffmpeg_error_again { damagedPictures += 1 }
      if end == nil {
        if result == ffmpeg_error_again { feed() }
      } else {
        faultsAfterEnd += 1
      }
    }
    return nil
  }

  /// Gives the decoder the next packet, or tells it that there are no more.
  private func feed() {
    guard let packet else { return }
    end = demuxer.read(into: packet)
    if end != nil {
      avcodec_send_packet(context, nil)
      return
    }
    let result = avcodec_send_packet(context, packet)
    if result < 0 && result != ffmpeg_error_again { damagedPictures += 1 }
    av_packet_unref(packet)
  }
}

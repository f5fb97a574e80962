internal import CFFmpeg
public import Photometry

/// Reads the pictures of a video through FFmpeg's libraries, one after another, on the caller's thread.
///
/// Times are the container's presentation times in seconds from the first picture, strictly
/// increasing (`PresentationClock` says how bad ones are mended). Damaged pictures are left out and
/// the reading goes on. Whatever was received before a fault is given out first; the fault is thrown
/// once, after it. Pictures of more than 8192 x 8192 pixels are refused before memory is taken.
public final class VideoReader {
  public let info: VideoInfo
  /// Pictures that were damaged and left out so far.
  public var damagedPictures: Int { decoder.damagedPictures }

  private let path: String
  private let decoder: PictureDecoder
  private let converter = PictureConverter()
  private var clock: PresentationClock
  /// The picture that `init` decoded to see what it is.
  private var first: (picture: UnsafeMutablePointer<AVFrame>, time: Double)?
  private var isFinished = false

  /// Opens a file, a named pipe, or standard input for "-", and decodes its first picture.
  ///
  /// A pipe is read as it comes where its format allows that (Matroska, WebM, transport and raw
  /// streams). Any other, MP4, QuickTime, AVI and GIF among them, is first taken whole into a nameless
  /// temporary file in `TMPDIR`, or else in `/var/tmp`.
  ///
  /// - Parameters:
  ///   - begun: a pipe that was opened and read from already, in place of opening `path`.
  ///   - threads: how many FFmpeg may decode on; 0: as many as pay.
  public init(path: String, begun: BegunPipe? = nil, threads: Int = 0) throws(VideoError) {
    self.path = path
    let demuxer = try Demuxer(source: ByteSource(path: path, begun: begun), path: path)
    let stream = try demuxer.chooseStream(path: path)
    decoder = try PictureDecoder(
      demuxer: demuxer, stream: stream, path: path, threads: threads)

    let rate = [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate].compactMap(\.value)
      .first { $0 > 0 }
    clock = PresentationClock(
      tick: stream.pointee.time_base.value ?? 0, usualDuration: 1 / (rate ?? 25))
    first = Self.advance(decoder, &clock)
    guard let picture = first?.picture else {
      throw Self.fault(decoder.end, path: path, hadPictures: false)
        ?? UnreadableInput.undecodable(path: path, cause: nil)
    }
    info = VideoInfo(
      width: Int(picture.pointee.width), height: Int(picture.pointee.height),
      quarterTurns: Orientation.quarterTurns(picture: picture, stream: stream),
      duration: demuxer.duration, frameRate: rate, codec: decoder.codecName)
  }

  /// Decodes the next picture and lends it to `body`; nil at the end.
  public func nextFrame<Result>(
    _ body: (borrowing Frame) -> Result
  ) throws(VideoError) -> Result? {
    guard !isFinished else { return nil }
    let next = first ?? Self.advance(decoder, &clock)
    first = nil
    guard let (picture, time) = next else {
      isFinished = true
      if let fault = Self.fault(decoder.end, path: path, hadPictures: true) { throw fault }
      return nil
    }
    let size = (Int(picture.pointee.width), Int(picture.pointee.height))
    guard size == (info.width, info.height) else {
      isFinished = true
      throw VideoError(
        code: .notUnderstood, path: path,
        message: "the picture changes size from \(info.width) x \(info.height) to "
          + "\(size.0) x \(size.1) at \((time * 1000).rounded() / 1000) s; split it there")
    }
    guard let result = lend(picture, time: time, to: body) else {
      isFinished = true
      let name = av_get_pix_fmt_name(AVPixelFormat(picture.pointee.format))
      throw VideoError(
        code: .notUnderstood, path: path,
        message: "its pixel format \(name.map { String(cString: $0) } ?? "") cannot be converted; "
          + "convert it to H.264")
    }
    return result
  }

  private func lend<Result>(
    _ picture: UnsafeMutablePointer<AVFrame>, time: Double, to body: (borrowing Frame) -> Result
  ) -> Result? {
    let matrix = PictureLayout.matrix(of: picture.pointee)
    let range = PictureLayout.range(of: picture.pointee)
    if let format = PictureLayout.pixelFormat(of: AVPixelFormat(picture.pointee.format)),
      let borrowed = BorrowedPicture(picture, format: format)
    {
      return borrowed.lend(time: time, matrix: matrix, range: range, to: body)
    }
    guard
      let converted = converter.convert(picture, matrix: matrix, range: range),
      let format = PictureLayout.pixelFormat(of: AVPixelFormat(converted.pointee.format)),
      let borrowed = BorrowedPicture(converted, format: format)
    else { return nil }
    return borrowed.lend(time: time, matrix: .bt601, range: .full, to: body)
  }

  /// The next picture that is whole. Damaged ones take their place in time.
  private static func advance(
    _ decoder: PictureDecoder, _ clock: inout PresentationClock
  ) -> (picture: UnsafeMutablePointer<AVFrame>, time: Double)? {
    while let (picture, isDamaged) = decoder.next() {
      let stamp = picture.pointee.best_effort_timestamp
      let time = clock.time(
        timestamp: stamp == ffmpeg_no_timestamp ? nil : stamp,
        duration: picture.pointee.pkt_duration)
      if !isDamaged { return (picture, time) }
    }
    return nil
  }

  private static func fault(_ end: Demuxer.End?, path: String, hadPictures: Bool) -> VideoError? {
    let scope = hadPictures ? "; what came before was read" : ""
    switch end {
    case nil, .whole:
      return nil
    case .early:
      return VideoError(
        code: .notUnderstood, path: path,
        message: "ends early: the recording was cut short\(scope); copy or record it again")
    case .damaged(let cause):
      return VideoError(
        code: .notUnderstood, path: path,
        message: "is damaged\(scope); copy or record it again", cause: cause)
    case .unreadable(let cause):
      return VideoError(
        code: .inputOutput, path: path, message: "cannot be read on: \(systemText(cause))\(scope)",
        cause: cause)
    }
  }
}

extension AVRational {
  /// As a number; nil without a denominator.
  var value: Double? { den == 0 ? nil : Double(num) / Double(den) }
}

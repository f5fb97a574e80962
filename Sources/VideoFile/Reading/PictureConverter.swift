internal import CFFmpeg
internal import Photometry

/// Brings pictures of a layout that has no name here to one that has: RGB of 8 bits a channel, or of
/// 16 where the picture has more than 8.
final class PictureConverter {
  private var scaler: OpaquePointer?
  private var converted = av_frame_alloc()

  deinit {
    sws_freeContext(scaler)
    av_frame_free(&converted)
  }

  /// The same picture as blue, green, red and a byte unused, or as planes of green, blue and red;
  /// valid until the next call. nil where there is no way or no memory.
  func convert(
    _ picture: UnsafeMutablePointer<AVFrame>, matrix: ColorMatrix, range: ValueRange
  ) -> UnsafeMutablePointer<AVFrame>? {
    let (width, height) = (picture.pointee.width, picture.pointee.height)
    let source = AVPixelFormat(picture.pointee.format)
    let target = PictureLayout.depth(of: source) > 8 ? AV_PIX_FMT_GBRP16LE : AV_PIX_FMT_BGR0
    // Nearest neighbour, exact rounding: the picture keeps its size, so only chroma is spread.
    let flags = SWS_POINT | Int32(SWS_ACCURATE_RND) | SWS_FULL_CHR_H_INT
    scaler = sws_getCachedContext(
      scaler, width, height, source, width, height, target, flags, nil, nil, nil)
    guard let scaler, let converted else { return nil }
    let weights = sws_getCoefficients(matrix.swscaleSpace)
    sws_setColorspaceDetails(
      scaler, weights, range == .full ? 1 : 0, weights, 1, 0, 1 << 16, 1 << 16)
    if converted.pointee.width != width || converted.pointee.height != height
      || converted.pointee.format != target.rawValue
    {
      av_frame_unref(converted)
      converted.pointee.width = width
      converted.pointee.height = height
      converted.pointee.format = target.rawValue
      guard av_frame_get_buffer(converted, 0) >= 0 else { return nil }
    }
    return sws_scale_frame(scaler, converted, picture) >= 0 ? converted : nil
  }
}

extension ColorMatrix {
  /// swscale's number for it.
  var swscaleSpace: Int32 {
    switch self {
    case .bt601: SWS_CS_ITU601
    case .bt709: SWS_CS_ITU709
    case .bt2020: SWS_CS_BT2020
    }
  }
}

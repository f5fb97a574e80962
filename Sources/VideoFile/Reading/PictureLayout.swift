internal import CFFmpeg
internal import Photometry

/// How FFmpeg's pixel formats, matrices and ranges are called here.
enum PictureLayout {
  /// The same layout under our name; nil for one that has to be converted first: palettes,
  /// big-endian samples, samples in the high bits, one bit a pixel, floating point, and packed
  /// formats that are rare.
  static func pixelFormat(of format: AVPixelFormat) -> PixelFormat? {
    guard let pointer = av_pix_fmt_desc_get(format) else { return nil }
    let description = pointer.pointee
    let unfit = [
      AV_PIX_FMT_FLAG_PAL, AV_PIX_FMT_FLAG_BITSTREAM, AV_PIX_FMT_FLAG_HWACCEL,
      AV_PIX_FMT_FLAG_BAYER, AV_PIX_FMT_FLAG_FLOAT,
    ]
    guard !unfit.contains(where: { has(description, $0) }) else { return nil }
    let all = description.comp
    let components = [all.0, all.1, all.2].prefix(Int(description.nb_components))
    let depth = Int(all.0.depth)
    guard
      (8...16).contains(depth),
      depth == 8 || !has(description, AV_PIX_FMT_FLAG_BE),
      components.allSatisfy({ $0.shift == 0 && Int($0.depth) == depth })
    else { return nil }
    if has(description, AV_PIX_FMT_FLAG_RGB) {
      return rgb(Array(components), depth: depth)
    }
    guard let layout = yuv(Array(components), depth: depth) else { return nil }
    return PixelFormat(
      layout, bitDepth: depth,
      chromaShiftX: layout == .gray ? 0 : Int(description.log2_chroma_w),
      chromaShiftY: layout == .gray ? 0 : Int(description.log2_chroma_h))
  }

  /// Which matrix made a picture's luma. One that does not say is taken for BT.601, as FFmpeg itself
  /// takes it: what renders or records without saying nearly always used that.
  static func matrix(of frame: AVFrame) -> ColorMatrix {
    switch frame.colorspace {
    // SMPTE 240M weighs .212, .701, .087: BT.709 but for a hundredth.
    case AVCOL_SPC_BT709, AVCOL_SPC_SMPTE240M: .bt709
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
    default: .bt601
    }
  }

  /// Which values are black and white. RGB is full, and so is gray that does not say; other pictures
  /// that do not say are limited, but for JPEG's.
  static func range(of frame: AVFrame) -> ValueRange {
    let format = AVPixelFormat(frame.format)
    guard let description = av_pix_fmt_desc_get(format)?.pointee else { return .limited }
    if has(description, AV_PIX_FMT_FLAG_RGB) { return .full }
    switch frame.color_range {
    case AVCOL_RANGE_JPEG: return .full
    case AVCOL_RANGE_MPEG: return .limited
    default:
      let jpeg = [
        AV_PIX_FMT_YUVJ411P, AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ440P,
        AV_PIX_FMT_YUVJ444P,
      ]
      return jpeg.contains(format) || description.nb_components <= 2 ? .full : .limited
    }
  }

  /// Significant bits a sample, 8 where unknown.
  static func depth(of format: AVPixelFormat) -> Int {
    av_pix_fmt_desc_get(format).map { Int($0.pointee.comp.0.depth) } ?? 8
  }

  private static func has(_ description: AVPixFmtDescriptor, _ flag: Int32) -> Bool {
    description.flags & UInt64(flag) != 0
  }

  /// `components` in FFmpeg's order: red, green, blue.
  private static func rgb(_ components: [AVComponentDescriptor], depth: Int) -> PixelFormat? {
    guard components.count == 3 else { return nil }
    let (red, green, blue) = (components[0], components[1], components[2])
    let bytes = depth > 8 ? 2 : 1
    if (green.plane, blue.plane, red.plane) == (0, 1, 2) {
      return components.allSatisfy { $0.step == bytes }
        ? PixelFormat(.planarGBR, bitDepth: depth) : nil
    }
    guard depth == 8, components.allSatisfy({ $0.plane == 0 && $0.step == red.step }) else {
      return nil
    }
    return PixelFormat(
      .packedRGB(
        red: Int(red.offset), green: Int(green.offset), blue: Int(blue.offset),
        bytesPerPixel: Int(red.step)))
  }

  /// `components` in FFmpeg's order: luma, Cb, Cr.
  private static func yuv(
    _ components: [AVComponentDescriptor], depth: Int
  ) -> PixelFormat.Layout? {
    let bytes = depth > 8 ? 2 : 1
    guard let luma = components.first else { return nil }
    if components.count < 3 { return luma.step == bytes ? .gray : nil }
    let (blue, red) = (components[1], components[2])
    switch (luma.plane, blue.plane, red.plane) {
    case (0, 1, 2):
      return components.allSatisfy { $0.step == bytes } ? .planarYUV : nil
    case (0, 1, 1):
      guard depth == 8, luma.step == 1, blue.step == 2, red.step == 2 else { return nil }
      return .semiplanarYUV(redFirst: red.offset < blue.offset)
    case (0, 0, 0):
      guard depth == 8, luma.step == 2, blue.step == 4, red.step == 4 else { return nil }
      switch (luma.offset, blue.offset, red.offset) {
      case (0, 1, 3): return .yuyv
      case (1, 0, 2): return .uyvy
      default: return nil
      }
    default:
      return nil
    }
  }
}

/// How a frame's samples lie in memory.
public struct PixelFormat: Hashable, Sendable {
  public enum Layout: Hashable, Sendable {
    /// One plane of luma.
    case gray
    /// Three planes: luma, Cb, Cr.
    case planarYUV
    /// Two planes: luma, then interleaved chroma (NV12: Cb first; NV21: Cr first).
    case semiplanarYUV(redFirst: Bool)
    /// One plane of Y Cb Y Cr.
    case yuyv
    /// One plane of Cb Y Cr Y.
    case uyvy
    /// One plane of pixels of `bytesPerPixel` bytes with a channel at each offset.
    case packedRGB(red: Int, green: Int, blue: Int, bytesPerPixel: Int)
    /// Three planes: green, blue, red.
    case planarGBR
  }

  public var layout: Layout
  /// Significant bits a sample. Over 8, a sample is two bytes, little-endian, low bits used.
  public var bitDepth: Int
  /// log2 of how many luma columns and rows share one chroma sample.
  public var chromaShiftX: Int
  public var chromaShiftY: Int

  public init(_ layout: Layout, bitDepth: Int = 8, chromaShiftX: Int = 0, chromaShiftY: Int = 0) {
    self.layout = layout
    self.bitDepth = bitDepth
    self.chromaShiftX = chromaShiftX
    self.chromaShiftY = chromaShiftY
  }

  public static let gray = PixelFormat(.gray)
  public static let yuv420 = PixelFormat(.planarYUV, chromaShiftX: 1, chromaShiftY: 1)
  public static let nv12 = PixelFormat(
    .semiplanarYUV(redFirst: false), chromaShiftX: 1, chromaShiftY: 1)
  public static let yuyv = PixelFormat(.yuyv, chromaShiftX: 1)
  public static let uyvy = PixelFormat(.uyvy, chromaShiftX: 1)
  public static let rgb24 = PixelFormat(.packedRGB(red: 0, green: 1, blue: 2, bytesPerPixel: 3))
  public static let bgr24 = PixelFormat(.packedRGB(red: 2, green: 1, blue: 0, bytesPerPixel: 3))
  public static let bgrx = PixelFormat(.packedRGB(red: 2, green: 1, blue: 0, bytesPerPixel: 4))
}

/// Which weights made the luma of a YUV picture.
public enum ColorMatrix: Hashable, Sendable {
  case bt601
  case bt709
  case bt2020
}

/// Which values stand for black and white.
public enum ValueRange: Hashable, Sendable {
  /// 0 to 255 (scaled to the bit depth).
  case full
  /// Luma 16 to 235, chroma 16 to 240 (scaled to the bit depth).
  case limited

  /// The luma sample of eight bits that is black.
  public var black: Float { self == .limited ? 16 : 0 }
  /// Steps of luma, of 255 from black to white, that such a sample counts (BT.709-6, 3.5).
  public var lumaStep: Float { self == .limited ? 255 / 219 : 1 }
}

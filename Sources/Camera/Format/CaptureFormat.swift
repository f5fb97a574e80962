import Photometry

/// How a V4L2 pixel format is read.
enum CaptureFormat: Hashable, Sendable {
  /// Straight from the driver's buffer. `isCrFirst`: the planes of chroma lie Cr, Cb.
  case raw(PixelFormat, isCrFirst: Bool = false)
  /// Each buffer is a JPEG picture.
  case jpeg

  /// nil: cannot be read without libv4l2's conversion.
  init?(_ fourCC: FourCC) {
    guard let known = CaptureFormat.known[fourCC] else { return nil }
    self = known
  }

  /// What is better where sizes and rates are equal: luma in a plane of its own, then luma among
  /// chroma, then RGB, then what a lossy compression left.
  var rank: Int {
    switch self {
    case .raw(let format, _):
      switch format.layout {
      case .gray, .planarYUV, .semiplanarYUV: 3
      case .yuyv, .uyvy: 3
      case .packedRGB, .planarGBR: 2
      }
    case .jpeg: 1
    }
  }

  private static func semiplanar(_ redFirst: Bool, _ shiftX: Int, _ shiftY: Int) -> CaptureFormat {
    .raw(
      PixelFormat(
        .semiplanarYUV(redFirst: redFirst), chromaShiftX: shiftX, chromaShiftY: shiftY))
  }

  private static func planar(_ shiftX: Int, _ shiftY: Int, isCrFirst: Bool = false) -> CaptureFormat
  {
    .raw(
      PixelFormat(.planarYUV, chromaShiftX: shiftX, chromaShiftY: shiftY), isCrFirst: isCrFirst)
  }

  private static func gray(_ bitDepth: Int) -> CaptureFormat {
    .raw(PixelFormat(.gray, bitDepth: bitDepth))
  }

  private static func rgb(_ red: Int, _ green: Int, _ blue: Int, of bytes: Int) -> CaptureFormat {
    .raw(
      PixelFormat(.packedRGB(red: red, green: green, blue: blue, bytesPerPixel: bytes)))
  }

  /// Orders of bytes: linux/Documentation/userspace-api/media/v4l, "pixfmt".
  private static let known: [FourCC: CaptureFormat] = [
    FourCC("YUYV"): .raw(.yuyv),
    FourCC("UYVY"): .raw(.uyvy),
    FourCC("NV12"): semiplanar(false, 1, 1),
    FourCC("NV21"): semiplanar(true, 1, 1),
    FourCC("NV16"): semiplanar(false, 1, 0),
    FourCC("NV61"): semiplanar(true, 1, 0),
    FourCC("NV24"): semiplanar(false, 0, 0),
    FourCC("NV42"): semiplanar(true, 0, 0),
    FourCC("YU12"): planar(1, 1),
    FourCC("YV12"): planar(1, 1, isCrFirst: true),
    FourCC("422P"): planar(1, 0),
    FourCC("GREY"): gray(8),
    FourCC("Y10"): gray(10),
    FourCC("Y12"): gray(12),
    FourCC("Y16"): gray(16),
    FourCC("RGB3"): rgb(0, 1, 2, of: 3),
    FourCC("BGR3"): rgb(2, 1, 0, of: 3),
    FourCC("BGR4"): rgb(2, 1, 0, of: 4),
    FourCC("XR24"): rgb(2, 1, 0, of: 4),
    FourCC("AR24"): rgb(2, 1, 0, of: 4),
    FourCC("RGB4"): rgb(1, 2, 3, of: 4),
    FourCC("BX24"): rgb(1, 2, 3, of: 4),
    FourCC("BA24"): rgb(1, 2, 3, of: 4),
    FourCC("XB24"): rgb(0, 1, 2, of: 4),
    FourCC("AB24"): rgb(0, 1, 2, of: 4),
    FourCC("RX24"): rgb(3, 2, 1, of: 4),
    FourCC("RA24"): rgb(3, 2, 1, of: 4),
    FourCC("MJPG"): .jpeg,
    FourCC("JPEG"): .jpeg,
  ]
}

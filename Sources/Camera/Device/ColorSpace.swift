import CVideo4Linux
import Photometry

/// Which weights and values a driver's YUV has: said, or V4L2's defaults
/// (V4L2_MAP_YCBCR_ENC_DEFAULT and V4L2_MAP_QUANTIZATION_DEFAULT in videodev2.h).
struct ColorSpace: Hashable {
  var matrix: ColorMatrix
  var range: ValueRange

  init(space: UInt32, encoding: UInt32, quantization: UInt32) {
    switch encoding {
    case V4L2_YCBCR_ENC_601.rawValue, V4L2_YCBCR_ENC_XV601.rawValue: matrix = .bt601
    case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue: matrix = .bt709
    case V4L2_YCBCR_ENC_BT2020.rawValue, V4L2_YCBCR_ENC_BT2020_CONST_LUM.rawValue: matrix = .bt2020
    default:
      switch space {
      case V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_DCI_P3.rawValue: matrix = .bt709
      case V4L2_COLORSPACE_BT2020.rawValue: matrix = .bt2020
      default: matrix = .bt601
      }
    }
    switch quantization {
    case V4L2_QUANTIZATION_FULL_RANGE.rawValue: range = .full
    case V4L2_QUANTIZATION_LIM_RANGE.rawValue: range = .limited
    default: range = space == V4L2_COLORSPACE_JPEG.rawValue ? .full : .limited
    }
  }
}

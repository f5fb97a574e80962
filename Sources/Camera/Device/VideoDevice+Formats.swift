import CVideo4Linux
import Glibc
import Photometry

/// What a node says of itself.
struct Capability: Hashable {
  var driver: String
  var card: String
  var bus: String
  /// Gives pictures by streaming, through V4L2's single-planar interface.
  var isCamera: Bool
}

/// A format as it was set, or is.
struct ActiveFormat: Hashable {
  var fourCC: FourCC
  var width: Int
  var height: Int
  var bytesPerLine: Int
  /// Bytes of the largest picture.
  var size: Int
  var matrix: ColorMatrix
  var range: ValueRange
}

extension VideoDevice {
  func capability() throws(Failure) -> Capability {
    var answer = v4l2_capability()
    try perform("VIDIOC_QUERYCAP", REQUEST_QUERYCAP, &answer)
    let all = answer.capabilities
    let own = all & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? answer.device_caps : all
    let needed = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
    return Capability(
      driver: text(answer.driver), card: text(answer.card), bus: text(answer.bus_info),
      isCamera: own & needed == needed)
  }

  /// Every mode that is offered. Where the driver leaves the size free, `wish` is one of them.
  func modes(wish: (width: Int, height: Int)? = nil) -> [CameraMode] {
    var modes: [CameraMode] = []
    var entry = v4l2_fmtdesc()
    for index in 0..<UInt32(256) {
      entry = v4l2_fmtdesc()
      entry.index = index
      entry.type = VideoDevice.capture
      guard video_ioctl(descriptor, REQUEST_ENUM_FMT, &entry) == 0 else { break }
      let isConverted = entry.flags & UInt32(V4L2_FMT_FLAG_EMULATED) != 0
      let format = FourCC(code: entry.pixelformat)
      for size in sizes(of: format, wish: wish) {
        let (rates, isContinuous) = rates(of: format, width: size.width, height: size.height)
        modes.append(
          CameraMode(
            format: format, formatName: text(entry.description), width: size.width,
            height: size.height, rates: rates, isRateContinuous: isContinuous,
            isConverted: isConverted))
      }
    }
    return modes
  }

  /// Where the driver leaves the size free, those that are common and within its limits.
  private func sizes(
    of format: FourCC, wish: (width: Int, height: Int)?
  ) -> [(width: Int, height: Int)] {
    var sizes: [(width: Int, height: Int)] = []
    for index in 0..<UInt32(256) {
      var entry = v4l2_frmsizeenum()
      entry.index = index
      entry.pixel_format = format.code
      guard video_ioctl(descriptor, REQUEST_ENUM_FRAMESIZES, &entry) == 0 else { break }
      if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
        sizes.append((Int(entry.discrete.width), Int(entry.discrete.height)))
        continue
      }
      let limits = entry.stepwise
      let widths = Int(limits.min_width)...max(Int(limits.min_width), Int(limits.max_width))
      let heights = Int(limits.min_height)...max(Int(limits.min_height), Int(limits.max_height))
      let common = [(320, 240), (640, 360), (640, 480), (1280, 720), (1920, 1080)]
      let candidates =
        (wish.map { [$0] } ?? []) + common + [(widths.upperBound, heights.upperBound)]
      for (width, height) in candidates
      where widths.contains(width) && heights.contains(height)
        && (width - widths.lowerBound) % max(Int(limits.step_width), 1) == 0
        && (height - heights.lowerBound) % max(Int(limits.step_height), 1) == 0
        && !sizes.contains(where: { $0 == (width, height) })
      {
        sizes.append((width, height))
      }
      break
    }
    if sizes.isEmpty, let now = try? activeFormat() { sizes = [(now.width, now.height)] }
    return sizes
  }

  private func rates(of format: FourCC, width: Int, height: Int) -> ([FrameRate], Bool) {
    var rates: [FrameRate] = []
    for index in 0..<UInt32(256) {
      var entry = v4l2_frmivalenum()
      entry.index = index
      entry.pixel_format = format.code
      entry.width = UInt32(width)
      entry.height = UInt32(height)
      guard video_ioctl(descriptor, REQUEST_ENUM_FRAMEINTERVALS, &entry) == 0 else { break }
      guard entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
        let ends = [entry.stepwise.min, entry.stepwise.max]
        return (
          ends.compactMap { FrameRate(numerator: $0.numerator, denominator: $0.denominator) }, true
        )
      }
      let interval = entry.discrete
      if let rate = FrameRate(numerator: interval.numerator, denominator: interval.denominator) {
        rates.append(rate)
      }
    }
    return (rates, false)
  }

  func activeFormat() throws(Failure) -> ActiveFormat {
    var format = v4l2_format()
    format.type = VideoDevice.capture
    try perform("VIDIOC_G_FMT", REQUEST_G_FMT, &format)
    return active(format.fmt.pix)
  }

  /// Sets the format and size, or what the driver finds nearest to them, and says which.
  func setFormat(_ fourCC: FourCC, width: Int, height: Int) throws(Failure) -> ActiveFormat {
    var format = v4l2_format()
    format.type = VideoDevice.capture
    format.fmt.pix.width = UInt32(width)
    format.fmt.pix.height = UInt32(height)
    format.fmt.pix.pixelformat = fourCC.code
    format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
    try perform("VIDIOC_S_FMT", REQUEST_S_FMT, &format)
    return active(format.fmt.pix)
  }

  private func active(_ picture: v4l2_pix_format) -> ActiveFormat {
    let space = ColorSpace(
      space: picture.colorspace, encoding: picture.ycbcr_enc, quantization: picture.quantization)
    return ActiveFormat(
      fourCC: FourCC(code: picture.pixelformat), width: Int(picture.width),
      height: Int(picture.height), bytesPerLine: Int(picture.bytesperline),
      size: Int(picture.sizeimage), matrix: space.matrix, range: space.range)
  }

  /// The rate as the driver has it; nil where it has none.
  func rate() -> FrameRate? {
    var parameters = v4l2_streamparm()
    parameters.type = VideoDevice.capture
    guard video_ioctl(descriptor, REQUEST_G_PARM, &parameters) == 0 else { return nil }
    let interval = parameters.parm.capture.timeperframe
    return FrameRate(numerator: interval.numerator, denominator: interval.denominator)
  }

  /// Asks for a rate; what the driver does with it, `rate()` says.
  func setRate(_ rate: FrameRate) {
    var parameters = v4l2_streamparm()
    parameters.type = VideoDevice.capture
    parameters.parm.capture.timeperframe.numerator = rate.numerator
    parameters.parm.capture.timeperframe.denominator = rate.denominator
    _ = video_ioctl(descriptor, REQUEST_S_PARM, &parameters)
  }

  /// The characters of a C array, up to the first NUL.
  private func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

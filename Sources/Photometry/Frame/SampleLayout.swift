/// Where a format's samples lie, in the terms in which they are summed: planes of interleaved
/// channels.
struct SampleLayout {
  /// What a channel carries.
  enum Channel: Hashable, Sendable {
    case luma, blueDifference, redDifference, red, green, blue, unused
  }

  /// One plane: groups of `channels.count` samples side by side. A group covers
  /// 1 << shiftX columns of the picture and 1 << shiftY rows.
  struct PlaneLayout {
    var channels: [Channel]
    var shiftX: Int
    var shiftY: Int
  }

  var planes: [PlaneLayout]
  var bytesPerSample: Int

  /// The largest side of a picture that is measured: JPEG's limit, and four times what any camera
  /// or video standard has.
  static let largestSide = 65535

  init(_ format: PixelFormat) throws(FrameError) {
    let unknown = FrameError(
      code: .format, message: "pictures with this arrangement of samples are not understood")
    let depth = format.bitDepth
    // Shifts beyond 3 would let one chroma sample span tiles.
    guard (8...16).contains(depth), (0...3).contains(format.chromaShiftX),
      (0...3).contains(format.chromaShiftY)
    else { throw unknown }
    bytesPerSample = depth > 8 ? 2 : 1
    let (shiftX, shiftY) = (format.chromaShiftX, format.chromaShiftY)
    switch format.layout {
    case .gray:
      planes = [PlaneLayout(channels: [.luma], shiftX: 0, shiftY: 0)]
    case .planarYUV:
      planes = [
        PlaneLayout(channels: [.luma], shiftX: 0, shiftY: 0),
        PlaneLayout(channels: [.blueDifference], shiftX: shiftX, shiftY: shiftY),
        PlaneLayout(channels: [.redDifference], shiftX: shiftX, shiftY: shiftY),
      ]
    case .semiplanarYUV(let redFirst):
      planes = [
        PlaneLayout(channels: [.luma], shiftX: 0, shiftY: 0),
        PlaneLayout(
          channels: redFirst
            ? [.redDifference, .blueDifference] : [.blueDifference, .redDifference],
          shiftX: shiftX, shiftY: shiftY),
      ]
    case .yuyv:
      guard depth == 8 else { throw unknown }
      planes = [
        PlaneLayout(
          channels: [.luma, .blueDifference, .luma, .redDifference], shiftX: 1, shiftY: 0)
      ]
    case .uyvy:
      guard depth == 8 else { throw unknown }
      planes = [
        PlaneLayout(
          channels: [.blueDifference, .luma, .redDifference, .luma], shiftX: 1, shiftY: 0)
      ]
    case .packedRGB(let red, let green, let blue, let bytesPerPixel):
      let offsets = Set([red, green, blue])
      guard depth == 8, (3...4).contains(bytesPerPixel), offsets.count == 3,
        offsets.allSatisfy({ (0..<bytesPerPixel).contains($0) })
      else { throw unknown }
      var channels = [Channel](repeating: .unused, count: bytesPerPixel)
      channels[red] = .red
      channels[green] = .green
      channels[blue] = .blue
      planes = [PlaneLayout(channels: channels, shiftX: 0, shiftY: 0)]
    case .planarGBR:
      planes = [
        PlaneLayout(channels: [.green], shiftX: 0, shiftY: 0),
        PlaneLayout(channels: [.blue], shiftX: 0, shiftY: 0),
        PlaneLayout(channels: [.red], shiftX: 0, shiftY: 0),
      ]
    }
  }

  /// Whether the plane at `index` is there in full for a picture of this size.
  func check(_ frame: borrowing Frame, plane index: Int) throws(FrameError) {
    let layout = planes[index]
    let columns = (frame.width + (1 << layout.shiftX) - 1) >> layout.shiftX
    let rows = (frame.height + (1 << layout.shiftY) - 1) >> layout.shiftY
    let rowBytes = columns * layout.channels.count * bytesPerSample
    let byteCount: Int
    let stride: Int
    switch index {
    case 0:
      byteCount = frame.plane0.bytes.byteCount
      stride = frame.plane0.stride
    case 1:
      byteCount = frame.plane1?.bytes.byteCount ?? 0
      stride = frame.plane1?.stride ?? 0
    default:
      byteCount = frame.plane2?.bytes.byteCount ?? 0
      stride = frame.plane2?.stride ?? 0
    }
    // All but the last row need whole strides; the last needs only its samples.
    let (before, overflows) = stride.multipliedReportingOverflow(by: rows - 1)
    let (needed, overflowsToo) = before.addingReportingOverflow(rowBytes)
    guard !overflows, !overflowsToo, stride >= rowBytes, byteCount >= needed else {
      throw FrameError(
        code: .truncated,
        message: "a picture's plane \(index) holds fewer bytes than its size needs")
    }
  }

  /// Whether the frame has a size and all of its planes in full.
  func check(_ frame: borrowing Frame) throws(FrameError) {
    guard frame.width > 0, frame.height > 0, frame.width <= Self.largestSide,
      frame.height <= Self.largestSide
    else {
      throw FrameError(
        code: .size,
        message: "a picture of \(frame.width)x\(frame.height) pixels cannot be measured")
    }
    for index in planes.indices { try check(frame, plane: index) }
  }
}

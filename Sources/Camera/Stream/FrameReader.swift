import Photometry

/// Makes frames of the bytes of a buffer.
final class FrameReader {
  private enum Way {
    case raw(PlaneLayout, ColorMatrix, ValueRange)
    case jpeg(JPEGDecoder)
  }

  private let way: Way
  let reduction: Int

  /// Pixels of the widest JPEG that is read at its own scale: beyond it, a picture holds more than
  /// 640x480, which is enough to aim by, and reading it takes a core's share that grows with it.
  private static let widest = 960

  /// nil where the format cannot be read.
  init?(_ active: ActiveFormat) {
    guard let format = CaptureFormat(active.fourCC), active.width > 0, active.height > 0 else {
      return nil
    }
    switch format {
    case .raw(let format, let isCrFirst):
      let layout = PlaneLayout(
        format: format, isCrFirst: isCrFirst, width: active.width, height: active.height,
        bytesPerLine: active.bytesPerLine)
      way = .raw(layout, active.matrix, format.isYUV ? active.range : .full)
      reduction = 1
    case .jpeg:
      guard let decoder = JPEGDecoder(widest: FrameReader.widest) else { return nil }
      way = .jpeg(decoder)
      reduction = JPEGDecoder.reduction(width: active.width, widest: FrameReader.widest)
    }
  }

  /// Lends the picture in `bytes` to `body`; nil when it is too short or damaged.
  func read<Result>(
    _ bytes: borrowing RawSpan, time: Double, exposure: Double?,
    _ body: (borrowing Frame) -> Result
  ) -> Result? {
    switch way {
    case .raw(let layout, let matrix, let range):
      guard bytes.byteCount >= layout.size, let first = layout.parts.first else { return nil }
      let second = layout.parts.count > 1 ? layout.parts[1] : nil
      let third = layout.parts.count > 2 ? layout.parts[2] : nil
      return body(
        Frame(
          time: time, exposure: exposure, width: layout.width, height: layout.height,
          format: layout.format, matrix: matrix, range: range,
          plane0: plane(first, of: bytes),
          plane1: second == nil ? nil : plane(second ?? first, of: bytes),
          plane2: third == nil ? nil : plane(third ?? first, of: bytes)))
    case .jpeg(let decoder):
      guard decoder.decode(bytes) else { return nil }
      let luma = decoder.luma
      return body(
        Frame(
          time: time, exposure: exposure, width: decoder.width, height: decoder.height,
          format: .gray, matrix: .bt601, range: .full,
          plane0: Plane(bytes: luma.span.bytes, stride: decoder.width)))
    }
  }

  @_lifetime(copy bytes)
  private func plane(_ part: PlaneLayout.Part, of bytes: borrowing RawSpan) -> Plane {
    Plane(bytes: bytes.extracting(part.offset..<part.offset + part.size), stride: part.stride)
  }
}

extension PixelFormat {
  /// Whether limited range can be meant. Sensors that give gray use the whole range.
  fileprivate var isYUV: Bool {
    switch layout {
    case .planarYUV, .semiplanarYUV, .yuyv, .uyvy: true
    case .gray, .packedRGB, .planarGBR: false
    }
  }
}

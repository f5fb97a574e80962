internal import CLuma

/// How a pixel's luma becomes a whole number (see `PixelMeter`).
struct PixelUnits: Sendable {
  /// The largest value, of white.
  let high: Int32
  /// Whether a plane holds the value as it is, but for a range to cut to.
  let isPlain8: Bool
  let low8: UInt8
  let high8: UInt8

  private let parts: [Part]
  private let bytesPerSample: Int
  /// Pixels, as a power of two, at which a group of every plane begins.
  private let align: Int
  private let offset: Int32

  init?(_ format: PixelFormat, matrix: ColorMatrix, range: ValueRange) {
    guard let layout = try? SampleLayout(format) else { return nil }
    bytesPerSample = layout.bytesPerSample
    align = layout.planes.reduce(0) { max($0, $1.shiftX) }
    let luma = ColorWeights(format, matrix: matrix, range: range).luma
    let isRGB =
      switch format.layout {
      case .packedRGB, .planarGBR: true
      case .gray, .planarYUV, .semiplanarYUV, .yuyv, .uyvy: false
      }
    let isPlain = luma.second == 0 && luma.third == 0
    // Luma's own steps, their thousandths, or parts so fine that white is about 2^28, which with every
    // weight added fits in 31 bits.
    let gain = luma.first + (isRGB ? luma.second + luma.third : 0)
    let scale = (isPlain ? 1 : isRGB ? 1000 : Double(1 << (28 - format.bitDepth))) / gain
    func whole(_ value: Double) -> Int32 {
      let scaled = value * scale
      return Int32(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
    }
    offset = whole(luma.offset)
    parts = Part.all(layout) { whole(luma.weight($0)) }
    high = whole(255)
    let isPlanar =
      switch format.layout {
      case .gray, .planarYUV, .semiplanarYUV: true
      case .yuyv, .uyvy, .packedRGB, .planarGBR: false
      }
    isPlain8 = isPlain && isPlanar && format.bitDepth == 8
    low8 = range == .limited ? 16 : 0
    high8 = range == .limited ? 235 : 255
  }

  /// Writes one line's values, not yet cut to 0...high, into `row`; returns how many come before the
  /// region's first pixel. The frame has been checked against the layout.
  func fill(
    _ row: inout [Int32], _ scratch: inout [Int32], _ frame: borrowing Frame, _ region: Region,
    _ line: Int
  ) -> Int {
    let left = (region.x >> align) << align
    let skip = region.x - left
    let count = region.width + skip
    row.withUnsafeMutableBufferPointer { row in
      scratch.withUnsafeMutableBufferPointer { scratch in
        guard let row = row.baseAddress, let scratch = scratch.baseAddress else { return }
        for part in parts {
          switch part.plane {
          case 0: add(frame.plane0, part, region.y + line, left, count, row, scratch)
          case 1:
            if let second = frame.plane1 {
              add(second, part, region.y + line, left, count, row, scratch)
            }
          default:
            if let third = frame.plane2 {
              add(third, part, region.y + line, left, count, row, scratch)
            }
          }
        }
      }
    }
    return skip
  }

  /// Adds one channel's part.
  private func add(
    _ plane: borrowing Plane, _ part: Part, _ line: Int, _ left: Int, _ count: Int,
    _ row: UnsafeMutablePointer<Int32>, _ scratch: UnsafeMutablePointer<Int32>
  ) {
    let start =
      (line >> part.planeShiftY) * plane.stride
      + ((left >> part.planeShiftX) * part.period + part.channel) * bytesPerSample
    let groups = (count + (1 << part.shift) - 1) >> part.shift
    let target = part.isFirst ? row : scratch
    let zero = part.isFirst ? offset : 0
    plane.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      if bytesPerSample == 1 {
        luma_row_8(base + start, part.step, part.weight, zero, groups, target)
      } else {
        luma_row_16(base + start, part.step, part.weight, zero, groups, target)
      }
      if !part.isFirst { luma_row_spread(scratch, part.shift, count, row) }
    }
  }
}

/// What one channel adds to a pixel's value.
private struct Part: Sendable {
  /// Of the frame, and of the samples of one of its groups.
  var plane: Int
  var channel: Int
  var weight: Int32
  /// Samples from one of its own to the next, and pixels, as a power of two, that each is of.
  var step: Int
  var shift: Int
  /// Samples of a group, and the pixels of one, as a power of two.
  var period: Int
  var planeShiftX: Int
  var planeShiftY: Int
  /// Whether it begins the row: it has a sample for every pixel.
  var isFirst = false

  /// Those of a layout that have a weight, luma first. Luma of Y Cb Y Cr has a step of two samples, its chroma of four.
  static func all(_ layout: SampleLayout, weight: (SampleLayout.Channel) -> Int32) -> [Part] {
    var parts: [Part] = []
    for (index, plane) in layout.planes.enumerated() {
      let isInterleaved = plane.channels.count(where: { $0 == .luma }) == 2
      let own = plane.channels.indices.compactMap { channel -> Part? in
        let kind = plane.channels[channel]
        let isLuma = kind == .luma
        guard weight(kind) != 0, !isLuma || plane.channels.firstIndex(of: .luma) == channel else {
          return nil
        }
        let isFull = isInterleaved && isLuma
        return Part(
          plane: index, channel: channel, weight: weight(kind),
          step: isFull ? 2 : plane.channels.count, shift: isFull ? 0 : plane.shiftX,
          period: plane.channels.count, planeShiftX: plane.shiftX, planeShiftY: plane.shiftY)
      }
      let isLuma = { (part: Part) in plane.channels[part.channel] == .luma }
      parts += own.filter(isLuma) + own.filter { !isLuma($0) }
    }
    if !parts.isEmpty { parts[0].isFirst = true }
    return parts
  }
}

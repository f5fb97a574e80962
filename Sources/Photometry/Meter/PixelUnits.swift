internal import CLuma

/// How a pixel's luma becomes a whole number (see `PixelMeter`).
struct PixelUnits: Sendable {
  /// The largest value, of white.
  let high: Int32
  /// Whether a plane holds the value as it is, but for a range to cut to.
  let isPlain8: Bool
  let low8: UInt8
  let high8: UInt8

  private let layout: SampleLayout
  private let offset: Int32
  private let weights: [[Int32]]

  init?(_ format: PixelFormat, matrix: ColorMatrix, range: ValueRange) {
    guard let layout = try? SampleLayout(format) else { return nil }
    self.layout = layout
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
    weights = layout.planes.map { $0.channels.map { whole(luma.weight($0)) } }
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
    let align = layout.planes.reduce(0) { max($0, $1.shiftX) }
    let left = (region.x >> align) << align
    let skip = region.x - left
    let count = region.width + skip
    row.withUnsafeMutableBufferPointer { row in
      scratch.withUnsafeMutableBufferPointer { scratch in
        guard let row = row.baseAddress, let scratch = scratch.baseAddress else { return }
        var isFirst = true
        for index in layout.planes.indices {
          switch index {
          case 0: add(frame.plane0, index, region.y + line, left, count, row, scratch, &isFirst)
          case 1:
            if let second = frame.plane1 {
              add(second, index, region.y + line, left, count, row, scratch, &isFirst)
            }
          default:
            if let third = frame.plane2 {
              add(third, index, region.y + line, left, count, row, scratch, &isFirst)
            }
          }
        }
      }
    }
    return skip
  }

  /// Adds one plane's part. Luma of Y Cb Y Cr has a step of two samples, its chroma of four.
  private func add(
    _ plane: borrowing Plane, _ index: Int, _ line: Int, _ left: Int, _ count: Int,
    _ row: UnsafeMutablePointer<Int32>, _ scratch: UnsafeMutablePointer<Int32>,
    _ isFirst: inout Bool
  ) {
    let shape = layout.planes[index]
    let period = shape.channels.count
    let interleaved = shape.channels.count(where: { $0 == .luma }) == 2
    let start =
      (line >> shape.shiftY) * plane.stride
      + (left >> shape.shiftX) * period * layout.bytesPerSample
    var seenLuma = false
    plane.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      // Luma first: what begins the row has a sample for every pixel.
      let order =
        interleaved
        ? shape.channels.indices.sorted {
          shape.channels[$0] == .luma && shape.channels[$1] != .luma
        }
        : Array(shape.channels.indices)
      for channel in order {
        let kind = shape.channels[channel]
        let weight = weights[index][channel]
        if kind == .luma, seenLuma { continue }
        if kind == .luma { seenLuma = true }
        guard weight != 0 else { continue }
        let isFull = interleaved && kind == .luma
        let shift = isFull ? 0 : shape.shiftX
        let step = isFull ? 2 : period
        let groups = (count + (1 << shift) - 1) >> shift
        let from = base + start + channel * layout.bytesPerSample
        let target = isFirst ? row : scratch
        let zero = isFirst ? offset : 0
        if layout.bytesPerSample == 1 {
          luma_row_8(from, step, weight, zero, groups, target)
        } else {
          luma_row_16(from, step, weight, zero, groups, target)
        }
        if !isFirst { luma_row_spread(scratch, shift, count, row) }
        isFirst = false
      }
    }
  }
}

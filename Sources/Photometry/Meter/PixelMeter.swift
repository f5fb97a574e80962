internal import CLuma

/// The frame meter's pixels: their calibrated values, and the totals of frames.
///
/// The rules only compare and divide, so luma is kept in whatever unit makes it a whole number: steps of
/// the stored luma for BT.601, thousandths of a step for RGB, about 2^-28 of white for other matrices.
/// Limited range is cut to 16...235 and loses its 16; its gain cancels.
struct PixelMeter: Sendable {
  private var shape: Shape?
  private var calibrated: [Double] = []
  private var thresholds8: [UInt8] = []
  private var thresholds32: [Int32] = []
  private var row: [Int32] = []
  private var chroma: [Int32] = []

  private struct Shape: Hashable {
    var width: Int
    var height: Int
    var format: PixelFormat
    var matrix: ColorMatrix
    var range: ValueRange
  }

  private var region = Region(x: 0, y: 0, width: 0, height: 0)
  private var units: PixelUnits?

  /// Checks the frame; true where it is of another kind than those before, so that all must begin anew.
  mutating func prepare(_ frame: borrowing Frame, region wanted: Region?) throws(FrameError) -> Bool
  {
    let layout = try SampleLayout(frame.format)
    try layout.check(frame)
    let new = Shape(
      width: frame.width, height: frame.height, format: frame.format, matrix: frame.matrix,
      range: frame.range)
    guard new != shape else { return false }
    let whole = Region(x: 0, y: 0, width: frame.width, height: frame.height)
    guard let clipped = (wanted ?? whole).clipped(width: frame.width, height: frame.height) else {
      throw FrameError(code: .region, message: "the region lies outside the picture")
    }
    region = clipped
    shape = new
    units = PixelUnits(frame.format, matrix: frame.matrix, range: frame.range)
    thresholds8 = []
    thresholds32 = []
    calibrated = []
    // A row may begin up to seven pixels early, where its chroma sample does.
    row = [Int32](repeating: 0, count: region.width + 8)
    chroma = [Int32](repeating: 0, count: region.width + 8)
    return true
  }

  /// Takes a frame into the calibration; returns its sum of luma.
  mutating func calibrate(_ frame: borrowing Frame, isFirst: Bool) -> Double {
    guard let units else { return 0 }
    let count = region.width * region.height
    if isFirst || calibrated.count != count {
      calibrated = [Double](repeating: 0, count: count)
      thresholds8 = []
      thresholds32 = []
    }
    var total: Int64 = 0
    for line in 0..<region.height {
      let skip = units.fill(&row, &chroma, frame, region, line)
      let start = line * region.width
      for index in 0..<region.width {
        let value = min(max(row[skip + index], 0), units.high)
        total &+= Int64(value)
        let old = isFirst ? Double(value) : calibrated[start + index]
        calibrated[start + index] = (old + Double(value)) / 2
      }
    }
    return Double(total)
  }

  /// The sum of luma, in which a pixel over 1.15 times its calibrated value counts twice.
  mutating func total(_ frame: borrowing Frame) -> Double {
    guard let units else { return 0 }
    let count = region.width * region.height
    if units.isPlain8 {
      if thresholds8.count != count {
        // Whole numbers are over a limit when they are over its whole part.
        thresholds8 = calibrated.map { UInt8(min(255, $0 * 23 / 20)) }
        calibrated = []
      }
      return plainTotal(frame, units)
    }
    if thresholds32.count != count {
      let high = Double(units.high)
      thresholds32 = calibrated.map { Int32(min(high, $0 * 23 / 20)) }
      calibrated = []
    }
    var total: UInt64 = 0
    for line in 0..<region.height {
      let skip = units.fill(&row, &chroma, frame, region, line)
      let start = line * region.width
      row.withUnsafeBufferPointer { row in
        thresholds32.withUnsafeBufferPointer { thresholds in
          guard let row = row.baseAddress, let thresholds = thresholds.baseAddress else { return }
          total &+= luma_meter_32(row + skip, thresholds + start, units.high, region.width)
        }
      }
    }
    return Double(total)
  }

  /// A plane of 8-bit BT.601 luma needs no conversion.
  private func plainTotal(_ frame: borrowing Frame, _ units: PixelUnits) -> Double {
    let stride = frame.plane0.stride
    return frame.plane0.bytes.withUnsafeBytes { bytes in
      thresholds8.withUnsafeBufferPointer { thresholds in
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
          let thresholds = thresholds.baseAddress
        else { return 0 }
        var total: UInt64 = 0
        for line in 0..<region.height {
          let start = (region.y + line) * stride + region.x
          total &+= luma_meter_8(
            base + start, thresholds + line * region.width, units.low8, units.high8, region.width)
        }
        return Double(total)
      }
    }
  }
}

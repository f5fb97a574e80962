@testable import Photometry

/// A frame of one's own: planes of bytes of any format, for tests.
struct FrameBytes: Sendable {
  var width: Int
  var height: Int
  var format: PixelFormat
  var matrix = ColorMatrix.bt601
  var range = ValueRange.full
  var planes: [[UInt8]]
  var strides: [Int]

  /// Random samples of the format's depth, rows `padding` bytes longer than they need be.
  init(
    width: Int, height: Int, format: PixelFormat, matrix: ColorMatrix = .bt601,
    range: ValueRange = .full, padding: Int = 0, seed: UInt64
  ) {
    self.width = width
    self.height = height
    self.format = format
    self.matrix = matrix
    self.range = range
    planes = []
    strides = []
    var random = SplitMix(seed: seed)
    let bytesPerSample = format.bitDepth > 8 ? 2 : 1
    for (groups, rows, period) in Self.shapes(width, height, format) {
      let stride = groups * period * bytesPerSample + padding
      // The last row ends with its last sample, as the tightest buffer would.
      var plane = [UInt8](repeating: 0xAA, count: stride * (rows - 1) + stride - padding)
      for row in 0..<rows {
        for sample in 0..<(groups * period) {
          let value = Int(random.next() & 0xFFFF) & ((1 << format.bitDepth) - 1)
          let at = row * stride + sample * bytesPerSample
          plane[at] = UInt8(value & 0xFF)
          if bytesPerSample == 2 { plane[at + 1] = UInt8(value >> 8) }
        }
      }
      planes.append(plane)
      strides.append(stride)
    }
  }

  /// One plane of luma.
  init(width: Int, height: Int, gray: [UInt8]) {
    self.width = width
    self.height = height
    format = .gray
    planes = [gray]
    strides = [width]
  }

  /// Groups a row, rows and samples a group of each plane.
  static func shapes(_ width: Int, _ height: Int, _ format: PixelFormat) -> [(Int, Int, Int)] {
    let chromaWidth = (width + (1 << format.chromaShiftX) - 1) >> format.chromaShiftX
    let chromaHeight = (height + (1 << format.chromaShiftY) - 1) >> format.chromaShiftY
    return switch format.layout {
    case .gray: [(width, height, 1)]
    case .planarYUV:
      [(width, height, 1), (chromaWidth, chromaHeight, 1), (chromaWidth, chromaHeight, 1)]
    case .semiplanarYUV: [(width, height, 1), (chromaWidth, chromaHeight, 2)]
    case .yuyv, .uyvy: [((width + 1) / 2, height, 4)]
    case .packedRGB(_, _, _, let bytesPerPixel): [(width, height, bytesPerPixel)]
    case .planarGBR: [(width, height, 1), (width, height, 1), (width, height, 1)]
    }
  }

  func sample(_ plane: Int, _ row: Int, _ index: Int) -> Double {
    if format.bitDepth > 8 {
      let at = row * strides[plane] + index * 2
      return Double(Int(planes[plane][at]) | Int(planes[plane][at + 1]) << 8)
    }
    return Double(planes[plane][row * strides[plane] + index])
  }

  func withFrame<Result, Failure>(
    time: Double = 0, _ body: (borrowing Frame) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    func plane(_ index: Int) -> Int { min(index, planes.count - 1) }
    let first = planes[0]
    let second = planes[plane(1)]
    let third = planes[plane(2)]
    return try body(
      Frame(
        time: time, width: width, height: height, format: format, matrix: matrix, range: range,
        plane0: Plane(bytes: first.span.bytes, stride: strides[0]),
        plane1: planes.count > 1
          ? Plane(bytes: second.span.bytes, stride: strides[plane(1)]) : nil,
        plane2: planes.count > 2
          ? Plane(bytes: third.span.bytes, stride: strides[plane(2)]) : nil))
  }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): small, and the same everywhere.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

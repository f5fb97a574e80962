import Photometry

/// Frames of random samples in memory, to be read again and again.
final class RawFrames {
  let width: Int
  let height: Int
  let format: PixelFormat
  private var buffers: [[UInt8]] = []
  private var sizes: [Int] = []
  private var strides: [Int] = []
  private var sink: UInt64 = 0

  init(width: Int, height: Int, format: PixelFormat, bytes: Int) {
    self.width = width
    self.height = height
    self.format = format
    let depth = format.bitDepth > 8 ? 2 : 1
    let chromaWidth = width >> format.chromaShiftX
    let chromaHeight = height >> format.chromaShiftY
    let shapes: [(Int, Int)] =
      switch format.layout {
      case .gray: [(width, height)]
      case .planarYUV: [(width, height), (chromaWidth, chromaHeight), (chromaWidth, chromaHeight)]
      case .semiplanarYUV: [(width, height), (chromaWidth * 2, chromaHeight)]
      case .yuyv, .uyvy: [(width * 2, height)]
      case .packedRGB(_, _, _, let step): [(width * step, height)]
      case .planarGBR: [(width, height), (width, height), (width, height)]
      }
    strides = shapes.map { $0.0 * depth }
    sizes = zip(strides, shapes).map { $0 * $1.1 }
    let frameBytes = sizes.reduce(0, +)
    var state: UInt64 = 1
    for _ in 0..<max(2, bytes / frameBytes) {
      var buffer = [UInt8](repeating: 0, count: frameBytes)
      for index in buffer.indices {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // High bytes stay small, so that samples over 8 bits keep to their depth.
        let isHigh = depth == 2 && index % 2 == 1
        buffer[index] = isHigh ? UInt8(format.bitDepth > 8 ? 1 : 0) : UInt8(state >> 56)
      }
      buffers.append(buffer)
    }
  }

  var count: Int { buffers.count }

  /// Reads every byte of a frame once.
  func read(_ index: Int) {
    buffers[index].withUnsafeBytes { bytes in
      let words = bytes.assumingMemoryBound(to: UInt64.self)
      var sum: UInt64 = 0
      for word in words { sum &+= word }
      sink &+= sum
    }
  }

  func withFrame(_ index: Int, time: Double, _ body: (borrowing Frame) -> Void) {
    let buffer = buffers[index]
    let bytes = buffer.span.bytes
    let second = sizes.count > 1 ? sizes[0] : 0
    let third = sizes.count > 2 ? sizes[0] + sizes[1] : second
    let plane0 = Plane(bytes: bytes.extracting(0..<sizes[0]), stride: strides[0])
    switch sizes.count {
    case 1:
      body(Frame(time: time, width: width, height: height, format: format, plane0: plane0))
    case 2:
      let plane1 = Plane(bytes: bytes.extracting(second..<buffer.count), stride: strides[1])
      body(
        Frame(
          time: time, width: width, height: height, format: format, plane0: plane0, plane1: plane1))
    default:
      let plane1 = Plane(bytes: bytes.extracting(second..<third), stride: strides[1])
      let plane2 = Plane(bytes: bytes.extracting(third..<buffer.count), stride: strides[2])
      body(
        Frame(
          time: time, width: width, height: height, format: format, plane0: plane0, plane1: plane1,
          plane2: plane2))
    }
  }
}

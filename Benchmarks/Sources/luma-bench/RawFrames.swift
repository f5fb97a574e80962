import Photometry

/// Frames in memory, to be read again and again: a scene that stands still, and noise, as from a camera
/// on a stand.
final class RawFrames {
  let width: Int
  let height: Int
  let format: PixelFormat
  private var buffers: [[UInt8]] = []
  private var sizes: [Int] = []
  private var strides: [Int] = []
  private var sink: UInt64 = 0
  private var scene: [UInt8]
  private let isWide: Bool
  private var state: UInt64 = 1

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
    isWide = depth == 2
    scene = [UInt8](repeating: 0, count: frameBytes)
    var random = state
    for index in scene.indices {
      // High bytes stay small, so that samples over 8 bits keep to their depth.
      let isHigh = isWide && index % 2 == 1
      scene[index] = isHigh ? (format.bitDepth > 8 ? 1 : 0) : 16 + UInt8(Self.next(&random) >> 57)
    }
    buffers = [[UInt8]](repeating: scene, count: max(2, bytes / frameBytes))
    state = random
    for index in buffers.indices { renew(index) }
  }

  /// Takes a frame anew: the same scene with other noise, up to 15 steps.
  func renew(_ index: Int) {
    var random = state
    let noise: UInt64 = isWide ? 0x000F_000F_000F_000F : 0x0F0F_0F0F_0F0F_0F0F
    scene.withUnsafeBytes { scene in
      buffers[index].withUnsafeMutableBytes { buffer in
        let (from, to) = (
          scene.assumingMemoryBound(to: UInt64.self), buffer.assumingMemoryBound(to: UInt64.self)
        )
        for word in to.indices { to[word] = from[word] &+ Self.next(&random) >> 2 & noise }
      }
    }
    state = random
  }

  /// xorshift64* (Marsaglia 2003, Vigna 2016).
  private static func next(_ state: inout UInt64) -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
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

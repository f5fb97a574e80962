import CTurboJPEG
import Testing

/// JPEG pictures to read.
enum TestJPEG {
  struct Failed: Error {}

  /// A gray picture of the brightness at each place, as 4:2:0 at high quality.
  static func make(
    width: Int, height: Int, _ brightness: (Int, Int) -> UInt8
  ) throws -> [UInt8] {
    guard let handle = tjInitCompress() else { throw Failed() }
    defer { tjDestroy(handle) }
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += Array(repeating: brightness(x, y), count: 3) }
    }
    var output: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let result = tjCompress2(
      handle, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &output, &size,
      Int32(TJSAMP_420.rawValue), 95, 0)
    defer { tjFree(output) }
    guard result == 0, let output else { throw Failed() }
    return Array(UnsafeBufferPointer(start: output, count: Int(size)))
  }
}

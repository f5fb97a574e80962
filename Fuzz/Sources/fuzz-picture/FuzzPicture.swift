import FuzzDriver
import Photometry

/// Frames whose sizes, strides and formats do not go with their bytes: measured, or refused with a
/// `FrameError`; never read beyond their bytes.
@main
struct FuzzPicture {
  static func main() {
    fuzz(testPicture)
  }
}

private let formats: [PixelFormat] = [
  .gray, .yuv420, .nv12, .yuyv, .uyvy, .rgb24, .bgrx,
  PixelFormat(.planarYUV, bitDepth: 10, chromaShiftX: 1, chromaShiftY: 1),
  PixelFormat(.planarGBR), PixelFormat(.planarGBR, bitDepth: 16),
]

@_cdecl("LLVMFuzzerTestOneInput")
func testPicture(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard size > 8, let data else { return 0 }
  let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
  let format = formats[Int(bytes[0]) % formats.count]
  let width = Int(bytes[1]) - 2
  let height = Int(bytes[2]) - 2
  let strides = bytes[3..<6].map { Int($0) - 2 }
  let body = Array(bytes[8...])
  let cut = [body.count * Int(bytes[6]) / 255, body.count * Int(bytes[7]) / 255].sorted()
  let span = body.span.bytes
  let planes = [0..<cut[0], cut[0]..<cut[1], cut[1]..<body.count]
  var grid = TileGrid()
  var meter = FrameMeter()
  var finder = LampFinder()
  for index in 0..<4 {
    let frame = Frame(
      time: Double(index) / 30, width: width, height: height, format: format,
      plane0: Plane(bytes: span.extracting(planes[0]), stride: strides[0]),
      plane1: Plane(bytes: span.extracting(planes[1]), stride: strides[1]),
      plane2: Plane(bytes: span.extracting(planes[2]), stride: strides[2]))
    // A refusal is an answer.
    try? grid.measure(frame)
    _ = meter.consume(frame)
    _ = finder.consume(frame)
  }
  return 0
}

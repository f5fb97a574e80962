import Photometry

/// A frame made small, to aim by: luma as it is, colour as coarse as the tiles that lamps are looked
/// for in.
struct PreviewPicture {
  /// Pixels.
  private(set) var width: Int
  private(set) var height: Int
  /// Three bytes a pixel, upright.
  private(set) var rgb: [UInt8]

  /// Pixels: half of a page's width on a phone held upright, twice over.
  private static let widest = 480

  /// nil where the frame's samples cannot be read.
  init?(_ frame: borrowing Frame, quarterTurns: Int) {
    guard let grid = try? TileGrid(frame), grid.columns > 0, let reader = LumaReader(frame.format)
    else { return nil }
    let part = max(1, (max(frame.width, frame.height) + Self.widest - 1) / Self.widest)
    width = frame.width / part
    height = frame.height / part
    guard width > 0, height > 0 else { return nil }
    rgb = [UInt8](repeating: 0, count: width * height * 3)
    let range = reader.isLuma ? frame.range : .full
    for y in 0..<height {
      for x in 0..<width {
        var sum: Float = 0
        // Every other sample of a part is enough for the eye.
        var count: Float = 0
        for row in stride(from: y * part, to: (y + 1) * part, by: 2) {
          for column in stride(from: x * part, to: (x + 1) * part, by: 2) {
            sum += reader.luma(frame, x: column, y: row)
            count += 1
          }
        }
        let luma = (sum / count - range.black) * range.lumaStep
        let (blue, red) = Self.chroma(grid, x: x * part, y: y * part)
        let at = (y * width + x) * 3
        rgb[at] = Self.byte(luma + 1.402 * red)
        rgb[at + 1] = Self.byte(luma - 0.344136 * blue - 0.714136 * red)
        rgb[at + 2] = Self.byte(luma + 1.772 * blue)
      }
    }
    for _ in 0..<(((quarterTurns % 4) + 4) % 4) { turn() }
  }

  private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255)) }

  /// The tiles' chroma, blended between their middles.
  private static func chroma(_ grid: TileGrid, x: Int, y: Int) -> (blue: Float, red: Float) {
    guard !grid.blueDifference.isEmpty else { return (0, 0) }
    let side = Float(TileGrid.side)
    let across = max(0, Float(x) / side - 0.5)
    let down = max(0, Float(y) / side - 0.5)
    let left = min(Int(across), grid.columns - 1)
    let top = min(Int(down), grid.rows - 1)
    let right = min(left + 1, grid.columns - 1)
    let bottom = min(top + 1, grid.rows - 1)
    let (u, v) = (min(across - Float(left), 1), min(down - Float(top), 1))
    func blended(_ values: [Float]) -> Float {
      func along(_ row: Int) -> Float {
        values[row * grid.columns + left] * (1 - u) + values[row * grid.columns + right] * u
      }
      return along(top) * (1 - v) + along(bottom) * v
    }
    return (blended(grid.blueDifference), blended(grid.redDifference))
  }

  /// A quarter turn clockwise.
  private mutating func turn() {
    var turned = [UInt8](repeating: 0, count: rgb.count)
    for y in 0..<height {
      for x in 0..<width {
        let (from, to) = ((y * width + x) * 3, (x * height + height - 1 - y) * 3)
        for channel in 0..<3 { turned[to + channel] = rgb[from + channel] }
      }
    }
    rgb = turned
    (width, height) = (height, width)
  }
}

/// Reads single samples of luma, whatever the format; for pictures that `TileGrid` has measured, and
/// so found to hold all of their samples.
private struct LumaReader {
  /// Whether luma is stored as such, and so in the frame's range.
  let isLuma: Bool
  private let offset: Int
  private let step: Int
  private let shift: Int
  private let isWide: Bool
  private let colors: (red: Int, green: Int, blue: Int)?
  private let isPlanar: Bool

  init?(_ format: PixelFormat) {
    guard (8...16).contains(format.bitDepth) else { return nil }
    shift = format.bitDepth - 8
    isWide = shift > 0
    var (offset, step) = (0, isWide ? 2 : 1)
    var colors: (red: Int, green: Int, blue: Int)?
    var isPlanar = false
    switch format.layout {
    case .gray, .planarYUV, .semiplanarYUV: break
    case .yuyv: step = 2
    case .uyvy: (offset, step) = (1, 2)
    case .packedRGB(let red, let green, let blue, let bytesPerPixel):
      colors = (red, green, blue)
      step = bytesPerPixel
    case .planarGBR: isPlanar = true
    }
    (self.offset, self.step, self.colors, self.isPlanar) = (offset, step, colors, isPlanar)
    isLuma = colors == nil && !isPlanar
  }

  func luma(_ frame: borrowing Frame, x: Int, y: Int) -> Float {
    if let colors {
      let at = y * frame.plane0.stride + x * step
      return 0.299 * value(frame.plane0, at + colors.red)
        + 0.587 * value(frame.plane0, at + colors.green)
        + 0.114 * value(frame.plane0, at + colors.blue)
    }
    if isPlanar { return value(frame.plane0, y * frame.plane0.stride + x * step) }
    return value(frame.plane0, y * frame.plane0.stride + x * step + offset)
  }

  private func value(_ plane: borrowing Plane, _ at: Int) -> Float {
    guard at >= 0, at + (isWide ? 2 : 1) <= plane.bytes.byteCount else { return 0 }
    if isWide {
      return Float(plane.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt16.self) >> shift)
    }
    return Float(plane.bytes.unsafeLoad(fromByteOffset: at, as: UInt8.self))
  }
}

internal import CLuma

/// Means of luma and chroma over tiles of 8x8 pixels, the smallest unit in which lamps are looked for:
/// a lamp of two pixels moves a tile's mean by several times its noise, and a picture has few enough
/// tiles to follow each of them.
public struct TileGrid: Sendable {
  /// Columns and rows of pixels in a tile; those at the right and bottom edge may have fewer.
  public static let side = 8

  /// Which means are wanted.
  public enum Channels: Hashable, Sendable {
    case luma
    case lumaAndChroma
  }

  /// The pixels that the grid covers.
  public internal(set) var region = Region(x: 0, y: 0, width: 0, height: 0)
  public internal(set) var columns = 0
  public internal(set) var rows = 0
  /// Full-range BT.601 luma, 0...255, of each tile, row by row.
  public internal(set) var luma: [Float] = []
  /// The greatest sample of each tile in the picture's first plane (luma; or red, green and blue alike; or green), as it is
  /// stored, of eight bits; row by row. Empty where it was not asked for.
  public internal(set) var peaks: [UInt8] = []
  /// Full-range BT.601 Cb, -127.5...127.5, row by row; empty where only luma was asked for.
  public internal(set) var blueDifference: [Float] = []
  /// Full-range BT.601 Cr, -127.5...127.5, row by row; empty where only luma was asked for.
  public internal(set) var redDifference: [Float] = []

  var scratch = TileScratch()

  public init() {}

  /// Measures a frame. Throws `FrameError` where its planes do not hold what its size says.
  public init(
    _ frame: borrowing Frame, region: Region? = nil, channels: Channels = .lumaAndChroma
  ) throws(FrameError) {
    try measure(frame, region: region, channels: channels)
  }

  /// Mean luma of all pixels, 0...255.
  public var mean: Double {
    guard columns > 0, rows > 0 else { return 0 }
    let edgeWidth = Double(region.width - (columns - 1) * Self.side)
    let edgeHeight = Double(region.height - (rows - 1) * Self.side)
    let side = Double(Self.side)
    var total = 0.0
    luma.withUnsafeBufferPointer { luma in
      guard let first = luma.baseAddress else { return }
      for row in 0..<rows {
        let sum = luma_sum(first + row * columns, columns - 1)
        let rowTotal = Double(sum) * side + Double(luma[row * columns + columns - 1]) * edgeWidth
        total += rowTotal * (row == rows - 1 ? edgeHeight : side)
      }
    }
    return total / (Double(region.width) * Double(region.height))
  }
}

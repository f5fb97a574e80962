import Testing

@testable import Photometry

struct TileGridTests {
  static let formats: [PixelFormat] = [
    .gray, .yuv420, .nv12, .yuyv, .uyvy, .rgb24, .bgr24, .bgrx,
    PixelFormat(.gray, bitDepth: 12),
    PixelFormat(.planarYUV), PixelFormat(.planarYUV, chromaShiftX: 1),
    PixelFormat(.planarYUV, chromaShiftX: 2),
    PixelFormat(.planarYUV, chromaShiftX: 2, chromaShiftY: 2),
    PixelFormat(.planarYUV, chromaShiftY: 1),
    PixelFormat(.planarYUV, chromaShiftX: 3, chromaShiftY: 3),
    PixelFormat(.planarYUV, bitDepth: 10, chromaShiftX: 1, chromaShiftY: 1),
    PixelFormat(.planarYUV, bitDepth: 10, chromaShiftX: 1),
    PixelFormat(.planarYUV, bitDepth: 12), PixelFormat(.planarYUV, bitDepth: 16),
    PixelFormat(.semiplanarYUV(redFirst: true), chromaShiftX: 1, chromaShiftY: 1),
    PixelFormat(.semiplanarYUV(redFirst: false), bitDepth: 10, chromaShiftX: 1, chromaShiftY: 1),
    PixelFormat(.semiplanarYUV(redFirst: true)),
    PixelFormat(.packedRGB(red: 1, green: 2, blue: 3, bytesPerPixel: 4)),
    PixelFormat(.planarGBR), PixelFormat(.planarGBR, bitDepth: 10),
    PixelFormat(.planarGBR, bitDepth: 16),
  ]

  @Test(arguments: formats)
  func `tiles are the means of their pixels, in every format, size, range and matrix`(
    _ format: PixelFormat
  ) throws {
    var seed: UInt64 = 1
    for (width, height) in [
      (1, 1), (7, 5), (8, 8), (9, 17), (15, 60), (64, 24), (150, 33), (527, 9),
    ] {
      for matrix in [ColorMatrix.bt601, .bt709, .bt2020] {
        for range in [ValueRange.full, .limited] {
          seed += 1
          let bytes = FrameBytes(
            width: width, height: height, format: format, matrix: matrix, range: range,
            padding: Int(seed % 3), seed: seed)
          let grid = try bytes.withFrame { frame throws(FrameError) in try TileGrid(frame) }
          #expect(grid.columns == (width + 7) / 8 && grid.rows == (height + 7) / 8)
          var worst = 0.0
          for row in 0..<grid.rows {
            for column in 0..<grid.columns {
              let expected = NaiveLuma.tile(
                bytes, x: column * 8, y: row * 8, width: min(8, width - column * 8),
                height: min(8, height - row * 8))
              let at = row * grid.columns + column
              worst = max(worst, abs(Double(grid.luma[at]) - expected.luma))
              worst = max(worst, abs(Double(grid.blueDifference[at]) - expected.blue))
              worst = max(worst, abs(Double(grid.redDifference[at]) - expected.red))
            }
          }
          // Single precision: seven digits of 255.
          #expect(worst < 2e-3, "\(width)x\(height) \(matrix) \(range)")
        }
      }
    }
  }

  /// The greatest sample of a rectangle's luma, or of its colours, of eight bits.
  private static func peak(_ bytes: FrameBytes, x: Int, y: Int, width: Int, height: Int) -> Int {
    // How many samples are side by side for each pixel, and which of them count.
    let (period, offsets): (Int, [Int]) =
      switch bytes.format.layout {
      case .gray, .planarYUV, .semiplanarYUV, .planarGBR: (1, [0])
      case .yuyv: (2, [0])
      case .uyvy: (2, [1])
      case .packedRGB(let red, let green, let blue, let step): (step, [red, green, blue])
      }
    var peak = 0.0
    for row in y..<y + height {
      for column in x..<x + width {
        for offset in offsets {
          peak = max(peak, bytes.sample(0, row, column * period + offset))
        }
      }
    }
    return Int(peak) >> (bytes.format.bitDepth - 8)
  }

  @Test(arguments: formats)
  func `peaks are the greatest samples of each tile, in every format and size`(
    _ format: PixelFormat
  ) throws {
    for (width, height) in [(8, 8), (9, 17), (64, 24), (150, 33), (526, 9)] {
      let bytes = FrameBytes(
        width: width, height: height, format: format, padding: width % 3, seed: UInt64(height))
      var grid = TileGrid()
      try bytes.withFrame { frame throws(FrameError) in try grid.measure(frame, survey: true) }
      for row in 0..<grid.rows {
        for column in 0..<grid.columns {
          let expected = Self.peak(
            bytes, x: column * 8, y: row * 8, width: min(8, width - column * 8),
            height: min(8, height - row * 8))
          #expect(Int(grid.peaks[row * grid.columns + column]) == expected, "\(width) \(column)")
        }
      }
    }
  }

  @Test func `luma alone is the same as luma with chroma`() throws {
    for matrix in [ColorMatrix.bt601, .bt709] {
      let bytes = FrameBytes(width: 33, height: 19, format: .yuv420, matrix: matrix, seed: 5)
      let both = try bytes.withFrame { frame throws(FrameError) in try TileGrid(frame) }
      let alone = try bytes.withFrame { frame throws(FrameError) in
        try TileGrid(frame, channels: .luma)
      }
      #expect(both.luma == alone.luma)
      #expect(alone.blueDifference.isEmpty && alone.redDifference.isEmpty)
    }
  }

  @Test(arguments: [PixelFormat.gray, .yuv420, .yuyv, .rgb24])
  func `a region is measured as if it were the picture`(_ format: PixelFormat) throws {
    let bytes = FrameBytes(width: 61, height: 43, format: format, seed: 9)
    let region = Region(x: 14, y: 6, width: 30, height: 21)
    let grid = try bytes.withFrame { frame throws(FrameError) in
      try TileGrid(frame, region: region)
    }
    #expect(grid.region == region && grid.columns == 4 && grid.rows == 3)
    for row in 0..<3 {
      for column in 0..<4 {
        let expected = NaiveLuma.tile(
          bytes, x: 14 + column * 8, y: 6 + row * 8, width: column == 3 ? 6 : 8,
          height: row == 2 ? 5 : 8)
        #expect(abs(Double(grid.luma[row * 4 + column]) - expected.luma) < 1e-3)
      }
    }
  }

  @Test func `the mean is that of all pixels, whatever the edge tiles hold`() throws {
    let bytes = FrameBytes(width: 21, height: 13, format: .gray, seed: 4)
    let grid = try bytes.withFrame { frame throws(FrameError) in try TileGrid(frame) }
    let expected = bytes.planes[0].reduce(0.0) { $0 + Double($1) } / Double(21 * 13)
    #expect(abs(grid.mean - expected) < 1e-3)
  }

  @Test(arguments: formats)
  func `a plane that is shorter than its size says is an error`(_ format: PixelFormat) {
    let bytes = FrameBytes(width: 21, height: 13, format: format, seed: 3)
    for plane in bytes.planes.indices {
      var short = bytes
      short.planes[plane].removeLast()
      #expect(throws: FrameError.self) {
        try short.withFrame { frame throws(FrameError) in try TileGrid(frame) }
      }
      short = bytes
      short.strides[plane] = 1
      #expect(throws: FrameError.self) {
        try short.withFrame { frame throws(FrameError) in try TileGrid(frame) }
      }
      short.strides[plane] = -8
      #expect(throws: FrameError.self) {
        try short.withFrame { frame throws(FrameError) in try TileGrid(frame) }
      }
      short.strides[plane] = Int.max
      #expect(throws: FrameError.self) {
        try short.withFrame { frame throws(FrameError) in try TileGrid(frame) }
      }
    }
    if bytes.planes.count > 1 {
      var missing = bytes
      missing.planes.removeLast()
      missing.strides.removeLast()
      #expect(throws: FrameError.self) {
        try missing.withFrame { frame throws(FrameError) in try TileGrid(frame) }
      }
    }
  }

  @Test(arguments: [(0, 4), (4, 0), (-1, 4), (4, Int.min), (1 << 40, 1), (Int.max, Int.max)])
  func `a picture of no size or an absurd one is an error`(_ width: Int, _ height: Int) {
    var bytes = FrameBytes(width: 8, height: 8, gray: [UInt8](repeating: 0, count: 64))
    bytes.width = width
    bytes.height = height
    #expect(throws: FrameError.self) {
      try bytes.withFrame { frame throws(FrameError) in try TileGrid(frame) }
    }
  }

  @Test(arguments: [
    PixelFormat(.gray, bitDepth: 0), PixelFormat(.gray, bitDepth: 17),
    PixelFormat(.planarYUV, chromaShiftX: -1), PixelFormat(.planarYUV, chromaShiftY: 4),
    PixelFormat(.packedRGB(red: 0, green: 1, blue: 2, bytesPerPixel: 2)),
    PixelFormat(.packedRGB(red: 0, green: 0, blue: 2, bytesPerPixel: 3)),
    PixelFormat(.packedRGB(red: 0, green: -1, blue: 2, bytesPerPixel: 3)),
    PixelFormat(.packedRGB(red: 0, green: 1, blue: 2, bytesPerPixel: 3), bitDepth: 10),
    PixelFormat(.yuyv, bitDepth: 10),
  ])
  func `an arrangement of samples that is not known is an error`(_ format: PixelFormat) {
    var bytes = FrameBytes(width: 8, height: 8, gray: [UInt8](repeating: 0, count: 4096))
    bytes.format = format
    #expect(throws: FrameError.self) {
      try bytes.withFrame { frame throws(FrameError) in try TileGrid(frame) }
    }
  }

  @Test(arguments: [
    Region(x: 8, y: 0, width: 4, height: 4), Region(x: 0, y: 0, width: 0, height: 4),
    Region(x: -4, y: 0, width: 4, height: 4), Region(x: Int.max, y: 0, width: Int.max, height: 1),
  ])
  func `a region outside the picture is an error`(_ region: Region) {
    let bytes = FrameBytes(width: 8, height: 8, gray: [UInt8](repeating: 0, count: 64))
    #expect(throws: FrameError.self) {
      try bytes.withFrame { frame throws(FrameError) in try TileGrid(frame, region: region) }
    }
  }
}

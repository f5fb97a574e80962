import Testing

@testable import Photometry

struct TileSkewTests {
  @Test(arguments: TileGridTests.formats)
  func `each tile of a turned scene is taken from where it is, never from beyond the picture`(
    _ format: PixelFormat
  ) throws {
    let step =
      switch format.layout {
      case .yuyv, .uyvy: 2
      default: 1
      }
    for (seed, turn) in [0.1, -0.1, 0.03, -0.007, 0.5].enumerated() {
      let (width, height) = (214 + seed, 131 - seed)
      let bytes = FrameBytes(
        width: width, height: height, format: format, matrix: .bt601, range: .full, padding: 0,
        seed: UInt64(seed))
      let region = Region(x: 3 * step, y: 5 - seed, width: 192, height: 120)
      let bounds = Region(x: 0, y: 0, width: width, height: height)
      let skew = TileSkew(
        growth: turn / 3, turn: turn, x: Double(80 + 20 * seed), y: Double(70 - 10 * seed))
      let grid = try bytes.withFrame { frame throws(FrameError) in
        var grid = TileGrid()
        try grid.measure(frame, region: region, survey: true, skew: skew, within: bounds)
        return grid
      }
      var worst = 0.0
      for row in 0..<grid.rows {
        let runs = skew.runs(row, of: grid.region, within: bounds)
        #expect(runs.reduce(0) { $0 + $1.count } == grid.columns)
        for run in runs {
          for column in run.first..<run.first + run.count {
            let (left, top) = (grid.region.x + column * 8, grid.region.y + row * 8)
            let wanted = skew.offset(Double(left) + 4, Double(top) + 4)
            let isInside =
              (0...width - 8).contains(left + run.x)
              && (0...height - 8).contains(top + run.y)
            #expect(isInside)
            let isClamped = left + run.x == 0 || left + run.x == width - 8
            #expect(isClamped || abs(Double(run.x) - wanted.x) <= 0.5)
            let isCut = top + run.y == 0 || top + run.y == height - 8
            #expect(isCut || abs(Double(run.y) - wanted.y) <= 0.5)
            let expected = NaiveLuma.tile(
              bytes, x: (left + run.x) / step * step, y: top + run.y, width: 8, height: 8)
            worst = max(
              worst, abs(Double(grid.luma[row * grid.columns + column]) - expected.luma))
          }
        }
      }
      #expect(worst < 2e-3)
    }
  }

  @Test func `a turn to the right moves what is right down, and what is below left`() {
    let skew = TileSkew(growth: 0, turn: 0.1, x: 100, y: 100)
    let right = skew.offset(200, 100)
    let below = skew.offset(100, 200)
    #expect(right.x == 0 && abs(right.y - 10) < 1e-9)
    #expect(abs(below.x + 10) < 1e-9 && below.y == 0)
    let away = TileSkew(growth: 0.1, turn: 0, x: 100, y: 100).offset(0, 200)
    #expect(abs(away.x + 10) < 1e-9 && abs(away.y - 10) < 1e-9)
  }

  @Test func `a skew is felt from half a pixel in a corner on`() {
    let region = Region(x: 0, y: 0, width: 1280, height: 720)
    #expect(TileSkew(growth: 0, turn: 0.0006, x: 640, y: 360).most(in: region) < 0.5)
    #expect(TileSkew(growth: 0, turn: 0.001, x: 640, y: 360).most(in: region) > 0.5)
  }

  @Test(arguments: [0.6, 1, 1.4])
  func `tiles of a scene that is zoomed in on see all of it, each its own part`(
    _ growth: Double
  ) throws {
    let size = 320
    let scene = Region(x: 128, y: 128, width: 64, height: 64)
    let skew = TileSkew(growth: growth, turn: 0, x: 160, y: 160)
    for (x, y) in [(160, 160), (167, 163), (171, 158), (150, 181)] {
      // A pixel that is bright: somewhere between the middles of tiles.
      var bytes = [UInt8](repeating: 20, count: size * size)
      bytes[y * size + x] = 220
      let bounds = Region(x: 0, y: 0, width: size, height: size)
      let grid = try FrameBytes(width: size, height: size, gray: bytes).withFrame {
        frame throws(FrameError) in
        var grid = TileGrid()
        try grid.measureEnlarged(frame, region: scene, skew: skew, within: bounds)
        return grid
      }
      #expect((grid.columns, grid.rows) == (8, 8))
      // What a part of the scene adds to the mean of its tile is the less the larger that is.
      let added = grid.luma.reduce(0) { $0 + Double($1) - 20 }
      let side = 8 * (1 + growth)
      #expect(abs(added - 200 / (side * side)) < 1e-3)
      let brightest = grid.luma.indices.max { grid.luma[$0] < grid.luma[$1] } ?? 0
      let (column, row) = (brightest % 8, brightest / 8)
      let middle = (x: 132 + 8 * Double(column), y: 132 + 8 * Double(row))
      let shown = skew.offset(middle.x, middle.y)
      // A tile of the picture is as far as it may be off.
      #expect(abs(middle.x + shown.x - Double(x)) <= side / 2 + 8)
      #expect(abs(middle.y + shown.y - Double(y)) <= side / 2 + 8)
      #expect(grid.peaks[brightest] == 220)
    }
  }
}

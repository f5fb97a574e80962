/// A light in one picture that is small beside a tile: a lamp far away, a street light, a star.
struct LightPoint: Hashable, Sendable {
  /// In pixels from the upper left corner of what is looked at.
  var x: Double
  var y: Double
  /// How much brighter its brightest pixel is than what is around it, in steps of 255.
  var light: Double
}

/// Finds the small lights of a picture that is dark else.
struct LightPoints: Sendable {
  /// As many are looked at, the brightest.
  static let most = 64
  /// How far above the median a tile's brightest sample must be, as a multiple of how far below it their tenth lies: of
  /// noise, whose greatest of 64 spreads by 0.43 deviations, this is eight deviations above the mean.
  private static let clearly = 12
  /// Pixels around a tile that are looked at too, and around its brightest one that are taken as the light's.
  private static let border = 2

  private var window = LumaWindow()

  /// The lights, the brightest first; `grid` has been measured of the frame, with a survey.
  mutating func find(in frame: borrowing Frame, _ grid: TileGrid) -> [LightPoint] {
    let tiles = bright(grid)
    guard !tiles.isEmpty else { return [] }
    let some = stride(from: 0, to: grid.luma.count, by: max(1, grid.luma.count / 256))
      .map { grid.luma[$0] }.sorted()
    let dark = Double(some[some.count / 2])
    return tiles.compactMap { column, row in
      let side = TileGrid.side
      let inner = Region(
        x: grid.region.x + column * side - Self.border,
        y: grid.region.y + row * side - Self.border,
        width: side + 2 * Self.border, height: side + 2 * Self.border)
      guard let region = inner.clipped(width: frame.width, height: frame.height),
        window.read(frame, region), var point = point(region, dark: dark)
      else { return nil }
      point.x -= Double(grid.region.x)
      point.y -= Double(grid.region.y)
      return point
    }
  }

  /// Tiles that are brighter than those around them, and far brighter than most.
  private func bright(_ grid: TileGrid) -> [(column: Int, row: Int)] {
    var counts = [Int](repeating: 0, count: 256)
    for peak in grid.peaks { counts[Int(peak)] += 1 }
    func quantile(_ part: Double) -> Int {
      var left = Int(part * Double(grid.peaks.count))
      for (value, count) in counts.enumerated() {
        left -= count
        if left < 0 { return value }
      }
      return 255
    }
    let median = quantile(0.5)
    let limit = median + Self.clearly * max(1, median - quantile(0.1))
    guard limit < 255 else { return [] }
    var found: [(column: Int, row: Int, peak: UInt8)] = []
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let index = row * grid.columns + column
        let peak = grid.peaks[index]
        guard Int(peak) > limit else { continue }
        let isHighest = (max(0, row - 1)...min(grid.rows - 1, row + 1)).allSatisfy { line in
          (max(0, column - 1)...min(grid.columns - 1, column + 1)).allSatisfy { place in
            let other = line * grid.columns + place
            // Of two that are the same the first.
            return grid.peaks[other] < peak || grid.peaks[other] == peak && other >= index
          }
        }
        if isHighest { found.append((column, row, peak)) }
      }
    }
    found.sort { $0.peak > $1.peak }
    return found.prefix(Self.most).map { ($0.column, $0.row) }
  }

  /// The middle of the light around the brightest pixel of what was read; nil where that is no small light: a lit window,
  /// or what noise makes of a lamp's halo. `dark` is the picture's usual luma.
  private func point(_ region: Region, dark: Double) -> LightPoint? {
    let values = window.values
    guard let top = values.indices.max(by: { values[$0] < values[$1] }) else { return nil }
    let (column, row) = (top % region.width, top / region.width)
    let columns = max(0, column - Self.border)...min(region.width - 1, column + Self.border)
    let rows = max(0, row - Self.border)...min(region.height - 1, row + Self.border)
    var (around, count) = (0.0, 0.0)
    for y in 0..<region.height {
      for x in 0..<region.width where !(columns.contains(x) && rows.contains(y)) {
        around += Double(values[y * region.width + x])
        count += 1
      }
    }
    guard count > 0 else { return nil }
    let ground = around / count
    let light = Double(values[top]) - ground
    let step = 255 / Double(window.high)
    // Most of what is there is its own,
    guard light > 0, light * step > ground * step - dark else { return nil }
    // and most of that is here.
    var (near, far) = (0, 0)
    for y in 0..<region.height {
      for x in 0..<region.width where Double(values[y * region.width + x]) > ground + light / 2 {
        if columns.contains(x), rows.contains(y) { near += 1 } else { far += 1 }
      }
    }
    guard far <= near else { return nil }
    // What is less than a quarter of it is noise, or another light's.
    let least = ground + light / 4
    var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
    for y in rows {
      for x in columns {
        let part = max(0, Double(values[y * region.width + x]) - least)
        sum += part
        sumX += part * (Double(x) + 0.5)
        sumY += part * (Double(y) + 0.5)
      }
    }
    return LightPoint(
      x: Double(region.x) + sumX / sum, y: Double(region.y) + sumY / sum,
      light: light * step)
  }
}

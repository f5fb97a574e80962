/// Tiles of a scene that a lens has zoomed in on.
extension TileGrid {
  /// The growth, as a part of it, from which on tiles of their own size would see less than half of their parts of the scene: 1.5
  /// times as long and as wide, what lies between them is more.
  static let mostGrowth = 0.5

  /// Measures the tiles of a region as large as a turned and grown scene has them: each from all tiles of the picture that its part
  /// of the scene covers, by how much of them it does. What is in none of the picture's whole tiles is left out.
  /// - Parameter bounds: What of the picture is looked at; the region's parts of the scene lie in it.
  mutating func measureEnlarged(
    _ frame: borrowing Frame, region wanted: Region, skew: TileSkew, within bounds: Region
  ) throws(FrameError) {
    try measure(frame, region: bounds, survey: true, skew: nil, within: bounds, moved: nil)
    let side = Double(Self.side)
    let reach = side / 2 * (1 + skew.growth)
    var enlarged = TileGrid()
    enlarged.region = wanted
    enlarged.columns = wanted.width / Self.side
    enlarged.rows = wanted.height / Self.side
    enlarged.scratch = scratch
    let hasChroma = !blueDifference.isEmpty
    for row in 0..<enlarged.rows {
      for column in 0..<enlarged.columns {
        let x = Double(wanted.x) + (Double(column) + 0.5) * side
        let y = Double(wanted.y) + (Double(row) + 0.5) * side
        let offset = skew.offset(x, y)
        let across = Self.shares(
          from: (x + offset.x - reach - Double(region.x)) / side, length: 2 * reach / side, columns)
        let down = Self.shares(
          from: (y + offset.y - reach - Double(region.y)) / side, length: 2 * reach / side, rows)
        var (light, blue, red, peak) = (Float(0), Float(0), Float(0), UInt8(0))
        for (line, height) in down {
          for (place, width) in across {
            let index = line * columns + place
            light += width * height * luma[index]
            if hasChroma {
              blue += width * height * blueDifference[index]
              red += width * height * redDifference[index]
            }
            peak = max(peak, peaks[index])
          }
        }
        enlarged.luma.append(light)
        enlarged.peaks.append(peak)
        if hasChroma {
          enlarged.blueDifference.append(blue)
          enlarged.redDifference.append(red)
        }
      }
    }
    self = enlarged
  }

  /// Which of so many tiles side by side a stretch covers, and what part of it each is; both in tiles.
  private static func shares(
    from start: Double, length: Double, _ count: Int
  ) -> [(tile: Int, share: Float)] {
    let first = min(max(0, Int(start.rounded(.down))), count - 1)
    let last = min(max(first, Int((start + length).rounded(.up)) - 1), count - 1)
    let covered = (first...last).map { tile in
      max(1e-6, min(start + length, Double(tile) + 1) - max(start, Double(tile)))
    }
    let all = covered.reduce(0, +)
    return zip(first...last, covered).map { ($0, Float($1 / all)) }
  }
}

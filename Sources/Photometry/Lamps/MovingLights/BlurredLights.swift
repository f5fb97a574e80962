/// Finds by how much known lights have moved in a picture that blurs them: none is a point there, but all of them together are
/// as bright as before.
///
/// A telephone that looks for its focus shows a town as discs for a second, and the hand that holds it sways as before. Each
/// light alone is lost in the noise then; the tiles where all of them should be are brighter than those around by many times
/// what noise makes of it, for the shift that the camera has made and no other.
struct BlurredLights {
  /// Means of tiles, row by row, above those of the tiles around.
  private var excess: [Float]
  /// What of it a light may count: of a disc that is lost in the noise no tile shows more, and what is brighter is another's.
  private let most: Double
  private let columns: Int
  private let rows: Int

  /// Pixels by which lights move at most: between two pictures a hand moves them by fewer.
  private static let reach = 16
  /// Pixels from one shift that is tried to the next: a quarter of a tile, in which the means change by no more than noise.
  private static let step = 2
  /// How many deviations the best shift must be above the others: of some hundred shifts noise makes one of 3.2.
  private static let clearly = 5.0
  /// Tiles around one whose mean is what it would be without its light: a disc covers two.
  private static let around = 3
  /// How many deviations of the noise a light counts at most.
  private static let outstanding = 6.0

  init(_ grid: TileGrid) {
    (columns, rows) = (grid.columns, grid.rows)
    excess = grid.luma
    let luma = grid.luma
    // Means of rows, then of columns.
    var means = [Float](repeating: 0, count: luma.count)
    for row in 0..<rows {
      for column in 0..<columns {
        let near = max(0, column - Self.around)...min(columns - 1, column + Self.around)
        var sum: Float = 0
        for place in near { sum += luma[row * columns + place] }
        means[row * columns + column] = sum / Float(near.count)
      }
    }
    for row in 0..<rows {
      let near = max(0, row - Self.around)...min(rows - 1, row + Self.around)
      for column in 0..<columns {
        var sum: Float = 0
        for line in near { sum += means[line * columns + column] }
        excess[row * columns + column] -= sum / Float(near.count)
      }
    }
    // 1.4826 makes a deviation of a median. A picture without noise has that of a sample's rounding, over a tile.
    let usual = excess.map { Double(abs($0)) }.median ?? 0
    most = Self.outstanding * max(1.4826 * usual, 0.29 / Double(TileGrid.side))
  }

  /// By how much lights are away from where they are taken to be, in pixels; nil where that is not clear.
  /// - Parameter lights: In pixels of what is looked at.
  func moved(_ lights: [LightPoint]) -> (x: Double, y: Double)? {
    let steps = Self.reach / Self.step
    let side = 2 * steps + 1
    var sums = [Double](repeating: 0, count: side * side)
    let usual = lights.map(\.light).median ?? 0
    for light in lights {
      // Of one that outshines the others there is no more than of them: it may be the lamp that is switched.
      let weight = min(light.light, 2 * usual)
      for index in sums.indices {
        let (row, column) = index.quotientAndRemainder(dividingBy: side)
        let (x, y) = ((column - steps) * Self.step, (row - steps) * Self.step)
        sums[index] +=
          weight * min(most, self.excess(at: light.x + Double(x), light.y + Double(y)))
      }
    }
    guard let best = sums.indices.max(by: { sums[$0] < sums[$1] }) else { return nil }
    let (row, column) = best.quotientAndRemainder(dividingBy: side)
    guard (1..<side - 1).contains(row), (1..<side - 1).contains(column) else { return nil }
    // Around it the sum falls as the lights' discs do: what is farther away tells what noise and other lights make.
    let others = sums.indices.filter {
      max(abs($0 % side - column), abs($0 / side - row)) > TileGrid.side / Self.step
    }.map { sums[$0] }
    let mean = others.reduce(0, +) / Double(max(1, others.count))
    guard sums[best] - mean > Self.clearly * TraceMath.variance(others).squareRoot() else {
      return nil
    }
    func peak(_ before: Double, _ middle: Double, _ after: Double) -> Double {
      let bend = before - 2 * middle + after
      return bend < 0 ? 0.5 * (before - after) / bend : 0
    }
    let x = peak(sums[best - 1], sums[best], sums[best + 1])
    let y = peak(sums[best - side], sums[best], sums[best + side])
    return (
      (Double(column - steps) + x) * Double(Self.step),
      (Double(row - steps) + y) * Double(Self.step)
    )
  }

  /// Between the middles of four tiles; none out of sight.
  private func excess(at x: Double, _ y: Double) -> Double {
    let side = Double(TileGrid.side)
    let (column, row) = (x / side - 0.5, y / side - 0.5)
    guard column >= 0, row >= 0, column < Double(columns - 1), row < Double(rows - 1) else {
      return 0
    }
    let (left, top) = (Int(column), Int(row))
    let (u, v) = (column - Double(left), row - Double(top))
    let index = top * columns + left
    let upper = Double(excess[index]) * (1 - u) + Double(excess[index + 1]) * u
    let lower =
      Double(excess[index + columns]) * (1 - u) + Double(excess[index + columns + 1]) * u
    return upper * (1 - v) + lower * v
  }
}

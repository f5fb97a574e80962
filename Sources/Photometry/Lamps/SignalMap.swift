/// What is followed over time, and where in the picture it is: the luma of each tile, then, where the
/// picture has colour, Cb and Cr of each block of 2x2 tiles (chroma is stored at half the resolution
/// anyway, and a quarter of the memory is saved).
struct SignalMap: Hashable, Sendable {
  let columns: Int
  let rows: Int
  let hasChroma: Bool

  var tiles: Int { columns * rows }
  var chromaColumns: Int { (columns + 1) / 2 }
  var chromaRows: Int { (rows + 1) / 2 }
  var chromaBlocks: Int { hasChroma ? chromaColumns * chromaRows : 0 }
  var count: Int { tiles + 2 * chromaBlocks }

  func isLuma(_ signal: Int) -> Bool { signal < tiles }

  /// The middle, in tiles from the grid's upper left corner.
  func place(_ signal: Int) -> (x: Double, y: Double) {
    if signal < tiles {
      return (Double(signal % columns) + 0.5, Double(signal / columns) + 0.5)
    }
    let block = (signal - tiles) % chromaBlocks
    return (Double(block % chromaColumns) * 2 + 1, Double(block / chromaColumns) * 2 + 1)
  }

  /// The tile at a place; nil outside.
  func tile(_ column: Int, _ row: Int) -> Int? {
    guard column >= 0, column < columns, row >= 0, row < rows else { return nil }
    return row * columns + column
  }

  /// The tile in the middle of a signal's place.
  func tile(of signal: Int) -> Int {
    if signal < tiles { return signal }
    let place = place(signal)
    return min(rows - 1, Int(place.y)) * columns + min(columns - 1, Int(place.x))
  }

  /// Cb and Cr at a tile's place.
  func chroma(ofTile tile: Int) -> [Int] {
    guard hasChroma else { return [] }
    let block = (tile / columns) / 2 * chromaColumns + (tile % columns) / 2
    return [tiles + block, tiles + chromaBlocks + block]
  }

  /// Puts a grid's means in this order.
  func fill(_ signals: inout [Float], from grid: TileGrid) {
    if signals.count != count { signals = [Float](repeating: 0, count: count) }
    signals.replaceSubrange(0..<tiles, with: grid.luma)
    guard hasChroma else { return }
    pool(grid.blueDifference, into: &signals, at: tiles)
    pool(grid.redDifference, into: &signals, at: tiles + chromaBlocks)
  }

  private func pool(_ means: [Float], into signals: inout [Float], at start: Int) {
    means.withUnsafeBufferPointer { means in
      signals.withUnsafeMutableBufferPointer { signals in
        for row in 0..<chromaRows {
          let upper = row * 2 * columns
          let lower = min(row * 2 + 1, rows - 1) * columns
          let out = start + row * chromaColumns
          for column in 0..<(columns / 2) {
            let at = column * 2
            signals[out + column] =
              (means[upper + at] + means[upper + at + 1] + means[lower + at] + means[lower + at + 1])
              * 0.25
          }
          if columns % 2 == 1 {
            signals[out + columns / 2] =
              (means[upper + columns - 1] + means[lower + columns - 1]) * 0.5
          }
        }
      }
    }
  }
}

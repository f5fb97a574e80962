internal import CLuma

/// Something that is followed over time: the luma of a tile, its brightest sample, or Cb or Cr of a block of 2x2 tiles
/// (chroma is stored at half the resolution anyway, and a quarter of the memory is saved).
///
/// Columns and rows count from the scene's tile that was in the picture's upper left corner at first: a
/// tile belongs to the scene, and moves through the picture as the camera sways.
struct Signal: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case luma, peak, blueDifference, redDifference

    /// Whether there is one for each tile.
    var isOfTile: Bool { self == .luma || self == .peak }
  }

  var kind: Kind
  /// Of tiles for luma, of blocks for chroma.
  var column: Int
  var row: Int

  static func luma(_ column: Int, _ row: Int) -> Signal {
    Signal(kind: .luma, column: column, row: row)
  }

  /// Of the tile in which a place lies, which is given in tiles.
  static func luma(at place: (x: Double, y: Double)) -> Signal {
    .luma(Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
  }

  /// The middle, in tiles.
  var place: (x: Double, y: Double) {
    kind.isOfTile
      ? (Double(column) + 0.5, Double(row) + 0.5) : (Double(column) * 2 + 1, Double(row) * 2 + 1)
  }

  /// The tile, or the first of the block's.
  var tile: Signal {
    kind.isOfTile ? .luma(column, row) : .luma(column * 2, row * 2)
  }

  /// Cb and Cr at a tile's place.
  var chroma: [Signal] {
    let tile = tile
    return [Kind.blueDifference, .redDifference].map {
      Signal(kind: $0, column: tile.column.floored(2), row: tile.row.floored(2))
    }
  }
}

extension Signal {
  /// The others of its kind within so many tiles.
  func around(_ tiles: Int) -> [Signal] {
    let radius = kind.isOfTile ? tiles : tiles / 2
    return (-radius...radius).flatMap { down in
      (-radius...radius).filter { $0 != 0 || down != 0 }.map { across in
        Signal(kind: kind, column: column + across, row: row + down)
      }
    }
  }

  /// Tiles of luma on the sides of a square around it, so many tiles from it.
  func ring(_ radius: Int) -> [Signal] {
    (-radius...radius).flatMap { down in
      (-radius...radius).filter { max(abs($0), abs(down)) == radius }.map { across in
        Signal.luma(tile.column + across, tile.row + down)
      }
    }
  }

  /// Those of a kind with this one that hang together with it, side by side or corner to corner; itself too.
  func connected(among signals: Set<Signal>) -> Set<Signal> {
    var open = [self]
    var seen: Set<Signal> = [self]
    while let next = open.popLast() {
      for row in -1...1 {
        for column in -1...1 {
          let other = Signal(kind: kind, column: next.column + column, row: next.row + row)
          if signals.contains(other), seen.insert(other).inserted { open.append(other) }
        }
      }
    }
    return seen
  }
}

/// The tiles of the scene that one picture shows.
struct TileView: Hashable, Sendable {
  var firstColumn: Int
  var firstRow: Int
  var columns: Int
  var rows: Int

  /// Whether nothing of the scene is in sight.
  var isEmpty: Bool { columns <= 0 || rows <= 0 }

  /// Those of some columns of tiles that are in sight.
  func columnsSeen(_ range: ClosedRange<Int>) -> Range<Int> {
    Range(range).clamped(to: firstColumn..<firstColumn + max(0, columns))
  }

  /// Those of some rows of tiles that are in sight.
  func rowsSeen(_ range: ClosedRange<Int>) -> Range<Int> {
    Range(range).clamped(to: firstRow..<firstRow + max(0, rows))
  }

  func shows(_ signal: Signal) -> Bool {
    let (column, row) = (signal.column - firstColumn, signal.row - firstRow)
    if signal.kind.isOfTile { return column >= 0 && column < columns && row >= 0 && row < rows }
    // All of a block's tiles: one of which only some are in sight would change with every movement.
    let (left, top) = (signal.column * 2 - firstColumn, signal.row * 2 - firstRow)
    return left >= 0 && left + 1 < columns && top >= 0 && top + 1 < rows
  }
}

/// Where each signal is kept. The scene has no bounds, so places are used again, like a ring in two
/// dimensions: as large as the picture and a margin, within which a camera may sway to and fro.
struct SignalMap: Hashable, Sendable {
  /// Tiles beyond the picture, in all, across and down.
  static let margin = 8

  let columns: Int
  let rows: Int
  let hasChroma: Bool

  /// For pictures of so many tiles.
  init(columns: Int, rows: Int, hasChroma: Bool) {
    // Even, so that blocks of 2x2 go round as well.
    self.columns = (columns + Self.margin + 1) & ~1
    self.rows = (rows + Self.margin + 1) & ~1
    self.hasChroma = hasChroma
  }

  private init(ofLuma map: SignalMap) {
    (columns, rows, hasChroma) = (map.columns, map.rows, false)
  }

  /// The same of luma alone.
  var ofLuma: SignalMap { SignalMap(ofLuma: self) }

  var tiles: Int { columns * rows }
  var chromaColumns: Int { columns / 2 }
  var chromaRows: Int { rows / 2 }
  var chromaBlocks: Int { hasChroma ? chromaColumns * chromaRows : 0 }
  var count: Int { tiles + 2 * chromaBlocks }

  /// Among the means that are stored, or among the peaks (`SignalHistory.Moment`).
  func index(_ signal: Signal) -> Int {
    if signal.kind.isOfTile {
      return signal.row.wrapped(rows) * columns + signal.column.wrapped(columns)
    }
    let start = signal.kind == .blueDifference ? tiles : tiles + chromaBlocks
    return start + signal.row.wrapped(chromaRows) * chromaColumns
      + signal.column.wrapped(chromaColumns)
  }

  /// The means that were stored (`SignalHistory.Moment.stored`).
  func signals(_ stored: [UInt16]) -> [Float] {
    stored.enumerated().map { Float($1) / 256 - ($0 < tiles ? 0 : 128) }
  }

  /// The same as they are stored.
  func stored(_ signals: [Float]) -> [UInt16] {
    signals.enumerated().map {
      UInt16(min(65535, max(0, ($1 + ($0 < tiles ? 0 : 128)) * 256)))
    }
  }

  /// Puts a grid's means in their places.
  func fill(_ signals: inout [Float], from grid: TileGrid, _ view: TileView) {
    if signals.count != count { signals = [Float](repeating: 0, count: count) }
    guard !view.isEmpty else { return }
    let runs = runs(view)
    grid.luma.withUnsafeBufferPointer { luma in
      signals.withUnsafeMutableBufferPointer { signals in
        guard let from = luma.baseAddress, let to = signals.baseAddress else { return }
        for row in 0..<view.rows {
          let place = (view.firstRow + row).wrapped(rows) * columns
          for run in runs {
            (to + place + run.place).update(
              from: from + row * grid.columns + run.from, count: run.count)
          }
        }
      }
    }
    guard hasChroma else { return }
    pool(grid.blueDifference, grid.columns, view, into: &signals, at: tiles)
    pool(grid.redDifference, grid.columns, view, into: &signals, at: tiles + chromaBlocks)
  }

  /// Puts a grid's peaks in their places.
  func fill(_ peaks: inout [UInt8], from grid: TileGrid, _ view: TileView) {
    if peaks.count != tiles { peaks = [UInt8](repeating: 0, count: tiles) }
    let runs = runs(view)
    for row in 0..<view.rows {
      let place = (view.firstRow + row).wrapped(rows) * columns
      let from = row * grid.columns
      for run in runs {
        let first = place + run.place
        peaks.replaceSubrange(
          first..<first + run.count, with: grid.peaks[from + run.from..<from + run.from + run.count]
        )
      }
    }
  }

  /// A view's columns as runs of places side by side: from which of the view's, to which, how many.
  func runs(_ view: TileView) -> [(from: Int, place: Int, count: Int)] {
    let start = view.firstColumn.wrapped(columns)
    let first = min(view.columns, columns - start)
    return first == view.columns
      ? [(0, start, first)] : [(0, start, first), (first, 0, view.columns - first)]
  }

  /// The blocks that a view shows any tile of.
  func blocks(_ view: TileView) -> (columns: Range<Int>, rows: Range<Int>) {
    guard !view.isEmpty else { return (0..<0, 0..<0) }
    let right = (view.firstColumn + view.columns - 1).floored(2)
    let bottom = (view.firstRow + view.rows - 1).floored(2)
    return (
      view.firstColumn.floored(2)..<(right + 1), view.firstRow.floored(2)..<(bottom + 1)
    )
  }

  private func pool(
    _ means: [Float], _ stride: Int, _ view: TileView, into signals: inout [Float], at start: Int
  ) {
    let blocks = blocks(view)
    // Blocks of which all columns are in sight and that lie side by side go together.
    let whole = whole(blocks.columns)
    means.withUnsafeBufferPointer { means in
      signals.withUnsafeMutableBufferPointer { signals in
        guard let from = means.baseAddress, let to = signals.baseAddress else { return }
        for row in blocks.rows {
          let upper = max(0, row * 2 - view.firstRow) * stride
          let lower = min(view.rows - 1, row * 2 + 1 - view.firstRow) * stride
          let out = start + row.wrapped(chromaRows) * chromaColumns
          for run in whole {
            let left = run.lowerBound * 2 - view.firstColumn
            luma_pool(
              from + upper + left, from + lower + left, run.count,
              to + out + run.lowerBound.wrapped(chromaColumns))
          }
          for column in [blocks.columns.lowerBound, blocks.columns.upperBound - 1] {
            let left = max(0, column * 2 - view.firstColumn)
            let right = min(view.columns - 1, column * 2 + 1 - view.firstColumn)
            signals[out + column.wrapped(chromaColumns)] =
              (means[upper + left] + means[upper + right] + means[lower + left]
                + means[lower + right]) * 0.25
          }
        }
      }
    }
  }

  /// The columns of blocks between the first and the last, as runs that are kept side by side.
  private func whole(_ columns: Range<Int>) -> [Range<Int>] {
    guard columns.count > 2 else { return [] }
    let between = columns.dropFirst().dropLast()
    let turn = between.lowerBound + chromaColumns - between.lowerBound.wrapped(chromaColumns)
    guard turn < between.upperBound else { return [between.lowerBound..<between.upperBound] }
    return [between.lowerBound..<turn, turn..<between.upperBound]
  }
}

extension Int {
  /// The remainder that is never negative.
  func wrapped(_ count: Int) -> Int {
    let rest = self % count
    return rest < 0 ? rest + count : rest
  }

  /// The quotient rounded down.
  func floored(_ divisor: Int) -> Int {
    (self - wrapped(divisor)) / divisor
  }
}

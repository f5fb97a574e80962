/// What is kept of a picture to tell scenes apart.
extension SceneChanges {
  struct Look: Sendable {
    var time: Double
    var cells: [Float]
    /// Which of them are black bars at the picture's sides: a film's, in whatever scene.
    var bars: [Bool] = []
    /// Mean distance of the other cells from their mean.
    var contrast: Float
    /// The first cell, counted like the scene's tiles: a camera that turns, and is followed, keeps its cells.
    var column: Int
    var row: Int
    /// Cells across; as many as there are, down.
    var width: Int
    /// Whether it was told where the camera is in all pictures since the last look.
    var isFollowed = true
    /// A look that is like an older one is of its kind.
    var kind = 0

    init(_ moment: SignalHistory.Moment, _ map: SignalMap) {
      time = moment.time
      let view = moment.view
      let side = max(1, map.columns / SceneChanges.columns)
      /// Those that are whole in sight.
      func range(_ first: Int, _ count: Int) -> Range<Int> {
        let start = (first + side - 1).floored(side)
        return start..<max(start, (first + count).floored(side))
      }
      let across = range(view.firstColumn, view.columns)
      let down = range(view.firstRow, view.rows)
      (column, row, width) = (across.lowerBound, down.lowerBound, across.count)
      cells = down.flatMap { y in
        across.map { Self.mean(side, at: $0, y, moment, map) }
      }
      let picture = Self.withoutBars(moment, map)
      func isWhole(_ cell: Int, in range: Range<Int>) -> Bool {
        range.lowerBound <= cell * side && (cell + 1) * side <= range.upperBound
      }
      let isCut = down.flatMap { y in
        across.map { !isWhole($0, in: picture.columns) || !isWhole(y, in: picture.rows) }
      }
      bars = Self.bars(cells, isCut, width: across.count)
      let shown = zip(cells, bars).filter { !$0.1 }.map(\.0)
      contrast = SceneChanges.contrast(shown)
    }

    /// Steps below which cells are black, where 16 is; and the part of what most cells are, below which those are that a bar's
    /// edge goes through.
    private static let black: Float = 20
    private static let darkness: Float = 0.5
    /// The part of a picture that its bars leave at least: a film of 2.76 in a picture that stands, 9:16, leaves a fifth.
    private static let leastShown = 0.2

    /// Mean of all cells.
    var mean: Float { cells.reduce(0, +) / Float(max(1, cells.count)) }

    /// Whether each cell is as bright as a camera or a codec gives.
    var isOverexposed: Bool { cells.allSatisfy { $0 >= Self.white } }

    /// Steps from which a picture is overexposed that is so in all its cells: white is 235, of 16 to 235.
    private static let white: Float = 235

    /// Whole rows of cells above and below, or columns at either side, that are black. A scene's own dark sides are left out like
    /// bars where they are so in both of two looks: the rest tells scenes apart.
    /// - Parameter isCut: whether each cell holds a part of a bar.
    private static func bars(_ cells: [Float], _ isCut: [Bool], width: Int) -> [Bool] {
      let height = cells.count / max(1, width)
      var bars = isCut
      let limit = max(black, darkness * (cells.sorted().dropFirst(cells.count / 2).first ?? 0))
      func isBlack(_ line: [Int]) -> Bool { line.allSatisfy { cells[$0] < limit } }
      func mark(_ lines: [[Int]]) {
        for line in lines.prefix(while: isBlack) + lines.reversed().prefix(while: isBlack) {
          for index in line { bars[index] = true }
        }
      }
      mark((0..<height).map { row in (0..<width).map { row * width + $0 } })
      mark((0..<width).map { column in (0..<height).map { $0 * width + column } })
      let shown = bars.count { !$0 }
      return Double(shown) < leastShown * Double(cells.count)
        ? [Bool](repeating: false, count: cells.count) : bars
    }

    /// The tiles in sight but for bars, and those that an edge of a bar goes through: a cell that is part bar is like itself in
    /// whatever scene.
    private static func withoutBars(
      _ moment: SignalHistory.Moment, _ map: SignalMap
    ) -> (columns: Range<Int>, rows: Range<Int>) {
      let view = moment.view
      let columns = view.firstColumn..<view.firstColumn + view.columns
      let rows = view.firstRow..<view.firstRow + view.rows
      let limit = UInt16(black * 256)
      func isBlack(_ column: Int, _ row: Int) -> Bool {
        moment.stored[map.index(.luma(column, row))] < limit
      }
      func inside(_ lines: Range<Int>, _ isBlack: (Int) -> Bool) -> Range<Int> {
        let before = lines.prefix(while: isBlack).count
        let after = lines.reversed().prefix(while: isBlack).count
        let start = lines.lowerBound + (before > 0 ? before + 1 : 0)
        return start..<max(start, lines.upperBound - (after > 0 ? after + 1 : 0))
      }
      return (
        inside(columns) { column in rows.allSatisfy { isBlack(column, $0) } },
        inside(rows) { row in columns.allSatisfy { isBlack($0, row) } }
      )
    }

    /// Mean luma of a cell, in steps.
    private static func mean(
      _ side: Int, at column: Int, _ row: Int, _ moment: SignalHistory.Moment, _ map: SignalMap
    ) -> Float {
      let stored = moment.stored.span
      let first = column * side
      var sum = 0
      for y in row * side..<(row + 1) * side {
        let (start, end) = (map.index(.luma(first, y)), map.index(.luma(first + side - 1, y)))
        if end - start == side - 1 {
          for place in start...end { sum += Int(stored[place]) }
        } else {
          // What is kept goes around.
          for x in first..<first + side { sum += Int(stored[map.index(.luma(x, y))]) }
        }
      }
      return Float(sum) / Float(256 * side * side)
    }
  }
}

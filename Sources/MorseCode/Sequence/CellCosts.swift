/// What each cell's frames cost under each run of the last four cells' states.
///
/// A frame belongs to the last cell that it touches; its squared error against the level that the
/// pattern predicts, over twice the variance, is capped, so that a glitch costs no more than a few
/// letters' worth of evidence.
struct CellCosts: Sendable {
  /// Six a cell: a dot beginning here (with its gap) after a root, a dot, a dash; then a dash.
  private(set) var elements: [Double] = []
  /// Two a cell: the second and third cell of a letter gap, the second being this one, after a dot
  /// and after a dash.
  private(set) var gaps: [Double] = []
  /// Of the cells before this one, the cost had they been dark with darkness before.
  private(set) var dark: [Double] = []
  /// Cost of the frames before cell 0, dark.
  private(set) var before = 0.0
  private(set) var cells = 0
  private var patterns: [Double] = []

  /// A capped error: 4 standard deviations.
  static let cap = 8.0

  /// Cells in the order newest first, as bits: 8 this cell, 4 the one before...
  private static let used: [Int] = [
    0b1000, 0b1010, 0b1011, 0b0100, 0b0101, 0b1100, 0b1101, 0b1110, 0b0111, 0b0010, 0b0011, 0b0001,
    0b0000,
  ]

  /// Fills in the costs of `frames[range]` on `grid`; `cells` is then the number of cells that have
  /// frames.
  mutating func fill(
    _ frames: Frames, in range: Range<Int>, grid: CellGrid, curve: TransferCurve, deviation: Double
  ) {
    guard let last = range.last else {
      cells = 0
      return
    }
    cells = max(1, Int(grid.window(frames.times[last]).to) + 1)
    let room = cells + 16
    patterns.removeAll(keepingCapacity: true)
    patterns.append(contentsOf: repeatElement(0, count: room * 16))
    let scale = 0.5 / (deviation * deviation)
    let step = grid.exposure / grid.dot
    before = 0
    let top = Double(TransferCurve.steps)
    curve.table.withUnsafeBufferPointer { table in
      patterns.withUnsafeMutableBufferPointer { patterns in
        for frame in range {
          let (a, b) = grid.window(frames.times[frame])
          let level = frames.levels[frame]
          guard b > 0 else {
            let error = level - table[0]
            before += min(CellCosts.cap, error * error * scale)
            continue
          }
          let cell = Int(b)
          let edge = Double(cell)
          // Parts of the exposure in this cell and the three before it.
          let w0 = (b - max(a, edge)) / step
          let w1 = max(0, min(b, edge) - max(a, edge - 1)) / step
          let w2 = max(0, min(b, edge - 1) - max(a, edge - 2)) / step
          let w3 = max(0, 1 - w0 - w1 - w2)
          func cost(_ lit: Double) -> Double {
            let place = min(0.99999, max(0, lit)) * top
            let index = Int(place)
            let predicted =
              table[index] + (place - Double(index)) * (table[index + 1] - table[index])
            let error = level - predicted
            return min(CellCosts.cap, error * error * scale)
          }
          let base = cell &* 16
          patterns[base] += cost(0)
          patterns[base | 0b1000] += cost(w0)
          patterns[base | 0b1010] += cost(w0 + w2)
          patterns[base | 0b1011] += cost(w0 + w2 + w3)
          patterns[base | 0b0100] += cost(w1)
          patterns[base | 0b0101] += cost(w1 + w3)
          patterns[base | 0b1100] += cost(w0 + w1)
          patterns[base | 0b1101] += cost(w0 + w1 + w3)
          patterns[base | 0b1110] += cost(w0 + w1 + w2)
          patterns[base | 0b0111] += cost(w1 + w2 + w3)
          patterns[base | 0b0010] += cost(w2)
          patterns[base | 0b0011] += cost(w2 + w3)
          patterns[base | 0b0001] += cost(w3)
        }
      }
    }
    Self.combine(patterns, room - 4, &elements, &gaps, &dark)
  }

  /// From patterns of cells to elements.
  private static func combine(
    _ patterns: [Double], _ length: Int, _ elements: inout [Double], _ gaps: inout [Double],
    _ dark: inout [Double]
  ) {
    resize(&elements, to: 6 * length)
    resize(&gaps, to: 2 * length)
    resize(&dark, to: length)
    let patterns = patterns.span
    var elements = elements.mutableSpan
    var gaps = gaps.mutableSpan
    var dark = dark.mutableSpan
    var sum = 0.0
    for cell in 0..<length {
      let here = cell * 16
      let next = here + 16
      let third = here + 32
      let fourth = here + 48
      let element = 6 * cell
      elements[element] = patterns[here + 0b1000] + patterns[next + 0b0100]
      elements[element + 1] = patterns[here + 0b1010] + patterns[next + 0b0101]
      elements[element + 2] = patterns[here + 0b1011] + patterns[next + 0b0101]
      let rest = patterns[third + 0b1110] + patterns[fourth + 0b0111]
      elements[element + 3] = patterns[here + 0b1000] + patterns[next + 0b1100] + rest
      elements[element + 4] = patterns[here + 0b1010] + patterns[next + 0b1101] + rest
      elements[element + 5] = patterns[here + 0b1011] + patterns[next + 0b1101] + rest
      gaps[2 * cell] = patterns[here + 0b0010] + patterns[next + 0b0001]
      gaps[2 * cell + 1] = patterns[here + 0b0011] + patterns[next + 0b0001]
      dark[cell] = sum
      sum += patterns[here]
    }
  }

  /// Makes a table as long as it must be; what it holds is written anew.
  private static func resize(_ table: inout [Double], to count: Int) {
    guard table.count != count else { return }
    table = [Double](repeating: 0, count: count)
  }
}

/// A small picture of what the camera sees, to aim by.
struct TerminalViewMap: Hashable {
  struct Lamp: Hashable {
    /// Where in the picture: 0 to 1 from the left and from the top.
    var x: Double
    var y: Double
    var isOn: Bool
  }

  /// Brightness, row by row: any linear unit.
  private let cells: [Double]
  private let columns: Int
  private let rows: Int
  private let lamps: [Lamp]

  /// `cells`: the means of the picture's tiles, `columns` to a row; an incomplete row is left out.
  init(cells: [Double], columns: Int, lamps: [Lamp]) {
    self.columns = max(columns, 1)
    rows = cells.count / self.columns
    self.cells = cells
    self.lamps = lamps
  }

  /// The picture in so many columns and rows of characters.
  func lines(width: Int, height: Int) -> [String] {
    guard width > 0, height > 0, rows > 0 else { return [] }
    let means = (0..<height).map { row in
      (0..<width).map { mean(column: $0, of: width, row: row, of: height) }
    }
    let all = means.joined().filter(\.isFinite)
    let darkest = all.min() ?? 0
    let brightest = all.max() ?? 0
    // Of an even picture the noise is not what to aim by: shades span a quarter of the brightness.
    let span = max(brightest - darkest, 0.25 * brightest, .leastNormalMagnitude)
    return means.enumerated().map { row, line in
      line.enumerated().map { column, mean in
        let here = lamps.filter {
          Self.index($0.x, width) == column && Self.index($0.y, height) == row
        }
        if let lamp = here.first { return Self.mark(lamp) }
        let shade = mean.isFinite ? Int((mean - darkest) / span * Double(Self.shades.count)) : 0
        return Self.shades[min(max(shade, 0), Self.shades.count - 1)]
      }.joined()
    }
  }

  private static let shades = [" ", "░", "▒", "▓", "█"]

  private static func mark(_ lamp: Lamp) -> String {
    TerminalStyle.lamp.apply(lamp.isOn ? "●" : "○")
  }

  private static func index(_ part: Double, _ count: Int) -> Int {
    part.isFinite ? Int(max(0, min(part, 1)) * Double(count - 1) + 0.5) : 0
  }

  /// The mean of the cells that a character covers, at least one.
  private func mean(column: Int, of width: Int, row: Int, of height: Int) -> Double {
    let across =
      column * columns / width..<max((column + 1) * columns / width, column * columns / width + 1)
    let down = row * rows / height..<max((row + 1) * rows / height, row * rows / height + 1)
    var sum = 0.0
    for y in down { for x in across { sum += cells[y * columns + x] } }
    return sum / Double(across.count * down.count)
  }
}

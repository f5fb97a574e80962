/// What stands out in a picture, tile by tile, to be compared with another that was taken elsewhere.
struct TilePicture: Sendable {
  /// Where another picture of the same shows it.
  struct Match: Sendable {
    /// Tiles by which the contents have moved.
    var x: Double
    var y: Double
    /// Correlation there, and the greatest anywhere else.
    var likeness: Float
    var next: Float
  }

  /// What each tile is more than those beside it, row by row.
  private let tiles: [Float]
  /// By how many steps tiles are usually more than those beside them, or less.
  let usual: Float
  private let columns: Int
  private let rows: Int
  /// The same of larger tiles, and how many of these are a side of one; nil where it has few.
  private let coarse: (tiles: [Float], columns: Int, rows: Int, side: Int)?

  /// Tiles across above which it is looked at more coarsely first: all moves of so many, by half a picture each way, are looked
  /// at in about ten milliseconds.
  private static let many = 80

  /// - Parameters:
  ///   - luma: Mean luma of the tiles, row by row.
  ///   - isEvened: Whether what most of a row shows, or of a column, is left out: a floor's edge tells nothing of where along it the
  ///     camera looks.
  init(_ luma: [Float], columns: Int, isEvened: Bool = false) {
    let rows = luma.count / max(1, columns)
    (self.columns, self.rows) = (columns, rows)
    (tiles, usual) = Self.sharpened(luma, columns, rows, isEvened: isEvened)
    let side = (columns + Self.many - 1) / Self.many
    guard side > 1 else {
      coarse = nil
      return
    }
    let (across, down) = (columns / side, rows / side)
    var means = [Float](repeating: 0, count: across * down)
    for row in 0..<down * side {
      for column in 0..<across * side {
        means[row / side * across + column / side] += luma[row * columns + column]
      }
    }
    let part = 1 / Float(side * side)
    let sharp = Self.sharpened(means.map { $0 * part }, across, down, isEvened: isEvened).tiles
    coarse = (sharp, across, down, side)
  }

  /// Where `now` shows this picture, of the same size: a quarter of it at least must be seen in both.
  func match(to now: TilePicture) -> Match {
    guard let coarse, let other = now.coarse else {
      return Likeness(of: now.tiles, to: tiles, columns, rows, x: 0, y: 0, columns / 2, rows / 2)
        .match
    }
    let rough = Likeness(
      of: other.tiles, to: coarse.tiles, coarse.columns, coarse.rows, x: 0, y: 0,
      coarse.columns / 2, coarse.rows / 2
    ).match
    let (x, y) = (rough.x * Double(coarse.side), rough.y * Double(coarse.side))
    var fine = Likeness(
      of: now.tiles, to: tiles, columns, rows, x: Int(x.rounded()), y: Int(y.rounded()),
      coarse.side, coarse.side
    ).match
    (fine.likeness, fine.next) = (max(fine.likeness, rough.likeness), rough.next)
    return fine
  }

  /// The correlation with another picture of the same size, which shows this one's contents so many tiles away.
  func likeness(of other: TilePicture, x: Int, y: Int) -> Float {
    Likeness(of: other.tiles, to: tiles, columns, rows, x: x, y: y, 0, 0).match.likeness
  }

  /// What each tile is more than those beside it, no more than thrice what is usual, which is told, too: lights are not all.
  private static func sharpened(
    _ luma: [Float], _ columns: Int, _ rows: Int, isEvened: Bool
  ) -> (tiles: [Float], usual: Float) {
    var sharp = [Float](repeating: 0, count: luma.count)
    guard rows > 2, columns > 2 else { return (sharp, 0) }
    for row in 1..<rows - 1 {
      for column in 1..<columns - 1 {
        let index = row * columns + column
        let beside =
          luma[index - 1] + luma[index + 1] + luma[index - columns] + luma[index + columns]
        sharp[index] = luma[index] - beside / 4
      }
    }
    if isEvened {
      for row in 1..<rows - 1 {
        even(&sharp, (1..<columns - 1).map { row * columns + $0 })
      }
      for column in 1..<columns - 1 {
        even(&sharp, (1..<rows - 1).map { $0 * columns + column })
      }
    }
    let usual = sharp.map { abs($0) }.sorted()[sharp.count / 2]
    // 1.4826 makes a deviation of a median.
    let most = 3 * 1.4826 * usual
    return (sharp.map { min(most, max(-most, $0)) }, usual)
  }

  /// Takes from some tiles what most of them are.
  private static func even(_ sharp: inout [Float], _ line: [Int]) {
    let usual = line.map { sharp[$0] }.sorted()[line.count / 2]
    for index in line { sharp[index] -= usual }
  }
}

/// How alike two pictures are, of which one is moved against the other by whole tiles.
private struct Likeness {
  private struct Peak {
    var x: Int
    var y: Int
    var value: Float
  }

  /// Row by row.
  private var peaks: [Peak] = []
  private let width: Int

  /// By up to so many tiles from a place.
  init(
    of now: [Float], to known: [Float], _ columns: Int, _ rows: Int, x: Int, y: Int,
    _ reachX: Int, _ reachY: Int
  ) {
    width = 2 * reachX + 1
    peaks.reserveCapacity(width * (2 * reachY + 1))
    for y in y - reachY...y + reachY {
      for x in x - reachX...x + reachX {
        var (both, one, other): (Float, Float, Float) = (0, 0, 0)
        for row in max(0, y)..<max(0, y, min(rows, rows + y)) {
          let here = row * columns
          let there = (row - y) * columns - x
          for column in max(0, x)..<max(0, x, min(columns, columns + x)) {
            let (a, b) = (now[here + column], known[there + column])
            both += a * b
            one += a * a
            other += b * b
          }
        }
        let scale = (one * other).squareRoot()
        peaks.append(Peak(x: x, y: y, value: scale > 0 ? both / scale : 0))
      }
    }
  }

  /// Where they are most alike: the top of the parabolas through the peak and those beside it.
  var match: TilePicture.Match {
    guard let best = peaks.indices.max(by: { peaks[$0].value < peaks[$1].value }) else {
      return TilePicture.Match(x: 0, y: 0, likeness: 0, next: 0)
    }
    let peak = peaks[best]
    func top(_ step: Int) -> Double {
      let (before, after) = (best - step, best + step)
      guard peaks.indices.contains(before), peaks.indices.contains(after) else { return 0 }
      let bend = peaks[before].value - 2 * peak.value + peaks[after].value
      return bend < 0 ? Double(0.5 * (peaks[before].value - peaks[after].value) / bend) : 0
    }
    let isAtSide = best % width == 0 || best % width == width - 1
    let next = peaks.lazy.filter { max(abs($0.x - peak.x), abs($0.y - peak.y)) > 2 }.map(\.value)
    return TilePicture.Match(
      x: Double(peak.x) + (isAtSide ? 0 : top(1)), y: Double(peak.y) + top(width),
      likeness: peak.value, next: next.max() ?? 0)
  }
}

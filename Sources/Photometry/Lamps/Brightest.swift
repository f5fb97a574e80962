/// The brightest sample of a rectangle of tiles, wherever in it: what a light smaller than the rectangle shows there.
///
/// The mean of the tiles where a torch goes about in a hand jumps by less where it covers something bright, and goes
/// with all that sways there. The brightest sample is the torch itself, as bright before a white wall as before a dark one.
struct Brightest: Hashable, Sendable {
  /// Of the scene.
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>
  /// What each step of it counts in a sum of signals.
  var weight = 1.0

  init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// A tile with those around it, in which a place lies (in tiles).
  init(around place: (x: Double, y: Double)) {
    self.init(around: .luma(at: place), radius: 1)
  }

  /// A square of tiles around one.
  init(around tile: Signal, radius: Int) {
    self.init(
      columns: tile.column - radius...tile.column + radius,
      rows: tile.row - radius...tile.row + radius)
  }

  /// Row by row.
  var tiles: [Signal] { rows.flatMap { row in columns.map { Signal.luma($0, row) } } }

  /// In steps of 255 times the weight, of what is in sight; not a number where none of it is.
  func light(_ moment: SignalHistory.Moment, _ map: SignalMap) -> Double {
    let view = moment.view
    let seen = columns.clamped(to: view.firstColumn...view.firstColumn + max(1, view.columns) - 1)
    let lines = rows.clamped(to: view.firstRow...view.firstRow + max(1, view.rows) - 1)
    guard columns.overlaps(seen), rows.overlaps(lines), view.columns > 0, view.rows > 0 else {
      return .nan
    }
    var greatest: UInt8 = 0
    for row in lines {
      for column in seen {
        greatest = max(greatest, moment.peaks[map.index(.luma(column, row))])
      }
    }
    return weight * Double(greatest)
  }
}

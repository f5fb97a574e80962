/// The brightest sample of a rectangle of tiles, wherever in it: what a light smaller than the rectangle shows there.
///
/// The mean of the tiles where a torch goes about in a hand jumps by less where it covers something bright, and goes
/// with all that sways there. The brightest sample is the torch itself, as bright before a white wall as before a dark one.
struct Brightest: Hashable, Sendable {
  /// Of the scene.
  private(set) var columns: ClosedRange<Int>
  private(set) var rows: ClosedRange<Int>
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

  /// The tiles that are in sight when a tile is, but for a twentieth of those moments; nil where it never is.
  init?(inSightWith tile: Signal, _ history: ArraySlice<SignalHistory.Moment>) {
    let views = history.map(\.view).filter { $0.shows(tile) }
    let few = views.count / 20
    func range(_ first: [Int], _ last: [Int]) -> ClosedRange<Int>? {
      guard let first = first.sorted().dropLast(few).last,
        let last = last.sorted().dropFirst(few).first, first <= last
      else { return nil }
      return first...last
    }
    guard
      let columns = range(
        views.map(\.firstColumn), views.map { $0.firstColumn + $0.columns - 1 }),
      let rows = range(views.map(\.firstRow), views.map { $0.firstRow + $0.rows - 1 })
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  /// The part that is also in another rectangle; nil where there is none.
  func part(in other: Brightest) -> Brightest? {
    guard columns.overlaps(other.columns), rows.overlaps(other.rows) else { return nil }
    var part = self
    part.columns = columns.clamped(to: other.columns)
    part.rows = rows.clamped(to: other.rows)
    return part
  }

  /// Row by row.
  var tiles: [Signal] { rows.flatMap { row in columns.map { Signal.luma($0, row) } } }

  /// In steps of 255 times the weight, of what is in sight; not a number where none of it is.
  func light(_ moment: SignalHistory.Moment, _ map: SignalMap) -> Double {
    let view = moment.view
    let (seen, lines) = (view.columnsSeen(columns), view.rowsSeen(rows))
    guard !seen.isEmpty, !lines.isEmpty else { return .nan }
    var greatest: UInt8 = 0
    for row in lines {
      for column in seen {
        greatest = max(greatest, moment.peaks[map.index(.luma(column, row))])
      }
    }
    return weight * Double(greatest)
  }
}

/// The brightest sample of squares of tiles around one, each a tile wider on all sides than the last, in each of some
/// moments; and where in the square it was.
struct BrightestSquares {
  /// By the tiles from the middle to the square's side, in steps of 255; not a number where nothing of it is in sight.
  private(set) var traces: [[Double]]
  private let middle: Signal
  /// The tile of the brightest sample, counted from the square's upper left corner, row by row.
  private var brightest: [[Int]]

  /// Tiles from the middle to a side at most.
  static let most = Neighbourhood.most / 2

  init(
    around middle: Signal, _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) {
    self.middle = middle
    let nothing = [Double](repeating: .nan, count: history.count)
    traces = [[Double]](repeating: nothing, count: Self.most + 1)
    brightest = [[Int]](repeating: [Int](repeating: 0, count: history.count), count: Self.most + 1)
    let side = 2 * Self.most + 1
    let lines = (0..<side).map { (middle.row - Self.most + $0).wrapped(map.rows) * map.columns }
    let places = (0..<side).map { (middle.column - Self.most + $0).wrapped(map.columns) }
    for (index, moment) in history.enumerated() {
      let rings = Self.rings(
        moment, lines, places, rows: Self.seen(moment.view.firstRow, moment.view.rows, middle.row),
        columns: Self.seen(moment.view.firstColumn, moment.view.columns, middle.column))
      var greatest = 0
      for radius in 0...Self.most {
        // Of two as bright the one farther in.
        if rings[radius] >> Self.bits > greatest >> Self.bits { greatest = rings[radius] }
        guard greatest > 0 else { continue }
        traces[radius][index] = Double(greatest >> Self.bits - 1)
        brightest[radius][index] = side * side - (greatest & (1 << Self.bits - 1))
      }
    }
  }

  /// Bits that tell a tile of the square: its brightest sample and it are compared as one number.
  private static let bits = 16

  /// Columns, or rows, of the square that are in sight.
  private static func seen(_ first: Int, _ count: Int, _ middle: Int) -> Range<Int> {
    let start = min(max(0, first - middle + most), 2 * most + 1)
    return start..<max(start, min(2 * most + 1, first + count - middle + most))
  }

  /// The brightest sample, counted from one, of each ring of tiles around the middle, with its place in the lower bits, the
  /// first one's greatest; 0 where nothing of the ring is in sight.
  private static func rings(
    _ moment: SignalHistory.Moment, _ lines: [Int], _ places: [Int], rows: Range<Int>,
    columns: Range<Int>
  ) -> [Int] {
    var found = [Int](repeating: 0, count: most + 1)
    let side = 2 * most + 1
    let (peaks, lines, places) = (moment.peaks.span, lines.span, places.span)
    var rings = found.mutableSpan
    for row in rows {
      let line = lines[row]
      let distance = abs(row - most)
      let last = side * side - row * side
      for column in columns {
        let key = (Int(peaks[line + places[column]]) + 1) << bits | (last - column)
        let radius = max(abs(column - most), distance)
        if key > rings[radius] { rings[radius] = key }
      }
    }
    return found
  }

  /// Where a square's brightest sample was when it was lit, as the hits of a light that is followed.
  func way(_ radius: Int, _ keyedness: Keyedness, _ times: [Double]) -> FlashTrack {
    let side = 2 * Self.most + 1
    var track = FlashTrack(hits: [])
    for (index, value) in traces[radius].enumerated() where keyedness.isHigh(value) ?? false {
      let place = brightest[radius][index]
      track.hits.append(
        FlashTrack.Hit(
          time: times[index], x: Double(middle.column - Self.most + place % side) + 0.5,
          y: Double(middle.row - Self.most + place / side) + 0.5, light: Float(value)))
    }
    return track
  }
}

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
    for (index, moment) in history.enumerated() {
      let view = moment.view
      var greatest = [Int](repeating: -1, count: Self.most + 1)
      var places = [Int](repeating: 0, count: Self.most + 1)
      for row in 0..<side {
        let line = middle.row - Self.most + row
        guard line >= view.firstRow, line < view.firstRow + view.rows else { continue }
        let start = line.wrapped(map.rows) * map.columns
        for column in 0..<side {
          let place = middle.column - Self.most + column
          guard place >= view.firstColumn, place < view.firstColumn + view.columns else { continue }
          let peak = Int(moment.peaks[start + place.wrapped(map.columns)])
          let radius = max(abs(column - Self.most), abs(row - Self.most))
          if peak > greatest[radius] {
            greatest[radius] = peak
            places[radius] = row * side + column
          }
        }
      }
      for radius in 0...Self.most {
        if radius > 0, greatest[radius - 1] >= greatest[radius] {
          greatest[radius] = greatest[radius - 1]
          places[radius] = places[radius - 1]
        }
        if greatest[radius] >= 0 { traces[radius][index] = Double(greatest[radius]) }
        brightest[radius][index] = places[radius]
      }
    }
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

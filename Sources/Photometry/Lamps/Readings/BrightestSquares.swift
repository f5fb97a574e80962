internal import CLuma

/// The brightest sample of squares of tiles around one, each a tile wider on all sides than the last, in each of some
/// moments; and where in the square it was. Of tiles that are in sight with the one in the middle: what else comes into
/// sight at the picture's edge and goes, where the camera sways, would be a light that is switched.
struct BrightestSquares {
  /// By the tiles from the middle to the square's side, in steps of 255; not a number where nothing of it is in sight.
  private(set) var traces: [[Double]]
  private let middle: Signal
  /// What is in sight with the middle; nil where that never is.
  let bounds: Brightest?
  private let history: ArraySlice<SignalHistory.Moment>
  private let map: SignalMap

  /// Tiles from the middle to a side at most.
  static let most = Int(LUMA_SQUARES) - 1
  private static let side = 2 * most + 1

  init(
    around middle: Signal, _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) {
    (self.middle, self.history, self.map) = (middle, history, map)
    bounds = Brightest(inSightWith: middle, history)
    let nothing = [Double](repeating: .nan, count: history.count)
    traces = [[Double]](repeating: nothing, count: Self.most + 1)
    let lines = (0..<Self.side).map {
      (middle.row - Self.most + $0).wrapped(map.rows) * map.columns
    }
    let places = (0..<Self.side).map { (middle.column - Self.most + $0).wrapped(map.columns) }
    var greatest = [UInt8](repeating: 0, count: Self.most + 1)
    for (index, moment) in history.enumerated() {
      let (rows, columns) = seen(moment.view)
      guard moment.peaks.count == map.tiles, let nearest = Self.nearest(rows, columns) else {
        continue
      }
      moment.peaks.withUnsafeBufferPointer { peaks in
        guard let peaks = peaks.baseAddress else { return }
        luma_square_peaks(
          peaks, lines, places, rows.lowerBound, rows.upperBound, columns.lowerBound,
          columns.upperBound, &greatest)
      }
      for radius in nearest...Self.most { traces[radius][index] = Double(greatest[radius]) }
    }
  }

  /// Rows and columns of the largest square that are in sight.
  private func seen(_ view: TileView) -> (rows: Range<Int>, columns: Range<Int>) {
    func part(_ first: Int, _ count: Int, _ middle: Int) -> Range<Int> {
      let start = min(max(0, first - middle + Self.most), Self.side)
      return start..<max(start, min(Self.side, first + count - middle + Self.most))
    }
    let bounds = bounds ?? Brightest(around: middle, radius: Self.most)
    let (rows, columns) = (view.rowsSeen(bounds.rows), view.columnsSeen(bounds.columns))
    return (
      part(rows.lowerBound, rows.count, middle.row),
      part(columns.lowerBound, columns.count, middle.column)
    )
  }

  /// The radius of the smallest square of which something is in sight.
  private static func nearest(_ rows: Range<Int>, _ columns: Range<Int>) -> Int? {
    guard !rows.isEmpty, !columns.isEmpty else { return nil }
    func distance(_ range: Range<Int>) -> Int {
      max(0, range.lowerBound - most, most - (range.upperBound - 1))
    }
    return max(distance(rows), distance(columns))
  }

  /// The tile of a square's brightest sample, of several that nearest the middle, of those the first.
  private func brightest(_ radius: Int, _ moment: SignalHistory.Moment, _ greatest: Double)
    -> Signal?
  {
    let (rows, columns) = seen(moment.view)
    for ring in 0...radius {
      let square = Self.most - ring..<Self.most + ring + 1
      for row in rows.clamped(to: square) {
        let isWhole = row == square.lowerBound || row == square.upperBound - 1
        for column in stride(
          from: square.lowerBound, to: square.upperBound, by: isWhole ? 1 : max(1, 2 * ring))
        where columns.contains(column) {
          let tile = Signal.luma(
            middle.column + column - Self.most, middle.row + row - Self.most)
          if Double(moment.peaks[map.index(tile)]) == greatest { return tile }
        }
      }
    }
    return nil
  }

  /// Where a square's brightest sample was when it was lit, as the hits of a light that is followed.
  func way(_ radius: Int, _ keyedness: Keyedness, _ times: [Double]) -> FlashTrack {
    var track = FlashTrack(hits: [])
    for (index, (moment, value)) in zip(history, traces[radius]).enumerated()
    where keyedness.isHigh(value) ?? false {
      guard let place = brightest(radius, moment, value)?.place else { continue }
      track.hits.append(
        FlashTrack.Hit(
          time: times[index], x: place.x, y: place.y, light: Float(value), clarity: 1))
    }
    return track
  }
}

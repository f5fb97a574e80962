/// What a light that goes about in a square of tiles adds there, wherever in it: the greatest sum, over three tiles by
/// three, of how much brighter they are than they usually are without it.
///
/// The brightest sample of an overexposed light is as bright as can be long before the light is, and still when it fades.
/// This rises and fades with it, and tells its edges.
struct RoamingLight: Hashable, Sendable {
  /// Of the scene.
  let square: Brightest
  /// Luma without the picture's gain, of each of the square's tiles, row by row. Not a number where it was never seen so.
  private let usual: [Float]
  /// What each step of it counts in a sum of signals.
  var weight = 1.0

  /// - Parameter unlit: the moments in which the light is known not to be seen.
  init(_ square: Brightest, unlit: [SignalHistory.Moment], _ map: SignalMap) {
    self.square = square
    usual = Probe.traces(of: square.tiles, unlit[...], map).map {
      $0.filter(\.isFinite).median.map(Float.init) ?? .nan
    }
  }

  /// In steps of luma times the weight; not a number where less than half of it is in sight.
  func light(_ moment: SignalHistory.Moment, _ map: SignalMap) -> Double {
    let (width, height) = (square.columns.count, square.rows.count)
    let view = moment.view
    let scale = Float(1 / (256 * moment.gain))
    var sums = [Float](repeating: 0, count: width * height)
    var seen = 0
    for row in 0..<height {
      let line = square.rows.lowerBound + row
      guard line >= view.firstRow, line < view.firstRow + view.rows else { continue }
      let start = line.wrapped(map.rows) * map.columns
      for column in 0..<width {
        let place = square.columns.lowerBound + column
        guard place >= view.firstColumn, place < view.firstColumn + view.columns else { continue }
        let excess =
          Float(moment.stored[start + place.wrapped(map.columns)]) * scale
          - usual[row * width + column]
        guard excess.isFinite else { continue }
        seen += 1
        // Where the sum over the columns beside it belongs.
        for middle in max(0, column - 1)...min(width - 1, column + 1) {
          sums[row * width + middle] += excess
        }
      }
    }
    guard 2 * seen > width * height else { return .nan }
    var greatest = -Float.infinity
    for row in 0..<height {
      for column in 0..<width {
        var sum = sums[row * width + column]
        if row > 0 { sum += sums[(row - 1) * width + column] }
        if row + 1 < height { sum += sums[(row + 1) * width + column] }
        greatest = max(greatest, sum)
      }
    }
    return weight * Double(greatest)
  }
}

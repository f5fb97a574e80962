/// The spots around a place in one picture (`PeakMeter`): the mean of three by three pixels at each pixel.
struct SpotWindow: Hashable, Sendable {
  /// Spots across and down.
  static let side = PeakMeter.side - PeakMeter.spot + 1

  /// Where the middle of the first is, in pixels.
  var x: Int
  var y: Int
  /// Of all the pixels, in steps of luma.
  let mean: Double
  /// The brightest over that.
  let excess: Double
  /// Row by row, in steps of luma.
  let spots: [UInt8]

  /// A spot, and how far it stands out of the mean.
  struct Spot: Hashable, Sendable {
    var x: Double
    var y: Double
    var excess: Double
  }

  /// The brightest of all.
  var brightest: Spot? { brightest(columns: 0...Self.side - 1, rows: 0...Self.side - 1) }

  /// The brightest within so many pixels, across and down, of a place; nil where none of those is looked at.
  func brightest(within reach: Double, of x: Double, _ y: Double) -> Spot? {
    let (column, row) = (x - Double(self.x), y - Double(self.y))
    let last = Double(Self.side - 1)
    let (left, right) = (max(0, (column - reach).rounded()), min(last, (column + reach).rounded()))
    let (top, bottom) = (max(0, (row - reach).rounded()), min(last, (row + reach).rounded()))
    guard left <= right, top <= bottom else { return nil }
    return brightest(columns: Int(left)...Int(right), rows: Int(top)...Int(bottom))
  }

  private func brightest(columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> Spot? {
    guard spots.count == Self.side * Self.side else { return nil }
    var (best, place) = (-1, 0)
    for row in rows {
      for index in (row * Self.side + columns.lowerBound)...(row * Self.side + columns.upperBound)
      where Int(spots[index]) > best { (best, place) = (Int(spots[index]), index) }
    }
    return Spot(
      x: Double(x + place % Self.side), y: Double(y + place / Self.side),
      excess: Double(best) - mean)
  }
}

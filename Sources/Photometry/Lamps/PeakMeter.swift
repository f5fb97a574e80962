/// How far the brightest spot near a place stands out of what is around it, in one picture.
///
/// A tile's mean says little of a small light that moves: it fills a part of the tile, now of this one and now of
/// two, and a hull that moves with it or waves change the rest by as much. The pixels themselves show it as a peak wherever
/// in their midst it is.
struct PeakMeter: Sendable {
  /// Pixels around the place that are looked at: a tile and a half, as the place, which is told by tiles, or by where the
  /// light was seconds ago, is that uncertain.
  static let reach = 12
  /// Pixels across and down whose mean counts: a distant lamp has three.
  static let spot = 3
  /// Pixels across and down that are looked at.
  static let side = 2 * reach + spot

  private var window = LumaWindow()
  /// Sums of `spot` pixels side by side, of as many rows.
  private var sums: [Int] = []
  /// The sums of as many such rows, one after another, of the window that was looked at last.
  private var spots: [Int] = []

  /// What was found in a window.
  private struct Look {
    var region: Region
    /// Steps of luma of 255 in a unit of a spot's sum.
    var unit: Double
    var mean: Double
    var excess: Double
  }

  /// The peak over the mean around it, in steps of luma of 255; nil where the place is not in sight. The
  /// frame has been measured before, so that its planes hold what its size says.
  mutating func excess(_ frame: borrowing Frame, x: Double, y: Double) -> Double? {
    look(frame, x: x, y: y)?.excess
  }

  /// The same with all the spots around the place.
  mutating func spots(_ frame: borrowing Frame, x: Double, y: Double) -> SpotWindow? {
    guard let look = look(frame, x: x, y: y) else { return nil }
    let half = Self.spot / 2
    return SpotWindow(
      x: look.region.x + half, y: look.region.y + half, mean: look.mean, excess: look.excess,
      spots: spots.map { UInt8(min(255, Double($0) * look.unit + 0.5)) })
  }

  private mutating func look(_ frame: borrowing Frame, x: Double, y: Double) -> Look? {
    let side = Self.side
    guard x >= 0, y >= 0, x < Double(frame.width), y < Double(frame.height), side <= frame.width,
      side <= frame.height
    else { return nil }
    // At the picture's edge, what is on this side of it.
    let region = Region(
      x: min(max(0, Int(x) - side / 2), frame.width - side),
      y: min(max(0, Int(y) - side / 2), frame.height - side), width: side, height: side)
    guard window.read(frame, region) else { return nil }
    let count = SpotWindow.side
    if sums.isEmpty {
      sums = [Int](repeating: 0, count: Self.spot * count)
      spots = [Int](repeating: 0, count: count * count)
    }
    var (total, peak) = (0, 0)
    for line in 0..<side {
      let start = line % Self.spot * count
      // The sum of the last few pixels, as the row is walked.
      var running = 0
      func value(_ index: Int) -> Int { Int(window.values[line * side + index]) }
      for index in 0..<side {
        let own = value(index)
        total += own
        running += own - (index >= Self.spot ? value(index - Self.spot) : 0)
        let place = start + index - Self.spot + 1
        if place >= start { sums[place] = running }
      }
      guard line >= Self.spot - 1 else { continue }
      let row = (line - Self.spot + 1) * count
      for index in 0..<count {
        let sum = (0..<Self.spot).reduce(0) { $0 + sums[$1 * count + index] }
        spots[row + index] = sum
        peak = max(peak, sum)
      }
    }
    let unit = 255 / Double(window.high)
    let mean = Double(total) / Double(side * side)
    let spot = unit / Double(Self.spot * Self.spot)
    return Look(
      region: region, unit: spot, mean: unit * mean, excess: spot * Double(peak) - unit * mean)
  }
}

internal import CLuma

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
  /// The spots of the window that was looked at last, where they were asked for.
  private var spots: [UInt8] = []

  /// What was found in a window.
  private struct Look {
    var region: Region
    var mean: Double
    var excess: Double
  }

  /// The peak over the mean around it, in steps of luma of 255; nil where the place is not in sight. The
  /// frame has been measured before, so that its planes hold what its size says.
  mutating func excess(_ frame: borrowing Frame, x: Double, y: Double) -> Double? {
    spots.fit(0)
    return look(frame, x: x, y: y)?.excess
  }

  /// The same with all the spots around the place.
  mutating func spots(_ frame: borrowing Frame, x: Double, y: Double) -> SpotWindow? {
    spots.fit(SpotWindow.side * SpotWindow.side)
    guard let look = look(frame, x: x, y: y) else { return nil }
    let half = Self.spot / 2
    return SpotWindow(
      x: look.region.x + half, y: look.region.y + half, mean: look.mean, excess: look.excess,
      spots: spots)
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
    let unit = 255 / Double(window.high)
    var total: Int64 = 0
    let peak = window.values.withUnsafeBufferPointer { values in
      spots.withUnsafeMutableBufferPointer { spots in
        values.baseAddress.map {
          luma_spots(
            $0, side, unit / Double(Self.spot * Self.spot), spots.isEmpty ? nil : spots.baseAddress,
            &total)
        }
      }
    }
    guard let peak else { return nil }
    let mean = unit * Double(total) / Double(side * side)
    return Look(
      region: region, mean: mean,
      excess: unit * Double(peak) / Double(Self.spot * Self.spot) - mean)
  }
}

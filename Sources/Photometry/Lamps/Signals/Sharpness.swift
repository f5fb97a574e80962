/// How sharp pictures are, told by what is bright and small all over them, or has sharp edges.
///
/// A telephone that looks for its focus, as it does in the dark when a lamp is lit, makes discs of points of light for half
/// a second. So does a camera that is shaken.
struct Sharpness: Sendable {
  /// Tiles that tell it, each the best of its part of the picture, and what they usually show.
  private var points: [(tile: Signal, contrast: Double)] = []
  /// The contrast of most tiles: noise and texture.
  private var floor = 0.0
  private var learnt: Double?

  /// The picture is divided into so many parts, across and down.
  private static let parts = 8
  /// Moments that tell what is usual.
  private static let moments = 15
  /// Tiles that tell it at least: fewer may be switched, or pass.
  private static let fewest = 4
  /// Times the contrast of most tiles: what has more is lost as it is blurred.
  private static let outstanding = 2.0
  /// Luma from which a sample may be clipped: the most that video of limited range knows.
  private static let clipped = 235
  /// By how much more than usual makes a difference.
  private static let leastGain = 0.1
  /// Seconds after which it is learnt anew.
  private static let interval = 10.0

  /// Learns what is usual, where that was not done of late or is done for the last time; returns whether it was.
  mutating func learn(
    _ history: [SignalHistory.Moment], _ map: SignalMap, isFinal: Bool = false
  ) -> Bool {
    guard let last = history.last,
      isFinal || last.time >= learnt.map({ $0 + Self.interval }) ?? -.infinity
    else { return false }
    let seen = history.filter { !$0.view.isEmpty }
    guard let view = seen.last?.view, seen.count >= Self.moments else { return false }
    learnt = last.time
    let some = (0..<Self.moments).map { seen[$0 * (seen.count - 1) / (Self.moments - 1)] }
    let means = Self.means(some, view, map)
    var best = [Int?](repeating: nil, count: Self.parts * Self.parts)
    for place in means.indices where means[place].isFinite {
      let (row, column) = place.quotientAndRemainder(dividingBy: view.columns)
      let part = row * Self.parts / view.rows * Self.parts + column * Self.parts / view.columns
      if means[place] > best[part].map({ means[$0] }) ?? 0 { best[part] = place }
    }
    floor = means.filter(\.isFinite).map(Double.init).median ?? 0
    // What is switched has the greater mean, but seldom shows it.
    points = best.compactMap { place in
      guard let place else { return nil }
      let tile = Signal.luma(
        view.firstColumn + place % view.columns, view.firstRow + place / view.columns)
      guard let usual = some.compactMap({ Self.contrast(tile, $0, map) }).median,
        usual > Self.outstanding * floor
      else { return nil }
      return (tile, usual)
    }
    return true
  }

  /// The mean contrast of each tile of a view, row by row; not a number where it was out of sight.
  private static func means(
    _ moments: [SignalHistory.Moment], _ view: TileView, _ map: SignalMap
  ) -> [Float] {
    var means = [Float](repeating: 0, count: view.rows * view.columns)
    for moment in moments {
      let scale = Float(1 / (Double(moments.count) * max(moment.gain, 1e-3)))
      for row in 0..<view.rows {
        let line = (view.firstRow + row).wrapped(map.rows) * map.columns
        for column in 0..<view.columns {
          let place = row * view.columns + column
          guard moment.view.shows(.luma(view.firstColumn + column, view.firstRow + row)) else {
            means[place] = .nan
            continue
          }
          let index = line + (view.firstColumn + column).wrapped(map.columns)
          means[place] += (Float(moment.peaks[index]) - Float(moment.stored[index]) / 256) * scale
        }
      }
    }
    return means
  }

  /// What part of the usual contrast a moment shows, from nothing to one; one where nothing tells it.
  func value(_ moment: SignalHistory.Moment, _ map: SignalMap) -> Double {
    let parts = points.compactMap { point in
      Self.contrast(point.tile, moment, map).map { ($0 - floor) / (point.contrast - floor) }
    }
    guard parts.count >= Self.fewest, let usual = parts.median else { return 1 }
    return min(1, max(0, usual))
  }

  /// By how much a tile's brightest sample is above its mean, the picture's gain taken out; nil out of sight, and where a longer
  /// exposure leaves nothing above the brightest that a sample can be.
  private static func contrast(
    _ tile: Signal, _ moment: SignalHistory.Moment, _ map: SignalMap
  ) -> Double? {
    guard moment.view.shows(tile), moment.gain > 0 else { return nil }
    let index = map.index(tile)
    if moment.gain > 1 + Self.leastGain, moment.peaks[index] >= Self.clipped { return nil }
    return (Double(moment.peaks[index]) - Double(moment.stored[index]) / 256) / moment.gain
  }
}

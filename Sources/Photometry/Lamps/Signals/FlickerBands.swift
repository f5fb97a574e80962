/// Mains flicker as a rolling shutter shows it: each row is exposed a little later than the one above it, so that light which
/// flickers a hundred times a second lies over the picture in bands, and these move from one picture to the next.
///
/// Against what is usual there the brightness of the rows is a sine. So may be what a lamp lights of a wall, roughly; but that
/// comes and goes where it is, while the phase of bands turns on and on.
struct FlickerBands: Sendable {
  /// How many lie over the picture's height; nil where none do.
  private(set) var count: Double?
  /// When they were last looked for; a later time than now where a camera's clock began anew.
  private var lastLook: Double?

  /// Those that are looked for. Fewer are a gradient; a row of tiles must not hold much of one.
  private static let counts = stride(from: 0.5, through: 8, by: 0.125)
  /// Rows of tiles that are looked at, and tiles in each: a row's median is off by a third of what a tile is.
  private static let rows = 24
  private static let tiles = 16
  /// The same as bands are taken out.
  private static let allRows = 48
  private static let allTiles = 32
  /// Rows that tell a sine, tiles that tell a row, and how bright they are at least: below, the ratio is mostly noise.
  private static let fewestRows = 12
  private static let fewestTiles = 8
  private static let leastLuma: Float = 8
  /// Seconds that are looked back over: those in which bands that beat slowly with the frames, once in eight seconds, go around.
  private static let span = 2 * SignalActivity.window
  /// Pairs of pictures that are looked at in these.
  private static let pairs = 32
  private static let fewestPairs = 12
  /// The part of what the rows differ by that is a sine, at least: of noise alone the likeliest sine is a quarter.
  private static let leastShare = 0.7
  /// How round the way of cosine and sine is: 4 times the product of the two variances over the square of their sum, 1 for a
  /// circle, 0 for a line, and 0.4 for an ellipse nearly three times as long as wide.
  private static let leastRoundness = 0.4
  /// How far the phase turns one way, as a part of how far it turns either way: chance takes it to and fro.
  private static let leastTurn = 0.8

  /// A row of tiles: where it is as a part of the picture's height, and its brightness against the usual one, but for what
  /// all rows share.
  private struct Row {
    var place: Double
    var excess: Double
  }

  /// A sine of the rows, about its mean.
  private struct Sine {
    var cosine = 0.0
    var sine = 0.0
    var meanCosine = 0.0
    var meanSine = 0.0
    /// The sum of the rows' squares that it explains, and that of all.
    var explained = 0.0
    var total = 0.0

    /// The likeliest; nil where the rows do not tell.
    init?(_ rows: [Row], count: Double) {
      guard rows.count >= FlickerBands.fewestRows else { return nil }
      let angles = rows.map { 2 * Double.pi * count * $0.place }
      let (cosines, sines) = (
        angles.map { Photometry.cosine($0) }, angles.map { Photometry.sine($0) }
      )
      let number = Double(rows.count)
      meanCosine = cosines.reduce(0, +) / number
      meanSine = sines.reduce(0, +) / number
      let mean = rows.reduce(0) { $0 + $1.excess } / number
      var (cc, cs, ss, cd, sd) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for (index, row) in rows.enumerated() {
        let (c, s) = (cosines[index] - meanCosine, sines[index] - meanSine)
        let excess = row.excess - mean
        (cc, cs, ss) = (cc + c * c, cs + c * s, ss + s * s)
        (cd, sd) = (cd + c * excess, sd + s * excess)
        total += excess * excess
      }
      let determinant = cc * ss - cs * cs
      guard determinant > 0.01 * cc * ss else { return nil }
      cosine = (cd * ss - sd * cs) / determinant
      sine = (sd * cc - cd * cs) / determinant
      explained = cosine * cd + sine * sd
    }

    /// What it makes of the brightness of a row.
    func factor(at place: Double, count: Double) -> Double {
      let angle = 2 * Double.pi * count * place
      return 1 + cosine * (Photometry.cosine(angle) - meanCosine)
        + sine * (Photometry.sine(angle) - meanSine)
    }
  }

  /// Rows of tiles of the scene, and columns, that are looked at: the same ones wherever the camera sways to.
  private static func sampled(_ view: TileView, rows: Int, tiles: Int) -> (
    rows: [Int], columns: [Int]
  ) {
    func some(_ first: Int, _ count: Int, _ wanted: Int) -> [Int] {
      let step = max(1, count / wanted)
      let last = first + max(0, count)
      return Array(stride(from: (first + step - 1).floored(step) * step, to: last, by: step))
    }
    return (
      some(view.firstRow, view.rows, rows), some(view.firstColumn, view.columns, tiles)
    )
  }

  /// The rows of tiles against what is usual there; none where too few tell.
  /// - Parameter ratio: Of a place, what it is against that; nil where nobody can tell.
  private static func profile(
    _ map: SignalMap, _ view: TileView, rows: Int, tiles: Int, ratio: (Int) -> Float?
  ) -> [Row] {
    var found: [(place: Double, ratio: Float)] = []
    var ratios: [Float] = []
    let (seen, columns) = sampled(view, rows: rows, tiles: tiles)
    for row in seen {
      ratios.removeAll(keepingCapacity: true)
      let start = row.wrapped(map.rows) * map.columns
      for column in columns {
        if let value = ratio(start + column.wrapped(map.columns)) { ratios.append(value) }
      }
      guard ratios.count >= fewestTiles else { continue }
      ratios.sort()
      let place = (Double(row - view.firstRow) + 0.5) / Double(view.rows)
      found.append((place, ratios[ratios.count / 2]))
    }
    let sorted = found.map(\.ratio).sorted()
    guard found.count >= fewestRows, sorted[sorted.count / 2] > 0 else { return [] }
    let shared = Double(sorted[sorted.count / 2])
    return found.map { Row(place: $0.place, excess: Double($0.ratio) / shared - 1) }
  }
}

extension FlickerBands {
  /// Whether bands are to be looked for in pictures until `time`: none are known yet, and some time passed since the last look.
  func isLookDue(at time: Double) -> Bool {
    guard count == nil else { return false }
    guard let lastLook else { return true }
    return time >= lastLook + Self.span / 2 || time < lastLook
  }

  /// Looks for bands where none are known yet; returns whether there are.
  mutating func look(at history: [SignalHistory.Moment], _ map: SignalMap) -> Bool {
    guard let end = history.last?.time, isLookDue(at: end) else { return false }
    lastLook = end
    let moments = history.drop { $0.time < end - Self.span }.filter { !$0.view.isEmpty }
    let step = max(2, moments.count / Self.pairs)
    let firsts = Array(stride(from: 0, to: moments.count - 1, by: step))
    guard firsts.count >= Self.fewestPairs else { return false }
    let pairs = firsts.map { (moments[$0], moments[$0 + 1]) }
    // The pairs span the same time as all the pictures, each of which lies far from the next in memory.
    let usual = Self.means(of: pairs.flatMap { [$0, $1] }, map)
    // A rough look first: nearly always there are none.
    let some = stride(from: 0, to: pairs.count, by: 2).map { seen(in: pairs[$0].0, usual, map) }
    guard
      Self.likeliest(stride(from: 0.5, through: 8, by: 0.5), some)?.share ?? 0
        > Self.leastShare / 2
    else { return false }
    let profiles = pairs.map { (seen(in: $0, usual, map), seen(in: $1, usual, map)) }
    guard let likeliest = Self.likeliest(Self.counts, profiles.flatMap { [$0.0, $0.1] }),
      likeliest.share > Self.leastShare
    else { return false }
    let sines = profiles.compactMap { first, next in
      Sine(first, count: likeliest.count).flatMap { sine in
        Sine(next, count: likeliest.count).map { (sine, $0) }
      }
    }
    let turns = [
      Self.turn(sines), Self.turn(Array(zip(sines.map(\.0), sines.dropFirst().map(\.0)))),
    ]
    guard Self.isRound(sines.map(\.0)), turns.contains(where: { $0 > Self.leastTurn }) else {
      return false
    }
    count = likeliest.count
    return true
  }

  /// Of some numbers of bands the one that explains most of what rows differ by, and which part of that.
  private static func likeliest(
    _ counts: some Sequence<Double>, _ profiles: [[Row]]
  ) -> (share: Double, count: Double)? {
    let found = counts.compactMap { count -> (share: Double, count: Double)? in
      let sines = profiles.compactMap { Sine($0, count: count) }
      let total = sines.reduce(0) { $0 + $1.total }
      guard 2 * sines.count >= fewestPairs, total > 0 else { return nil }
      return (sines.reduce(0) { $0 + $1.explained } / total, count)
    }
    return found.max { $0.share < $1.share }
  }

  /// Where the tiles that are looked at are among the signals.
  private static func sampledPlaces(_ view: TileView, _ map: SignalMap) -> [Int] {
    let (rows, columns) = sampled(view, rows: rows, tiles: tiles)
    return rows.flatMap { row in
      columns.map { row.wrapped(map.rows) * map.columns + $0.wrapped(map.columns) }
    }
  }

  /// The mean luma of the tiles that are looked at, in some moments.
  private static func means(of moments: [SignalHistory.Moment], _ map: SignalMap) -> [Float] {
    var sums = [Float](repeating: 0, count: map.tiles)
    var counts = sums
    var (view, places) = (TileView?.none, [Int]())
    for moment in moments {
      if moment.view != view {
        view = moment.view
        places = sampledPlaces(moment.view, map)
      }
      for place in places {
        sums[place] += Float(moment.stored[place]) / 256
        counts[place] += 1
      }
    }
    return zip(sums, counts).map { $1 > 0 ? $0 / $1 : 0 }
  }

  private func seen(
    in moment: SignalHistory.Moment, _ usual: [Float], _ map: SignalMap
  ) -> [Row] {
    Self.profile(map, moment.view, rows: Self.rows, tiles: Self.tiles) { place in
      usual[place] > Self.leastLuma ? Float(moment.stored[place]) / 256 / usual[place] : nil
    }
  }

  /// Whether phases go around, and not a part of the way only, from which nobody can tell how many bands there are.
  private static func isRound(_ sines: [Sine]) -> Bool {
    let (cc, ss, cs) = sines.reduce((0.0, 0.0, 0.0)) { sums, sine in
      (
        sums.0 + sine.cosine * sine.cosine, sums.1 + sine.sine * sine.sine,
        sums.2 + sine.cosine * sine.sine
      )
    }
    return 4 * (cc * ss - cs * cs) > leastRoundness * (cc + ss) * (cc + ss)
  }

  /// How far phases turn one way from the first to the second of some pairs, as a part of how far they turn: -1 to 1, without a
  /// sign.
  private static func turn(_ pairs: [(Sine, Sine)]) -> Double {
    let turns = pairs.map { $0.cosine * $1.sine - $0.sine * $1.cosine }
    let all = turns.reduce(0) { $0 + abs($1) }
    return all > 0 ? abs(turns.reduce(0, +)) / all : 0
  }

  /// What the bands make of each row of a view's tiles; nil where there are none, or nobody can tell.
  private func factors(
    _ map: SignalMap, _ view: TileView, ratio: (Int) -> Float?
  ) -> [Float]? {
    guard let count else { return nil }
    let rows = Self.profile(
      map, view, rows: Self.allRows, tiles: Self.allTiles, ratio: ratio)
    guard let first = Sine(rows, count: count) else { return nil }
    // A row of which a lamp lights more than half stands out of the sine.
    let middle = rows.reduce(0) { $0 + $1.excess } / Double(rows.count)
    let rests = rows.map {
      abs($0.excess - middle - first.factor(at: $0.place, count: count) + 1)
    }
    let limit = 2.5 * 1.4826 * (rests.median ?? 0)
    let kept = zip(rows, rests).filter { $0.1 <= limit }.map(\.0)
    let sine = Sine(kept, count: count) ?? first
    return (0..<view.rows).map {
      Float(
        max(0.5, sine.factor(at: (Double($0) + 0.5) / Double(view.rows), count: count)))
    }
  }

  /// Takes the bands out of a picture's tiles; `usual` is their usual luma.
  func remove(from signals: inout [Float], usual: [Float], _ map: SignalMap, _ view: TileView) {
    guard count != nil, usual.count == map.count else { return }
    let factors = factors(map, view) { place in
      usual[place] > Self.leastLuma ? signals[place] / usual[place] : nil
    }
    guard let factors else { return }
    for (row, factor) in factors.enumerated() {
      let start = (view.firstRow + row).wrapped(map.rows) * map.columns
      for run in map.runs(view) {
        for place in (start + run.place)..<(start + run.place + run.count) {
          signals[place] /= factor
        }
      }
    }
  }
}

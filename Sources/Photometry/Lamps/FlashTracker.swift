internal import CLuma

/// Follows lights that move across the scene (a boat's lamp): a tile sees such a lamp for less than a
/// second, so that no tile's own history shows what it sends.
///
/// In each picture the tiles that are far brighter than usual are found; those near where a known light
/// should be belong to it, others begin a new one.
struct FlashTracker: Sendable {
  /// A light that was seen lit.
  struct Hit: Sendable {
    var time: Double
    /// In tiles of the scene.
    var x: Double
    var y: Double
  }

  struct Track: Sendable {
    var hits: [Hit]
    /// Which reported lamp it is.
    var id: Int?

    var isLit: Bool = false

    /// Where it should be: on a straight line through the last hits of some seconds.
    func place(at time: Double) -> (x: Double, y: Double) {
      guard let last = hits.last else { return (0, 0) }
      let recent = hits.suffix(while: { last.time - $0.time < FlashTracker.fitSpan })
      guard let first = recent.first, last.time - first.time > 0.5 else { return (last.x, last.y) }
      var (t, x, y) = (0.0, 0.0, 0.0)
      let count = Double(recent.count)
      for hit in recent {
        t += hit.time / count
        x += hit.x / count
        y += hit.y / count
      }
      var (tt, tx, ty) = (0.0, 0.0, 0.0)
      for hit in recent {
        tt += (hit.time - t) * (hit.time - t)
        tx += (hit.time - t) * (hit.x - x)
        ty += (hit.time - t) * (hit.y - y)
      }
      guard tt > 0 else { return (last.x, last.y) }
      return (x + tx / tt * (time - t), y + ty / tt * (time - t))
    }

    /// Where it was at a time between hits; before the first and after the last on the line.
    func placed(at time: Double) -> (x: Double, y: Double) {
      guard let first = hits.first, let last = hits.last else { return (0, 0) }
      if time >= last.time { return place(at: time) }
      if time <= first.time { return (first.x, first.y) }
      var (low, high) = (0, hits.count - 1)
      while high - low > 1 {
        let middle = (low + high) / 2
        if hits[middle].time <= time { low = middle } else { high = middle }
      }
      let (a, b) = (hits[low], hits[high])
      let part = b.time > a.time ? (time - a.time) / (b.time - a.time) : 0
      return (a.x + part * (b.x - a.x), a.y + part * (b.y - a.y))
    }

    /// Whether it had been seen by then and was to be seen again; a little before, its first light may have been
    /// too weak or too early to be noticed.
    func isSeen(at time: Double) -> Bool {
      guard let first = hits.first, let last = hits.last else { return false }
      return time >= first.time - FlashTracker.patience && time <= last.time
    }

    /// Whether it goes somewhere: tiles from the middle of the first third of its hits to that of the
    /// last, against how far hits lie about in a third. A large lamp that keeps still is seen here and
    /// there in its own light.
    var hasMoved: Bool {
      let third = hits.count / 3
      guard third >= 3 else { return false }
      let (begin, end) = (Spread(hits.prefix(third)), Spread(hits.suffix(third)))
      let away = ((end.x - begin.x) * (end.x - begin.x) + (end.y - begin.y) * (end.y - begin.y))
        .squareRoot()
      return away > 2.5 && away > 3 * max(begin.deviation, end.deviation)
    }
  }

  /// Where some hits are, and how far they lie about.
  private struct Spread {
    var x = 0.0
    var y = 0.0
    var deviation = 0.0

    init(_ hits: ArraySlice<Hit>) {
      let count = Double(max(1, hits.count))
      x = hits.map(\.x).reduce(0, +) / count
      y = hits.map(\.y).reduce(0, +) / count
      let squares = hits.map { ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) }.reduce(0, +)
      deviation = (squares / count).squareRoot()
    }
  }

  /// Times the deviation of noise that a tile must be brighter than usual: among 30000 tiles noise alone
  /// reaches six once in ten hours of pictures.
  static let least: Float = 7
  static let most = 8
  /// Seconds without light after which a track ends: a word gap at 3 WPM.
  static let patience = 3.0
  /// Seconds over which the velocity is taken.
  static let fitSpan = 4.0
  /// Tiles from where it should be within which a light is the same.
  static let gate = 2.0

  private(set) var tracks: [Track] = []

  /// Takes the next picture; `noise` is the usual variance of a tile.
  mutating func update(
    _ signals: [Float], _ activity: SignalActivity, _ map: SignalMap, _ view: TileView,
    time: Double, gain: Float, noise: Float
  ) {
    tracks.removeAll { time - ($0.hits.last?.time ?? time) > Self.patience }
    for index in tracks.indices {
      tracks[index].isLit = false
      let oldest = time - SignalHistory.span
      if let first = tracks[index].hits.first, first.time < oldest - 2 {
        tracks[index].hits.removeAll { $0.time < oldest }
      }
    }
    var peaks = peaks(signals, activity, map, view, gain: gain, noise: noise)
    for index in tracks.indices {
      let place = tracks[index].place(at: time)
      let near = peaks.indices.min { distance(peaks[$0], place) < distance(peaks[$1], place) }
      guard let near, distance(peaks[near], place) < Self.gate else { continue }
      let peak = peaks.remove(at: near)
      tracks[index].hits.append(Hit(time: time, x: peak.x, y: peak.y))
      tracks[index].isLit = true
    }
    for peak in peaks where tracks.count < Self.most {
      tracks.append(Track(hits: [Hit(time: time, x: peak.x, y: peak.y)], isLit: true))
    }
  }

  mutating func name(_ index: Int, id: Int) {
    tracks[index].id = id
  }

  private func distance(_ a: (x: Double, y: Double, light: Float), _ b: (x: Double, y: Double))
    -> Double
  {
    max(abs(a.x - b.x), abs(a.y - b.y))
  }

  /// The brightest places, none within two tiles of another.
  private func peaks(
    _ signals: [Float], _ activity: SignalActivity, _ map: SignalMap, _ view: TileView, gain: Float,
    noise: Float
  ) -> [(x: Double, y: Double, light: Float)] {
    let limit = Self.least * max(noise, 0.01).squareRoot()
    let scale = 1 / gain
    var found: [(column: Int, row: Int, light: Float)] = []
    signals.withUnsafeBufferPointer { signals in
      activity.mean.withUnsafeBufferPointer { mean in
        for row in view.firstRow..<(view.firstRow + view.rows) {
          let start = row.wrapped(map.rows) * map.columns
          for run in map.runs(view) {
            // First the row's greatest: most rows have nothing.
            let begin = start + run.place
            guard let first = signals.baseAddress, let usual = mean.baseAddress,
              luma_greatest(first + begin, scale, usual + begin, run.count) > limit
            else { continue }
            for offset in 0..<run.count {
              let place = begin + offset
              let light = signals[place] * scale - mean[place]
              if light > limit { found.append((view.firstColumn + run.from + offset, row, light)) }
            }
          }
        }
      }
    }
    // A picture that lights up all over has no place.
    guard found.count <= max(64, view.columns * view.rows / 20) else { return [] }
    found.sort { $0.light > $1.light }
    var peaks: [(x: Double, y: Double, light: Float)] = []
    var taken: [(column: Int, row: Int)] = []
    for tile in found {
      guard peaks.count < Self.most else { break }
      guard
        !taken.contains(where: { max(abs($0.column - tile.column), abs($0.row - tile.row)) <= 2 })
      else { continue }
      taken.append((tile.column, tile.row))
      var sums = (x: 0.0, y: 0.0, light: 0.0)
      for near in found
      where max(abs(near.column - tile.column), abs(near.row - tile.row)) <= 1 {
        sums.x += (Double(near.column) + 0.5) * Double(near.light)
        sums.y += (Double(near.row) + 0.5) * Double(near.light)
        sums.light += Double(near.light)
      }
      peaks.append((sums.x / sums.light, sums.y / sums.light, tile.light))
    }
    return peaks
  }

  /// What a light adds to the tiles around a place in one picture: the sum over 3x3; not a number where
  /// they are not all in sight.
  static func light(
    at place: (x: Double, y: Double), _ moment: SignalHistory.Moment, _ activity: SignalActivity,
    _ map: SignalMap
  ) -> Double {
    let column = Int(place.x.rounded(.down))
    let row = Int(place.y.rounded(.down))
    var sum = 0.0
    for y in -1...1 {
      for x in -1...1 {
        let signal = Signal.luma(column + x, row + y)
        guard moment.view.shows(signal) else { return .nan }
        let index = map.index(signal)
        sum += Double(moment.stored[index]) / (256 * moment.gain) - Double(activity.mean[index])
      }
    }
    return sum
  }
}

extension Array {
  /// The elements at the end that satisfy a condition.
  func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
    var start = endIndex
    while start > startIndex, condition(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}

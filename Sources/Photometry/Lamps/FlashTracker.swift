internal import CLuma

/// Follows lights that move across the scene (a boat's lamp): a tile sees such a lamp for less than a
/// second, so that no tile's own history shows what it sends.
///
/// In each picture the tiles that are far brighter than usual are found; those near where a known light
/// should be belong to it, others begin a new one.
struct FlashTracker: Sendable {
  /// Times the deviation of noise that a tile must be brighter than usual: among 30000 tiles noise alone
  /// reaches six once in ten hours of pictures.
  static let least: Float = 7
  static let most = 8
  static let mostEnded = 32
  /// Tiles from where it should be within which a light is the same.
  static let gate = 2.0

  /// Share of its light that a track's next light must have at least: what a codec leaves behind a light that
  /// passes is none.
  static let leastShare: Float = 0.35

  private(set) var tracks: [FlashTrack] = []
  /// Those that ended within the history and had moved, the oldest first.
  private(set) var ended: [FlashTrack] = []

  /// Takes the next picture; `noise` is the usual variance of a tile.
  mutating func update(
    _ signals: [Float], _ activity: SignalActivity, _ map: SignalMap, _ view: TileView,
    time: Double, gain: Float, noise: Float
  ) {
    let oldest = time - SignalHistory.span
    end(before: time - FlashTrack.patience, keeping: oldest)
    for index in tracks.indices {
      if let first = tracks[index].hits.first, first.time < oldest - 2 {
        tracks[index].hits.removeAll { $0.time < oldest }
      }
    }
    var peaks = peaks(signals, activity, map, view, gain: gain, noise: noise)
    for index in tracks.indices {
      let place = tracks[index].place(at: time)
      let usual = tracks[index].light
      let near = peaks.indices.filter { peaks[$0].light > Self.leastShare * usual }
        .min { distance(peaks[$0], place) < distance(peaks[$1], place) }
      guard let near, distance(peaks[near], place) < Self.gate else { continue }
      let peak = peaks.remove(at: near)
      tracks[index].hits.append(FlashTrack.Hit(time: time, x: peak.x, y: peak.y, light: peak.light))
    }
    for peak in peaks {
      if tracks.count >= Self.most { guard giveUp(dimmerThan: peak.light) else { break } }
      let hit = FlashTrack.Hit(time: time, x: peak.x, y: peak.y, light: peak.light)
      tracks.append(FlashTrack(hits: [hit]))
    }
  }

  /// Gives up the dimmest track that is no lamp, if it is so dim: what a codec makes of noise glimmers here and there.
  private mutating func giveUp(dimmerThan light: Float) -> Bool {
    let unnamed = tracks.indices.filter { tracks[$0].id == nil }
    guard let dimmest = unnamed.min(by: { tracks[$0].light < tracks[$1].light }),
      tracks[dimmest].light < Self.leastShare * light
    else { return false }
    tracks.remove(at: dimmest)
    return true
  }

  /// Ends the tracks that were last seen before `time`.
  private mutating func end(before time: Double, keeping oldest: Double) {
    func last(_ track: FlashTrack) -> Double { track.hits.last?.time ?? -.infinity }
    ended.removeAll { last($0) < oldest }
    ended += tracks.filter { last($0) < time && $0.hasMoved }
    ended.removeFirst(max(0, ended.count - Self.mostEnded))
    tracks.removeAll { last($0) < time }
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

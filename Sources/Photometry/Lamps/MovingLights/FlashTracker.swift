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
  /// Lights that are followed at once, and places that are looked at in a picture: three times the lamps that are told, for
  /// waves that glint, or leaves that move, beside them.
  static let most = 24
  static let mostEnded = 32
  /// Tiles from where it should be within which a light is the same.
  static let gate = 2.0
  /// Tiles by which that grows in each second without light: what bobs or sways does not keep to the line that it was seen on.
  /// A small boat's lamp, a few pixels up and down every few seconds, moves half as fast at most times.
  static let gateGrowth = 1.0

  /// Share of its light, or of how clear it is, that a track's next light must have at least: what a codec leaves behind a light
  /// that passes is none. As far as a level reaches (`Keyedness.isHigh`).
  static let leastShare: Float = 0.35

  /// How the brightest samples of the pictures' tiles are stored.
  var range = ValueRange.full
  /// Lights that are followed at once.
  private let most: Int
  private let isOfPoints: Bool
  var tracks: [FlashTrack] = []
  /// Those that ended within the history and had moved, the oldest first.
  private(set) var ended: [FlashTrack] = []

  init() { (most, isOfPoints) = (Self.most, false) }

  /// For points alone (`FlashTrack.isPoint`).
  init(ofPoints most: Int) { (self.most, isOfPoints) = (most, true) }

  /// Takes the next picture; `noise` is the usual variance of a tile, `samples` are the brightest of each.
  mutating func update(
    _ signals: [Float], _ samples: [UInt8], _ activity: SignalActivity, _ map: SignalMap,
    _ view: TileView,
    time: Double, gain: Float, noise: Float
  ) {
    let oldest = time - SignalHistory.span
    end(before: time - FlashTrack.patience, keeping: oldest)
    for index in tracks.indices {
      if let first = tracks[index].hits.first, first.time < oldest - 2 {
        tracks[index].hits.removeAll { $0.time < oldest }
        tracks[index].peaks.removeAll { $0.time < oldest }
      }
    }
    var peaks = peaks(signals, samples, activity, map, view, time: time, gain: gain, noise: noise)
    for (track, near) in Self.pairs(tracks, peaks, at: time) {
      let peak = peaks[near]
      tracks[track].hits.append(peak)
      peaks[near].light = 0
    }
    peaks.removeAll { $0.light == 0 }
    for peak in peaks {
      if tracks.count >= most { guard giveUp(fainterThan: peak.clarity) else { break } }
      tracks.append(FlashTrack(hits: [peak], isPoint: isOfPoints))
    }
  }

  /// Which track goes on with which of the lights, each of both at most once: those first that are likest, of
  /// where it should be and of how bright it was. What glints beside a lamp does not go on with the lamp's light.
  static func pairs(
    _ tracks: [FlashTrack], _ peaks: [FlashTrack.Hit], at time: Double
  ) -> [(track: Int, peak: Int)] {
    var possible: [(track: Int, peak: Int, away: Double)] = []
    for (index, track) in tracks.enumerated() {
      let place = track.place(at: time)
      let (usual, clarity, sample) = (track.light, track.clarity, track.sample)
      for (number, peak) in peaks.enumerated()
      where peak.light > leastShare * usual && peak.sample >= leastShare * sample {
        let distance = max(abs(peak.x - place.x), abs(peak.y - place.y))
        // Farther from there only what is about as clear: where there is nothing but waves, one of them glints nearer.
        let isClear = peak.clarity > leastShare * clarity
        let reach = isClear ? gate + gateGrowth * (time - track.end) : gate
        guard distance < reach else { continue }
        // Each as a part of what is allowed at once: where it may be after a while it is the less likely to be.
        let apart = distance / gate
        let brighter =
          naturalLogarithm(Double(peak.light / usual)) / naturalLogarithm(Double(leastShare))
        possible.append((index, number, apart * apart + brighter * brighter))
      }
    }
    possible.sort { $0.away < $1.away }
    var taken: (tracks: Set<Int>, peaks: Set<Int>) = ([], [])
    return possible.compactMap { each in
      guard !taken.tracks.contains(each.track), !taken.peaks.contains(each.peak) else { return nil }
      taken.tracks.insert(each.track)
      taken.peaks.insert(each.peak)
      return (each.track, each.peak)
    }
  }

  /// Gives up the faintest track that is no lamp, if it is so faint: what a codec makes of noise glimmers here and there, and
  /// waves glint wherever they do.
  private mutating func giveUp(fainterThan clarity: Float) -> Bool {
    let unnamed = tracks.indices.filter { tracks[$0].id == nil }
    guard let faintest = unnamed.min(by: { tracks[$0].clarity < tracks[$1].clarity }),
      tracks[faintest].clarity < Self.leastShare * clarity
    else { return false }
    tracks.remove(at: faintest)
    return true
  }

  /// Ends the tracks that were last seen before `time`.
  private mutating func end(before time: Double, keeping oldest: Double) {
    ended.removeAll { $0.end < oldest }
    for track in tracks where track.end < time { keep(track) }
    tracks.removeAll { $0.end < time }
  }

  /// Keeps a track that is followed no further, if it moved.
  private mutating func keep(_ track: FlashTrack) {
    guard track.hasMoved else { return }
    var track = track
    // Nobody reads it any more.
    for index in track.peaks.indices { track.peaks[index].window = nil }
    ended.append(track)
    if ended.count > Self.mostEnded { ended.removeFirst() }
  }

  /// The same with some lights more.
  func with(_ others: [FlashTrack]) -> FlashTracker {
    var all = self
    all.tracks += others
    return all
  }

  /// Takes a track as that of a lamp, with what is known of it by now.
  mutating func name(_ index: Int, _ track: FlashTrack, id: Int) {
    tracks[index] = track
    tracks[index].id = id
  }

  /// The places that stand out most from what is usual there, none within two tiles of another.
  private func peaks(
    _ signals: [Float], _ samples: [UInt8], _ activity: SignalActivity, _ map: SignalMap,
    _ view: TileView,
    time: Double,
    gain: Float, noise: Float
  ) -> [FlashTrack.Hit] {
    let noise = max(noise, 0.01)
    let limit = Self.least * noise.squareRoot()
    let scale = 1 / gain
    var found: [BrightTile] = []
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
              guard light > limit else { continue }
              // Where waves glint, or leaves move, what is as bright as they usually are is no light.
              let deviation = max(noise, activity.settledVariance[place]).squareRoot()
              found.append(
                BrightTile(
                  column: view.firstColumn + run.from + offset, row: row, light: light,
                  sample: sample(samples, place, map, scale, usual: mean[place]),
                  clarity: light / deviation))
            }
          }
        }
      }
    }
    // Where a picture lights up all over, or a codec codes all of it anew, only what stands out from that has a place.
    let many = max(64, view.columns * view.rows / 20)
    if found.count > many {
      // Some of them tell how clear they are but for the clearest `many`: all would be tens of thousands to sort.
      let some = stride(from: 0, to: found.count, by: found.count / 64).map { found[$0].clarity }
        .sorted(by: >)
      let common = some[some.count * many / found.count]
      found.removeAll { $0.clarity * Self.leastShare < common }
    }
    return Self.hits(found, time: time)
  }

  /// A tile that is brighter than usual.
  struct BrightTile {
    var column: Int
    var row: Int
    var light: Float
    /// How much brighter its brightest sample is than the tile usually is.
    var sample: Float
    /// See `FlashTrack.Hit`.
    var clarity: Float
  }

  /// How much brighter than `usual` a tile's brightest sample is, in steps of luma without the picture's gain; nought where
  /// that is not known.
  func sample(
    _ samples: [UInt8], _ place: Int, _ map: SignalMap, _ scale: Float, usual: Float
  ) -> Float {
    guard samples.count == map.tiles else { return 0 }
    let sample = Float(samples[place])
    return max(0, scale * (sample - range.black) * range.lumaStep - usual)
  }

  /// The lights that some tiles show, the clearest first: none within two tiles of another.
  static func hits(_ found: [BrightTile], time: Double) -> [FlashTrack.Hit] {
    var hits: [FlashTrack.Hit] = []
    var isTaken = [Bool](repeating: false, count: found.count)
    let tiles = found.span
    var next = found.indices.max { found[$0].clarity < found[$1].clarity }
    while let index = next, hits.count < most {
      let tile = tiles[index]
      var sums = (x: 0.0, y: 0.0, light: 0.0)
      var (brightest, sample) = (tile.light, tile.sample)
      next = nil
      var clearest = -Float.infinity
      // What belongs to this light, and the clearest of what is none's yet.
      for number in tiles.indices {
        let near = tiles[number]
        let apart = max(abs(near.column - tile.column), abs(near.row - tile.row))
        if apart <= 2 {
          isTaken[number] = true
          guard apart <= 1 else { continue }
          sums.x += (Double(near.column) + 0.5) * Double(near.light)
          sums.y += (Double(near.row) + 0.5) * Double(near.light)
          sums.light += Double(near.light)
          brightest = max(brightest, near.light)
          sample = max(sample, near.sample)
        } else if near.clarity > clearest, !isTaken[number] {
          (next, clearest) = (number, near.clarity)
        }
      }
      hits.append(
        FlashTrack.Hit(
          time: time, x: sums.x / sums.light, y: sums.y / sums.light, light: brightest,
          clarity: tile.clarity, sample: sample))
    }
    return hits
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

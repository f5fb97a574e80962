extension FlashTracker {
  /// Follows a light back to before it was noticed, as it is followed on: until then nobody knew how much noise is usual, or
  /// waves that glint, and do so all the time, were clearer than it. `noise` is the usual variance of a tile.
  func followedBack(
    _ known: FlashTrack, _ history: some BidirectionalCollection<SignalHistory.Moment>,
    _ activity: SignalActivity, _ map: SignalMap,
    noise: Float
  ) -> FlashTrack {
    var back = FlashTrack(
      hits: known.hits.prefix { $0.time - known.begin < FlashTrack.fitSpan }.reversed()
        .map(\.mirrored))
    // Much fainter ones are of something else. How clear they were nobody knows any more: what passed made what is usual vary.
    let light = back.light
    let count = back.hits.count
    for moment in history.reversed() where moment.time < known.begin {
      let time = -moment.time
      guard time - back.end < FlashTrack.patience else { break }
      let found = bright(
        around: back.place(at: time), reach: Self.gate + Self.gateGrowth * (time - back.end),
        moment, activity, map, noise: noise)
      let hits = Self.hits(found, time: time).filter { $0.light > Self.leastShare * light }
      if let next = Self.pairs([back], hits, at: time).first { back.hits.append(hits[next.peak]) }
    }
    var track = known
    track.hits.insert(contentsOf: back.hits[count...].reversed().map(\.mirrored), at: 0)
    return track
  }

  /// The tiles within `reach` tiles of a place, and those beside them, that are brighter than usual in a picture that is kept.
  private func bright(
    around place: (x: Double, y: Double), reach: Double, _ moment: SignalHistory.Moment,
    _ activity: SignalActivity, _ map: SignalMap, noise: Float
  ) -> [BrightTile] {
    let noise = max(noise, 0.01)
    let limit = Self.least * noise.squareRoot()
    let scale = 1 / (256 * Float(moment.gain))
    let middle = Signal.luma(at: place)
    return ([middle] + middle.around(Int(reach) + 1)).compactMap { tile in
      guard moment.view.shows(tile) else { return nil }
      let index = map.index(tile)
      let light = Float(moment.stored[index]) * scale - activity.mean[index]
      guard light > limit else { return nil }
      let deviation = max(noise, activity.settledVariance[index]).squareRoot()
      return BrightTile(
        column: tile.column, row: tile.row, light: light,
        sample: sample(
          moment.peaks, index, map, 1 / Float(moment.gain), usual: activity.mean[index]),
        clarity: light / deviation)
    }
  }
}

extension FlashTrack.Hit {
  /// The same while time runs back.
  fileprivate var mirrored: FlashTrack.Hit {
    var hit = self
    hit.time = -time
    return hit
  }
}

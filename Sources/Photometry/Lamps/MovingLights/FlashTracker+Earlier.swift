extension FlashTracker {
  /// Follows a light back to before it was noticed, as it is followed on: until then nobody knew how much noise is usual, or
  /// waves that glint, and do so all the time, were clearer than it. `noise` is the usual variance of a tile.
  func followedBack(
    _ known: FlashTrack, _ history: some BidirectionalCollection<SignalHistory.Moment>,
    _ activity: SignalActivity, _ map: SignalMap,
    noise: Float
  ) -> FlashTrack {
    Self.followedBack(known, history, map, activity, noise: noise) { moment, tile in
      let scale = 1 / (256 * Float(moment.gain))
      let usual = activity.mean[tile]
      return (
        Float(moment.stored[tile]) * scale - usual,
        sample(moment.peaks, tile, map, 1 / Float(moment.gain), usual: usual)
      )
    }
  }

  /// The same of what `shown` says of a tile in a picture that is kept: how much brighter than usual it is, and how much brighter its
  /// brightest sample is than that; `activity` is what is usual of these.
  static func followedBack(
    _ known: FlashTrack, _ history: some BidirectionalCollection<SignalHistory.Moment>,
    _ map: SignalMap, _ activity: SignalActivity, noise: Float,
    _ shown: (SignalHistory.Moment, Int) -> (light: Float, sample: Float)
  ) -> FlashTrack {
    var back = FlashTrack(
      hits: known.hits.prefix { $0.time - known.begin < FlashTrack.fitSpan }.reversed()
        .map(\.mirrored))
    // Much fainter ones are of something else. How clear they were nobody knows any more: what passed made what is usual vary.
    let light = back.light
    let count = back.hits.count
    let noise = max(noise, 0.01)
    for moment in history.reversed() where moment.time < known.begin {
      let time = -moment.time
      guard time - back.end < FlashTrack.patience else { break }
      // The tiles that are brighter than usual near its place, and those beside them.
      let middle = Signal.luma(at: back.place(at: time))
      let reach = gate + gateGrowth * (time - back.end)
      let found = ([middle] + middle.around(Int(reach) + 1)).compactMap { tile -> BrightTile? in
        guard moment.view.shows(tile) else { return nil }
        let index = map.index(tile)
        let (light, sample) = shown(moment, index)
        guard light > least * noise.squareRoot() else { return nil }
        return BrightTile(
          column: tile.column, row: tile.row, light: light, sample: sample,
          clarity: light / max(noise, activity.settledVariance[index]).squareRoot())
      }
      let hits = hits(found, time: time).filter { $0.light > leastShare * light }
      if let next = pairs([back], hits, at: time).first { back.hits.append(hits[next.peak]) }
    }
    var track = known
    track.hits.insert(contentsOf: back.hits[count...].reversed().map(\.mirrored), at: 0)
    return track
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

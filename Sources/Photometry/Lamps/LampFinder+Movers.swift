extension LampFinder {
  /// All lights that are followed, those that tiles tell first.
  var movingTracks: [FlashTrack] { flashes.tracks + points.tracks }

  /// Whether a light is followed that has moved and may be a lamp.
  var isFollowing: Bool { flashes.isFollowing || points.isFollowing }

  /// Follows lights that move to the pixel, as far as that is known by now, and sees whether one of them looks switched that was
  /// not told yet.
  mutating func hasMover(_ map: SignalMap) -> Bool {
    followSpots()
    let search = CandidateSearch(map, ofScene { _ in true }[...])
    return movingTracks.contains {
      $0.id == nil && $0.hasMoved && whole($0, search) != nil
    }
  }

  /// Takes one of those tracks as that of a lamp, with what is known of it by now.
  private mutating func name(_ index: Int, _ track: FlashTrack, id: Int) {
    let first = flashes.tracks.count
    if index < first {
      flashes.name(index, track, id: id)
    } else {
      points.name(index - first, track, id: id)
    }
  }

  /// Whether a light that was told already is at a place, in tiles, at a time: what the brightest samples show tiles may show
  /// as well.
  private func isMover(at place: (x: Double, y: Double), time: Double) -> Bool {
    movingTracks.contains { track in
      let other = track.placed(at: time)
      return track.id != nil
        && max(abs(other.x - place.x), abs(other.y - place.y)) < FlashTracker.gate
    }
  }

  /// The brightness in this picture of the lights that move.
  mutating func followMovers(_ moment: SignalHistory.Moment, _ map: SignalMap) -> [Update] {
    var updates: [Update] = []
    for track in movingTracks {
      guard let id = track.id, let mover = movers[id] else { continue }
      let place = track.placed(at: moment.time)
      updates.append(.sample(id: id, sample(of: mover, track, in: moment, map)))
      if !moment.view.isEmpty, max(abs(place.x - mover.x), abs(place.y - mover.y)) > 1 {
        movers[id]?.x = place.x
        movers[id]?.y = place.y
        let shown = pixels(place.x, place.y)
        updates.append(.moved(id: id, x: shown.x, y: shown.y))
      }
    }
    let alive = Set(movingTracks.compactMap(\.id))
    for id in movers.keys.sorted() where !alive.contains(id) {
      movers[id] = nil
      updates.append(.lost(id: id))
    }
    return updates
  }

  /// The brightness of a light that moves; out of sight it is unlit.
  func sample(
    of mover: Mover, _ track: FlashTrack, in moment: SignalHistory.Moment, _ map: SignalMap
  ) -> BrightnessSample {
    var light = Double.nan
    if !moment.view.isEmpty {
      light =
        mover.pixels.map { $0.light(track.peak(at: moment.time)) }
        ?? FlashTracker.light(at: track.placed(at: moment.time), moment, activity, map)
    }
    return BrightnessSample(
      time: moment.time, exposure: moment.exposure,
      brightness: mover.ambient + (light.isFinite ? light : 0), isInSight: light.isFinite)
  }

  /// Part of the samples in which a lamp is lit, of which it does not matter how they are read.
  private static let fewOfLit = 0.1

  /// Whether a light that moves was at a place, as far as it was seen, and left it: it is lit where that is dark, but hardly
  /// the other way round.
  private func leaves(
    _ place: [Double], _ track: FlashTrack, _ trace: [Double], _ keyedness: Keyedness,
    _ times: [Double]
  ) -> Bool {
    guard let levels = Keyedness(place) else { return false }
    var (light, lit, left, alone) = (0.0, 0.0, 0.0, 0.0)
    for index in times.indices where track.isSeen(at: times[index]) {
      let isMovingLit = keyedness.isHigh(trace[index])
      let isStillLit = levels.isHigh(place[index])
      if isMovingLit == true { light += 1 }
      if isStillLit == true { lit += 1 }
      if isMovingLit == true, isStillLit == false { left += 1 }
      if isMovingLit == false, isStillLit == true { alone += 1 }
    }
    return left > Self.fewOfLit * light && alone < Self.fewOfLit * lit
  }

  /// Lights that have moved and look switched, but for those whose light is one of the traces `still`,
  /// without slow changes: codecs let the brightest part of a large lamp wander. Unless it has left there.
  mutating func findMovers(_ search: CandidateSearch, still: [[Double]]) -> [Update] {
    guard search.times.count >= LampSearch.fewest else { return [] }
    var updates: [Update] = []
    followSpots()
    for (index, known) in movingTracks.enumerated() {
      if let id = known.id { updates += rereadMover(id, known, search) }
      guard known.id == nil, known.hasMoved, movers.count < Self.most else { continue }
      // One that has come since the search began is told by the next.
      guard let now = search.history.last, known.begin < now.time else { continue }
      guard let (track, reading) = whole(known, search) else { continue }
      let (trace, keyedness) = (reading.trace, reading.keyedness)
      let passed = search.passed(trace)
      guard
        !still.contains(where: { TraceMath.areOfOneLight($0, passed) })
          || followed.contains(where: { lamp in
            let place = lamp.probe.trace(search.history, search.map)
            return !lamp.isWhole && TraceMath.areOfOneLight(search.passed(place), passed)
              && leaves(place, track, trace, keyedness, search.times)
          })
      else { continue }
      let place = track.placed(at: now.time)
      let tile = search.map.index(
        .luma(Int(place.x.rounded(.down)), Int(place.y.rounded(.down))))
      let ambient = max(1, Double(activity.mean[tile]))
      guard !isMover(at: place, time: now.time) else { continue }
      let id = newIdentifier()
      movers[id] = Mover(
        ambient: ambient, x: place.x, y: place.y, pixels: reading.pixels,
        tiles: reading.pixels == nil ? reading.keyedness : nil)
      name(index, track, id: id)
      let backlog = Self.backlog(search, trace, ambient: ambient)
      let shown = pixels(place.x, place.y)
      updates.append(
        .found(
          id: id, x: shown.x, y: shown.y, backlog: backlog,
          searched: search.view.columns * search.view.rows,
          contrast: Contrast(
            swing: keyedness.swing, isBeyondNoise: keyedness.separation > Keyedness.noiseless)))
    }
    return updates
  }

  /// Follows lights to the pixel, as far as it is known where they are: those that have gone on and off for a letter or two.
  private mutating func followSpots() {
    let first = flashes.tracks.count
    for (index, track) in movingTracks.enumerated()
    where track.hasMoved || track.id != nil {
      let found = SpotCourse(track.peaks)
      let course = found.flatMap { $0.isSwitched ? $0 : nil }
      // A lamp that is read so has no other place.
      guard course != nil || track.id == nil else { continue }
      if index < first {
        flashes.take(course, of: index)
      } else {
        points.take(course, of: index - first)
      }
    }
  }

  /// A light that tiles tell, by its pixels, where those tell it as well by now: other things come into its tiles. And one that is
  /// read where it is to the pixel, which later pictures tell better.
  private mutating func rereadMover(_ id: Int, _ track: FlashTrack, _ search: CandidateSearch)
    -> [Update]
  {
    guard let mover = movers[id], mover.pixels?.isOfSpots ?? true,
      let reading = reading(track, search), var pixels = reading.pixels
    else { return [] }
    if let known = mover.pixels {
      guard pixels.isOfSpots else { return [] }
      (pixels.scale, pixels.offset) = (known.scale, known.offset)
    } else if let tiles = mover.tiles {
      // In the unit in which it was read until now, or its light would seem to change.
      pixels.scale = tiles.swing / reading.keyedness.swing
      pixels.offset = tiles.low - pixels.scale * reading.keyedness.low
    }
    movers[id]?.pixels = pixels
    let trace = reading.trace.map { pixels.light($0) }
    let backlog = Self.backlog(search, trace, ambient: mover.ambient)
    // Of one that was there before all that is kept, what its pixels showed is not kept longer than their history; and before
    // it was known where it was to the pixel, it was read as well as may be.
    let isOlder = pixels.isOfSpots || track.begin < search.times.first ?? 0
    let first = isOlder ? track.peaks.first?.time ?? .infinity : -.infinity
    return [.reread(id: id, backlog: backlog.filter { $0.time >= first })]
  }

  private static func backlog(_ search: CandidateSearch, _ trace: [Double], ambient: Double)
    -> [BrightnessSample]
  {
    zip(search.history, trace).map {
      BrightnessSample(
        time: $0.time, exposure: $0.exposure, brightness: ambient + $1,
        isInSight: !$0.view.isEmpty)
    }
  }
}

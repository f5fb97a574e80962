/// How lights that move are read.
extension LampFinder {
  /// How a light that moves is read.
  struct MoverReading {
    var trace: [Double]
    var keyedness: Keyedness
    /// See `Mover`.
    var pixels: PixelReading?
  }

  /// The light of a track by its tiles, or by the pixels, unless tiles show levels clearly further apart; nil where neither looks
  /// switched. Of a point tiles tell nothing.
  func reading(_ track: FlashTrack, _ search: CandidateSearch) -> MoverReading? {
    guard let plain = byTilesOrPeaks(track, search) else { return bySpots(track, search) }
    guard let spots = bySpots(track, search),
      spots.keyedness.separation > CandidateSearch.worthWhile * plain.keyedness.separation
    else { return plain }
    return spots
  }

  private func read(
    _ trace: [Double], _ track: FlashTrack, _ search: CandidateSearch, dark: Double
  ) -> MoverReading? {
    let seen = zip(search.times, trace).filter { track.covers($0.0) }.map(\.1)
    guard let keyedness = Keyedness(seen), keyedness.isOfMover, keyedness.isDarkBetween(dark)
    else { return nil }
    return MoverReading(trace: trace, keyedness: keyedness)
  }

  private func byTilesOrPeaks(_ track: FlashTrack, _ search: CandidateSearch) -> MoverReading? {
    let lights = lights(track, search)
    let tiles = track.isPoint ? nil : read(lights, track, search, dark: 0)
    let peaks = search.times.map { track.excess(at: $0) ?? .nan }
    // What fills more than a tile is seen by tiles whatever moves with it, and is none of a point's pixels. Of a point they are
    // the better ones where it comes to other tiles.
    guard var pixels = read(peaks, track, search, dark: track.excessBehind),
      track.isPoint
        || CandidateSearch.worthWhile * pixels.keyedness.separation
          > tiles?.keyedness.separation ?? 0
          && pixels.keyedness.lift(of: lights, by: peaks) < pixels.keyedness.swing
    else { return tiles }
    complete(&pixels, track, search, tiles: nil)
    pixels.pixels = PixelReading(unlit: pixels.keyedness.low)
    return pixels
  }

  /// The light by where it was to the pixel; nil where that does not show two levels that nothing but a switch makes: whatever is
  /// brightest there, and moves, is followed so.
  private func bySpots(_ track: FlashTrack, _ search: CandidateSearch) -> MoverReading? {
    guard let course = SpotCourse(track.peaks),
      course.keyedness.separation > Keyedness.noiseless
    else { return nil }
    var next = 0
    let trace = search.times.map { time in
      while next < track.peaks.count, track.peaks[next].time < time { next += 1 }
      return next < track.peaks.count && track.peaks[next].time == time
        ? course.excess[next] : .nan
    }
    let seen = zip(search.times, trace).filter { track.covers($0.0) }.map(\.1)
    guard let keyedness = Keyedness(seen), keyedness.changes >= Candidate.enoughChanges,
      keyedness.separation > Keyedness.noiseless
    else { return nil }
    var spots = MoverReading(trace: trace, keyedness: keyedness)
    let tiles = track.isPoint ? nil : read(lights(track, search), track, search, dark: 0)
    complete(&spots, track, search, tiles: tiles)
    spots.pixels = PixelReading(unlit: keyedness.low, isOfSpots: true)
    return spots
  }

  /// What the tiles where it was show.
  private func lights(_ track: FlashTrack, _ search: CandidateSearch) -> [Double] {
    search.history.map { moment in
      // Where it was before it was first seen nobody knows: what is bright on its way is something else.
      guard track.isSeen(at: moment.time) else { return 0.0 }
      let light = FlashTracker.light(
        at: track.placed(at: moment.time), moment, activity, search.map)
      return light.isFinite ? light : 0
    }
  }

  /// What was there before pixels were looked at, as the brightest samples of tiles say, or their means (`tiles`).
  private func complete(
    _ pixels: inout MoverReading, _ track: FlashTrack, _ search: CandidateSearch,
    tiles: MoverReading?
  ) {
    let (trace, levels) = (pixels.trace, pixels.keyedness)
    let before =
      unwatched(track, pixels, search)
      ?? tiles.map { tiles in
        tiles.trace.map { levels.value(at: tiles.keyedness.position($0)) }
      }
    pixels.trace = trace.indices.map { trace[$0].isFinite ? trace[$0] : before?[$0] ?? levels.low }
  }

  /// The share of moments in which the tiles' brightest samples must say what the pixels do, of each level: a tenth may be
  /// off, as the light leaves the tiles that are looked at.
  private static let agreement = 0.9

  /// What a light's pixels would have shown before they were looked at: what the brightest samples kept of the tiles around
  /// its way say, in the pixels' unit; unlit out of sight. Nil where those do not say the same as the pixels did.
  private func unwatched(
    _ track: FlashTrack, _ pixels: MoverReading, _ search: CandidateSearch
  ) -> [Double]? {
    let brightest = search.history.map { moment in
      track.isSeen(at: moment.time)
        ? Brightest(around: track.placed(at: moment.time)).light(moment, search.map) : .nan
    }
    let levels = pixels.keyedness
    func values(lit: Bool) -> [Double] {
      zip(brightest, pixels.trace).filter { $0.isFinite && levels.isHigh($1) == lit }.map(\.0)
    }
    let (dark, lit) = (values(lit: false), values(lit: true))
    guard let low = dark.median, let high = lit.median else { return nil }
    let middle = (low + high) / 2
    guard low < high,
      Double(dark.count { $0 < middle }) > Self.agreement * Double(dark.count),
      Double(lit.count { $0 > middle }) > Self.agreement * Double(lit.count)
    else { return nil }
    return brightest.map {
      $0.isFinite ? levels.value(at: ($0 - low) / (high - low)) : levels.low
    }
  }

  /// A track, followed back to before it was noticed, and how it is read; as it is known where what came before is not as clearly
  /// of its two levels: that was something else.
  func whole(_ known: FlashTrack, _ search: CandidateSearch) -> (FlashTrack, MoverReading)? {
    let track =
      known.isPoint
      ? points.followedBack(known, search.history, activity, search.map)
      : flashes.followedBack(
        known, search.history, activity, search.map, noise: activity.usualNoise ?? 0)
    let (late, whole) = (reading(known, search), reading(track, search))
    guard let late else { return whole.map { (track, $0) } }
    func separation(_ reading: MoverReading, _ track: FlashTrack) -> Double {
      let seen = zip(search.times, reading.trace).filter { track.covers($0.0) }.map(\.1)
      return Keyedness(seen)?.separation ?? 0
    }
    guard let whole,
      CandidateSearch.worthWhile * separation(whole, track) > separation(late, known)
    else { return (known, late) }
    return (track, whole)
  }
}

extension Keyedness {
  /// How far apart the levels of a light that moves must be (`separation`) for it to look switched.
  static let leastOfMover = 3.3

  /// Whether a light that moves, of which these are the levels, is taken for a lamp.
  fileprivate var isOfMover: Bool {
    separation > Self.leastOfMover && changes >= Candidate.enoughChanges
  }

  /// What something else that is at `position` between its own levels, 0 unlit and 1 lit, says of this light. Beyond them it says no more
  /// than that it is lit, or is not: how much of a light a tile shows goes with where in it the light is.
  fileprivate func value(at position: Double) -> Double {
    low + min(max(position, 0), 1) * swing
  }
}

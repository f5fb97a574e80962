/// How lamps that are known are read as more of them is seen.
extension LampSearch {
  /// Gives a lamp whose bright level proves to be its rest back as a new one, the right way up.
  mutating func turnOver(
    _ index: Int, trace: [Double], _ search: CandidateSearch
  ) -> [LampFinder.Update] {
    guard let keyedness = Keyedness(trace), keyedness.changes >= Sense.manyChanges,
      Sense.isInverted(trace, times: search.times, keyedness)
    else { return [] }
    followed[index].probe = followed[index].probe.turned(keyedness)
    let turned = trace.map { keyedness.low + keyedness.high - $0 }
    return [
      .lost(id: followed[index].id),
      found(
        followed[index], trace: turned, searched: competing(with: keyedness)),
    ]
  }

  /// Reads a known lamp in a better way, where there is one now: it drifts, or the light changes.
  mutating func improve(
    _ index: Int, trace: [Double], now: Keyedness, better: Candidate, _ search: CandidateSearch
  ) -> [LampFinder.Update] {
    let lamp = followed[index]
    let passed = TraceMath.highPassed(better.trace, width: search.slowWidth)
    let old = TraceMath.highPassed(trace, width: search.slowWidth)
    let correlation = TraceMath.correlation(passed, old)
    guard abs(correlation) > 0.7 else { return [] }
    followed[index].separation = max(now.separation, better.keyedness.separation)
    guard better.keyedness.separation > 1.1 * now.separation,
      !lamp.isWhole || search.places(better, now, trace: trace),
      lamp.agrees(trace, better)
    else { return [] }
    return read(index, as: better, isUpright: correlation > 0, search)
  }

  /// Reads a known lamp as `better` does.
  mutating func read(
    _ index: Int, as better: Candidate, isUpright: Bool, _ search: CandidateSearch
  ) -> [LampFinder.Update] {
    let lamp = followed[index]
    followed[index].isWhole = better.isWhole
    // The sense, once told, stays, and so do the levels.
    let upright = isUpright ? better.probe : better.probe.turned(better.keyedness)
    let scale = (lamp.high - lamp.low) / better.keyedness.swing
    var probe = Probe(offset: lamp.low - better.keyedness.low * scale)
    probe.add(upright, weight: scale)
    followed[index].probe = probe
    let reread = LampFinder.Update.reread(
      id: lamp.id, backlog: lamp.samples(moments[...], probe.trace(moments[...], search.map)))
    guard abs(better.x - lamp.x) > 0.5 || abs(better.y - lamp.y) > 0.5 else { return [reread] }
    followed[index].x = better.x
    followed[index].y = better.y
    let place = base.pixels(ofTile: better.x, better.y)
    return [reread, .moved(id: lamp.id, x: place.x, y: place.y)]
  }
}

/// How lamps that are known are read as more of them is seen.
extension LampSearch {
  /// What a lamp that is known shows.
  struct Known {
    /// Which of the followed ones it is; nil for a candidate that is not ripe.
    var id: Int?
    /// Without slow changes, nor bursts.
    var passed: [Double]
    var keyedness: Keyedness?
    /// Whether nothing at all changes there: it is dark, or saturated.
    var isFlat = false
    /// The part of the time that it was in sight.
    var inSight = 1.0

    init(id: Int?, passed: [Double], keyedness: Keyedness?) {
      self.id = id
      self.passed = passed
      self.keyedness = keyedness
    }

    /// What `trace` shows.
    init(id: Int, _ trace: [Double], _ search: CandidateSearch) {
      self.init(id: id, passed: search.passed(trace), keyedness: Keyedness(trace))
      isFlat = Self.isFlat(trace)
      inSight = trace.shareInSight
    }

    static func isFlat(_ trace: [Double]) -> Bool {
      let seen = trace.filter(\.isFinite)
      guard let first = seen.first, seen.count >= Keyedness.fewest else { return false }
      return seen.allSatisfy { $0 == first }
    }

    /// Whether a candidate shines far stronger than this, which is not clear, and is clear itself or has levels where this
    /// has none: what was found first was something else that the lamp's light does, as its halo or its colour, or chance. One
    /// that is clear need be no stronger than what has no levels: a lamp's edge that trembles before it sends.
    func isOutshone(by candidate: Candidate) -> Bool {
      let hasLevels = candidate.isApart && candidate.keyedness.separation > Keyedness.noiseless
      if candidate.isStill, hasLevels, !candidate.isSpeck, let keyedness,
        keyedness.separation < Keyedness.noiseless,
        candidate.keyedness.swing > keyedness.swing
      {
        return true
      }
      if isFlat { return candidate.isStill || hasLevels }
      guard let keyedness, !keyedness.isClear else { return false }
      return candidate.isStill || hasLevels && keyedness.separation < Keyedness.noiseless
        ? candidate.keyedness.swing > Self.outshining * keyedness.swing : false
    }

    /// Whether a candidate, of which `passed` is the trace without slow changes, shows this lamp's light.
    func isShown(by candidate: Candidate, _ passed: [Double]) -> Bool {
      !isOutshone(by: candidate) && TraceMath.areOfOneLight(self.passed, passed)
    }

    /// How much stronger a light must be: a halo holds less than a third of what its lamp shows where it is.
    private static let outshining = 3.0
  }

  /// Gives a lamp whose bright level proves to be its rest back as a new one, the right way up.
  mutating func turnOver(
    _ index: Int, trace: [Double], _ search: CandidateSearch
  ) -> [LampFinder.Update] {
    guard let keyedness = Keyedness(trace), keyedness.changes >= Sense.manyChanges,
      Sense.isInverted(trace, times: search.times, keyedness)
    else { return [] }
    followed[index].probe = followed[index].probe.turned(keyedness).knowing(
      low: keyedness.low, high: keyedness.high, moments[...], search.map)
    (followed[index].blurred, followed[index].blurLook) = (nil, nil)
    let turned = trace.map { keyedness.low + keyedness.high - $0 }
    return [
      .lost(id: followed[index].id),
      found(
        followed[index], trace: turned,
        searched: competing(with: keyedness, trace, tiles: 1, search)),
    ]
  }

  /// Reads a known lamp in a better way, where there is one now: it drifts, or the light changes.
  mutating func improve(
    _ index: Int, trace: [Double], now: Keyedness, better: Candidate, _ search: CandidateSearch
  ) -> [LampFinder.Update] {
    let lamp = followed[index]
    let passed = search.passed(better.trace)
    let old = search.passed(trace)
    let correlation = TraceMath.correlation(passed, old)
    guard abs(correlation) > 0.7 else { return [] }
    followed[index].separation = max(now.separation, better.keyedness.separation)
    // What is out of sight for longer has to be clearer by as much.
    let inSight = max(1, trace.shareInSight / better.shareInSight(of: moments[...], search.map))
    guard better.keyedness.isBetter(than: now, by: 1.1 * inSight),
      !lamp.isWhole || search.places(better, now, trace: trace),
      lamp.agrees(trace, better)
    else { return [] }
    return read(index, as: better, isUpright: correlation > 0, search)
  }

  /// Reads a known lamp without what comes over its surroundings, where that disturbs it.
  /// - Parameter signals: those that show its light.
  mutating func readAlone(
    _ index: Int, trace: [Double], now: Keyedness, signals: Set<Signal>, _ search: CandidateSearch
  ) -> [LampFinder.Update] {
    let lamp = followed[index]
    guard now.isDisturbed, let alone = search.alone(lamp, signals: signals),
      alone.keyedness.isBetter(than: now, by: 1.1),
      lamp.agrees(trace, alone)
    else { return [] }
    followed[index].separation = alone.keyedness.separation
    return read(index, as: alone, isUpright: true, search)
  }

  /// Reads a known lamp as `better` does.
  mutating func read(
    _ index: Int, as better: Candidate, isUpright: Bool, _ search: CandidateSearch
  ) -> [LampFinder.Update] {
    let lamp = followed[index]
    followed[index].isWhole = better.isWhole
    followed[index].isSpread = better.isSpread
    followed[index].isSpeck = better.isSpeck
    followed[index].reach = max(lamp.reach, better.reach)
    // The sense, once told, stays, and so do the levels.
    let upright = isUpright ? better.probe : better.probe.turned(better.keyedness)
    let scale = (lamp.high - lamp.low) / better.keyedness.swing
    var probe = Probe(offset: lamp.low - better.keyedness.low * scale)
    probe.add(upright, weight: scale)
    probe = probe.knowing(low: lamp.low, high: lamp.high, moments[...], search.map)
    followed[index].probe = probe
    (followed[index].blurred, followed[index].blurLook) = (nil, nil)
    let reread = LampFinder.Update.reread(
      id: lamp.id, backlog: lamp.samples(moments[...], probe.trace(moments[...], search.map)))
    guard abs(better.x - lamp.x) > 0.5 || abs(better.y - lamp.y) > 0.5 else { return [reread] }
    followed[index].x = better.x
    followed[index].y = better.y
    let place = pixels(ofTile: better.x, better.y)
    return [reread, .moved(id: lamp.id, x: place.x, y: place.y)]
  }
}

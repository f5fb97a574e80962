/// What proves to be no lamp.
extension LampSearch {
  /// Gives up what proves to be no lamp: it is at the edge of the picture, or something passes over it. Returns the traces
  /// of those that are left as well.
  mutating func dismiss(
    _ search: CandidateSearch
  ) -> (updates: [LampFinder.Update], traces: [[Double]]) {
    var updates: [LampFinder.Update] = []
    var kept: [(lamp: Followed, trace: [Double])] = []
    for lamp in followed {
      let trace = lamp.probe.trace(moments[...], map)
      guard !lamp.isWhole, !lamp.isSpread, let first = moments.first,
        let keyedness = Keyedness(trace),
        // A halo comes and goes as slowly as what passes, before a lamp's middle that did not.
        lamp.isAtEdge(trace)
          || !lamp.isHalo
            && (isDue(lamp, keyedness) && isSwept(trace, keyedness, lamp.x, lamp.y, search)
              || isPassed(trace, keyedness, lamp.x, lamp.y, reach: lamp.reach, search))
      else {
        kept.append((lamp, trace))
        continue
      }
      retired.append(Retired(id: lamp.id, scene: scene, x: lamp.x, y: lamp.y))
      updates.append(.dismissed(id: lamp.id, since: first.time))
    }
    followed = kept.map(\.lamp)
    return (updates, kept.map(\.trace))
  }

  /// Whether a known lamp is looked at closely: where nobody waits, as often as a better way to read it is looked for.
  private func isDue(_ lamp: Followed, _ keyedness: Keyedness) -> Bool {
    guard let end = moments.last?.time, !isFinal, !isAwaited else { return true }
    return lamp.isDue(at: end, separation: keyedness.separation)
  }

  /// Whether what a candidate shows is a light that moves past it: its levels are not clear where that is seen, or they
  /// are, but it was there whenever the place was bright.
  func isPassing(_ candidate: Candidate, _ search: CandidateSearch) -> Bool {
    // Twice as far apart as noise they are told from what passes even where they are not clear.
    guard
      candidate.isStill || candidate.isRoaming
        || candidate.keyedness.separation > 2 * Keyedness.noiseless
    else { return flashes.hasPassed(candidate.x, candidate.y, reach: candidate.extent) }
    return isPassed(
      candidate.trace, candidate.keyedness, candidate.x, candidate.y, reach: candidate.reach, search
    )
  }

  /// Whether lights that pass, which are read along their way, account for what a place shows.
  private func isPassed(
    _ trace: [Double], _ keyedness: Keyedness, _ x: Double, _ y: Double, reach: Double,
    _ search: CandidateSearch
  ) -> Bool {
    mode == .auto && flashes.accountsFor(trace, keyedness, x, y, reach: reach, times: search.times)
  }

  mutating func isSwept(
    _ trace: [Double], _ keyedness: Keyedness, _ x: Double, _ y: Double, _ search: CandidateSearch
  ) -> Bool {
    let sweep = Sweep(trace, keyedness, times: search.times)
    return sweep.passes(x, y, moments[...], map, &vicinity)
      || sweep.comes(to: x, y, moments[...], map, &vicinity)
  }
}

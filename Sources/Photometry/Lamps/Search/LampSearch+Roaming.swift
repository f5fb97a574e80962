/// Lights that go about.
extension LampSearch {
  /// The light that goes about where a tile is (`CandidateSearch.roaming`), looked for once.
  mutating func roaming(from tile: Signal, _ search: CandidateSearch) -> Candidate? {
    if let known = roamings[tile] { return known }
    let roaming = search.roaming(from: tile)
    roamings[tile] = .some(roaming)
    return roaming
  }

  /// Reads a lamp that goes about as a candidate that shows it better, of which `passed` is the trace without slow changes;
  /// nil where there is none.
  mutating func readBetter(
    as candidate: Candidate, _ passed: [Double], _ known: inout [Known], _ search: CandidateSearch
  ) -> [LampFinder.Update]? {
    for place in known.indices where known[place].isShown(by: candidate, passed) {
      guard let index = followed.firstIndex(where: { $0.id == known[place].id && !$0.isHalo }),
        let shown = known[place].keyedness, !candidate.isWhole, !followed[index].isWhole,
        candidate.isBetter(than: followed[index].probe, shown, inSight: known[place].inSight)
          // What glints in a lamp's light is no more than a sample.
          || followed[index].isSpeck && candidate.keyedness.separation > Keyedness.noiseless,
        // And no more of what shines beyond one.
        !candidate.isSpeck || followed[index].isSpeck,
        !isCoveredOnly(index, shown, search),
        // What passes over it for a while outshines it, and goes on and off once.
        2 * candidate.keyedness.changes >= followed[index].changes(moments[...], map),
        candidate.isOfMarks(of: shown, in: followed[index].probe.trace(moments[...], map))
      else { continue }
      let isUpright = TraceMath.correlation(passed, known[place].passed) > 0
      let updates = read(index, as: candidate, isUpright: isUpright, search)
      followed[index].separation = candidate.keyedness.separation
      let trace = followed[index].probe.trace(moments[...], map)
      known[place] = Known(id: followed[index].id, trace, search)
      return updates
    }
    return nil
  }
}

extension Candidate {
  /// Whether a light that goes about, which `probe` reads with these levels, is shown better by this. An overexposed light's
  /// brightest sample is as bright as can be long before the light is, and still when it fades or the next mark begins:
  /// what shows as many marks as that tells them better. What the tiles on its way add misses those beside it.
  /// - Parameter inSight: The part of the time that the light was in sight as `probe` reads it.
  fileprivate func isBetter(than probe: Probe, _ shown: Keyedness, inSight: Double) -> Bool {
    // What shows more marks, and further apart, was a part of them.
    if keyedness.showsMoreMarks(than: shown),
      keyedness.isBetter(than: shown, by: CandidateSearch.worthWhile)
    {
      return true
    }
    if isSpread { return isBetterSpread(than: shown, inSight: inSight) }
    guard self.probe.brightest == nil, keyedness.separation > Keyedness.noiseless else {
      return false
    }
    if probe.brightest != nil { return keyedness.changes >= shown.changes }
    return probe.roaming != nil && keyedness.showsMoreMarks(than: shown)
  }

  /// Whether the marks of a trace with these levels are some of this one's, or this one's some of them: what has marks that the
  /// other has not, and lacks marks that the other has, is no better reading of the same light, but chance beside it. Of what has no
  /// levels, or nearer ones than this, that tells nothing.
  func isOfMarks(of shown: Keyedness, in trace: [Double]) -> Bool {
    guard shown.separation > max(Keyedness.noiseless, keyedness.separation) else { return true }
    var (lit, alone, missing) = (0, 0, 0)
    for (own, other) in zip(self.trace, trace) {
      guard let isLit = keyedness.isHigh(own), let isOtherLit = shown.isHigh(other) else {
        continue
      }
      if isLit { lit += 1 }
      if isLit, !isOtherLit { alone += 1 }
      if !isLit, isOtherLit { missing += 1 }
    }
    return Double(min(alone, missing)) < Self.mostApart * Double(lit)
  }

  /// Part of the time that is lit in which two readings of one light differ either way, on its edges.
  private static let mostApart = 0.1

  /// The part of half a minute that leaves out no dot, down to 4 WPM.
  private static let leastInSight = 0.99

  /// Whether what is lit shows the light better than the place where it was found.
  private func isBetterSpread(than shown: Keyedness, inSight: Double) -> Bool {
    // What is about as clear, and is seen where that is not.
    if inSight < Self.leastInSight, trace.shareInSight > inSight,
      !shown.showsMoreMarks(than: keyedness),
      CandidateSearch.worthWhile * keyedness.separation > shown.separation
    {
      return true
    }
    if shown.isUndisturbed { return false }
    return keyedness.showsMoreMarks(than: shown)
      || !shown.showsMoreMarks(than: keyedness)
        && keyedness.isBetter(than: shown, by: CandidateSearch.worthWhile)
  }
}

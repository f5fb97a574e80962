/// The steps of a look.
extension LampSearch {
  /// What stands out most, as much of it as is looked at; and besides what looks switched, of what is worth a look.
  func outstanding(
    _ search: CandidateSearch
  ) -> (standouts: [SignalActivity.Standout], switched: [SignalActivity.Standout]) {
    let limit = LampFinder.strandLimit
    let all = activity.standouts(map, limit: limit) { flashes.passed }
    let standouts = Array(all.prefix(limit))
    guard all.count > limit, let end = search.times.last else { return (standouts, []) }
    let others = all.filter { isFinal || fruitless.allows($0, at: end) }
    // The last one leaves nothing alone that was looked at in vain, by the last before it either.
    let seconds = isFinal ? max(unsearched, SearchSchedule.unawaited) : unsearched
    return (standouts, search.switched(others, in: seconds))
  }

  /// What is told of the lamps that are followed, and what of them is known; the strands that are theirs are taken.
  mutating func lookAtFollowed(
    among strands: inout [CandidateSearch.Strand], _ search: CandidateSearch
  ) -> (updates: [LampFinder.Update], known: [Known]) {
    let end = search.times.last ?? 0
    // What belongs to lamps that are known is theirs: halos and reflections come and go.
    var known: [Known] = []
    var (updates, traces) = dismiss(search)
    for (index, trace) in traces.enumerated() {
      known.append(Known(id: followed[index].id, trace, search))
      updates += turnOver(index, trace: trace, search)
      followed[index].probe = followed[index].probe.knowing(
        again: known[index].keyedness, moments[...], map)
      let members = search.members(like: known[index].passed, ofReliability: 1, among: &strands)
      let separation = known[index].keyedness?.separation ?? 0
      guard isFinal || followed[index].isDue(at: end, separation: separation) else { continue }
      guard !followed[index].isHalo, let now = Keyedness(ofLight: trace, times: search.times)
      else { continue }
      var improved = readAlone(
        index, trace: trace, now: now, signals: Set(members.map(\.strand.standout.signal)), search)
      if improved.isEmpty { improved = readHalo(index, trace: trace, now: now, search) }
      if improved.isEmpty {
        // What fills the picture is no part of anything.
        let probe = followed[index].probe
        if !followed[index].isWhole,
          let whole = whole(
            members, around: followed[index].tile, part: probe, trace, now, search)
        {
          improved = read(index, as: whole, isUpright: true, search)
        } else if let better = search.candidate(members) {
          improved = improve(index, trace: trace, now: now, better: better, search)
        }
        followed[index].noteLook(at: end, separation: separation, isFruitless: improved.isEmpty)
      }
      guard !improved.isEmpty else { continue }
      updates += improved
      known[index] = Known(
        id: followed[index].id, followed[index].probe.trace(moments[...], map), search)
    }
    return (updates, known)
  }

  /// Follows what may be a lamp, or reads one that is followed by it, where it is none of what is known.
  mutating func take(
    _ candidate: Candidate, among candidates: [Candidate], _ known: inout [Known],
    _ search: CandidateSearch
  ) -> [LampFinder.Update] {
    // What a light that passes leaves in each tile is no lamp.
    guard candidate.isSpread || !isPassing(candidate, search) else { return [] }
    let passed = search.passed(candidate.trace)
    if let better = readBetter(as: candidate, passed, &known, search) { return better }
    guard !known.contains(where: { $0.isShown(by: candidate, passed) }) else { return [] }
    // A place that is followed is one lamp, even where it is read badly. What else its light does there
    // (the colour of a saturated lamp shows as it fades) is not another.
    func isAt(_ x: Double, _ y: Double, reach: Double) -> Bool {
      max(abs(x - candidate.x), abs(y - candidate.y))
        < (candidate.keyedness.isClear ? Self.beside : max(Self.beside, reach))
    }
    let isRipe = candidate.isRipe(search.times, isFinal: isFinal)
    let here = followed.indices.filter {
      !candidate.isSpread && isAt(followed[$0].x, followed[$0].y, reach: followed[$0].reach)
    }
    // But for what it does far stronger.
    guard
      here.allSatisfy({ index in
        isRipe && !candidate.isWhole && !followed[index].isHalo
          && known.contains { $0.id == followed[index].id && $0.isOutshone(by: candidate) }
      })
    else { return [] }
    guard
      candidate.keyedness.isClear || candidate.isSpread
        || !candidates.contains(where: { $0.isStill && isAt($0.x, $0.y, reach: $0.reach) })
    else { return [] }
    guard
      candidate.isWhole || candidate.isSpread
        || !isSwept(candidate.trace, candidate.keyedness, candidate.x, candidate.y, search)
    else { return [] }
    // One that is not ripe yet keeps its weaker likenesses from being taken for lamps.
    known.append(Known(id: nil, passed: passed, keyedness: candidate.keyedness))
    if let first = here.first {
      defer { followed[first].separation = candidate.keyedness.separation }
      return read(first, as: candidate, isUpright: true, search)
    }
    guard isRipe else { return [] }
    let updates = follow(candidate, search)
    guard !updates.isEmpty, let last = followed.indices.last else { return updates }
    return updates
      + readHalo(last, trace: candidate.trace, now: candidate.keyedness, search)
  }
}

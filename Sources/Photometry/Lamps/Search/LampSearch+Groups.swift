/// What is made of signals that vary together.
extension LampSearch {
  /// Signals that vary as `seed` does, itself included.
  struct Group: Sendable {
    var seed: CandidateSearch.Strand
    var members: [CandidateSearch.Member]
  }

  /// Groups of all strands that were not taken, that of the strongest first; all are taken.
  func takeGroups(
    from strands: inout [CandidateSearch.Strand], _ search: CandidateSearch
  ) -> [Group] {
    var groups: [Group] = []
    for index in strands.indices where !strands[index].isTaken {
      let seed = strands[index]
      let reliability = 1 - Double(seed.standout.noise / max(seed.standout.variance, 1e-6))
      let members = search.members(
        like: seed.trace, ofReliability: reliability, among: &strands)
      groups.append(Group(seed: seed, members: members))
    }
    return groups
  }

  /// Those groups of which the first signal is one of some, in their order.
  static func ordered(_ groups: [Group], _ signals: [SignalActivity.Standout]) -> [Group] {
    let places = Dictionary(
      signals.enumerated().map { ($1.signal, $0) }, uniquingKeysWith: { first, _ in first })
    let placed = groups.compactMap { group in
      places[group.seed.standout.signal].map { (place: $0, group: group) }
    }
    return placed.sorted { $0.place < $1.place }.map(\.group)
  }

  /// The candidates among groups, until as many are found apart from noise as are followed; the others are left
  /// alone for a while. Those that were not read are left.
  mutating func read(
    _ groups: inout [Group], at end: Double, _ search: CandidateSearch
  ) -> [Candidate] {
    var candidates: [Candidate] = []
    var apart = 0
    var rest = groups.filter { isFinal || fruitless.allows($0.seed.standout, at: end) }[...]
    while !rest.isEmpty, apart < LampFinder.most {
      // What is waited for is read by all processors; beside a search that is not, they are for the pictures.
      let lot = Array(rest.prefix(isFinal ? LampFinder.most : 1))
      rest = rest.dropFirst(lot.count)
      let readings = lot.map(concurrently: isFinal) { search.candidate($0.members) }
      for (group, reading) in zip(lot, readings) where apart < LampFinder.most {
        let candidate = reading.map {
          whole(
            group.members, around: group.seed.standout.signal, part: $0.probe, $0.trace,
            $0.keyedness, search) ?? $0
        }
        if let candidate {
          candidates.append(candidate)
          // What it shows may be no part of what goes about there: the glow of it on what stands still.
          if candidate.isApart, !candidate.keyedness.isUndisturbed,
            !isCoveredOnly(
              candidate.keyedness, candidate.trace, at: (candidate.x, candidate.y),
              reach: candidate.reach, search)
          {
            let tile = Signal.luma(at: (candidate.x, candidate.y))
            if let roaming = roaming(from: tile, search),
              roaming.keyedness.showsMoreMarks(than: candidate.keyedness)
            {
              candidates.append(roaming)
            }
          }
        }
        if candidate?.isApart ?? false {
          apart += 1
        } else {
          fruitless.note(group.seed.standout, at: end)
        }
      }
    }
    groups = Array(rest)
    return candidates.filter { candidate in
      !candidates.contains { $0.isBetterMarked(than: candidate) }
    }
  }
}

extension Candidate {
  /// Whether another, near here and read by what goes about, shows fewer marks: what is overexposed may be as bright as
  /// can be from one mark to the next. Nor need one that shows no more be taken to go about where this is undisturbed.
  fileprivate func isBetterMarked(than other: Candidate) -> Bool {
    guard other.goesAbout, isApart,
      max(abs(x - other.x), abs(y - other.y)) < max(LampSearch.beside, other.reach)
    else { return false }
    if !goesAbout, keyedness.isUndisturbed, !other.keyedness.showsMoreMarks(than: keyedness),
      max(abs(x - other.x), abs(y - other.y)) < LampSearch.beside
    {
      return true
    }
    return other.probe.brightest != nil && probe.brightest == nil
      && keyedness.separation > Keyedness.noiseless
      && keyedness.showsMoreMarks(than: other.keyedness)
  }

  private var goesAbout: Bool { probe.brightest != nil || probe.roaming != nil }
}

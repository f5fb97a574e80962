extension LampSearch {
  /// Candidates, the one first of which the levels are furthest apart.
  ///
  /// Of several readings of one light what its key did counts: gaps that are too short for a light that glows on to go out
  /// never come to the lower level, and in its own levels they are missed rather than off them. What is out of sight for a
  /// part of the time tells nothing of it, however clear it is.
  func ranked(_ candidates: [Candidate], _ search: CandidateSearch) -> [Candidate] {
    let passed = candidates.map { search.passed($0.trace) }
    let placed = candidates.indices.filter {
      candidates[$0].isApart && !candidates[$0].isWhole && !candidates[$0].isSpread
    }
    func areOfOneLight(_ a: Int, _ b: Int) -> Bool {
      let (one, other) = (candidates[a], candidates[b])
      return max(abs(one.x - other.x), abs(one.y - other.y))
        < max(Self.beside, one.reach, other.reach)
        || TraceMath.areOfOneLight(passed[a], passed[b])
    }
    let steps = candidates.map { $0.isRounding(among: candidates) }
    return candidates.enumerated().map { index, candidate in
      let hasOther =
        placed.contains(index) && placed.contains { $0 != index && areOfOneLight($0, index) }
      let light =
        hasOther
        ? Keyedness(ofLight: candidate.trace, times: search.times) : nil
      let inSight = hasOther ? candidate.trace.shareInSight : 1
      return (
        candidate: candidate, separation: inSight * (light ?? candidate.keyedness).separation,
        isRounding: steps[index]
      )
    }.sorted {
      $0.isRounding == $1.isRounding ? $0.separation > $1.separation : $1.isRounding
    }.map(\.candidate)
  }
}

extension [Double] {
  /// The part of it that is told: what is out of sight is not a number.
  var shareInSight: Double {
    isEmpty ? 0 : Double(count(where: \.isFinite)) / Double(count)
  }
}

extension Candidate {
  /// Whether it goes up and down by as much as many others do, which have little more in common: by a step of a codec, between two
  /// values of which noise alone makes now the one and now the other. Such candidates come last.
  fileprivate func isRounding(among others: [Candidate]) -> Bool {
    guard !isWhole, !isSpread, keyedness.swing < Self.coarsestStep else { return false }
    let alike = others.count { other in
      !other.isWhole && !other.isSpread
        && abs(other.keyedness.swing - keyedness.swing) < Self.sameStep * keyedness.swing
    }
    return alike > Self.fewAlike
  }

  /// Steps of luma by which MPEG-4 rounds a tile's mean at its coarsest quantiser, 31: twice that, of a sum that is eight times
  /// the mean.
  private static let coarsestStep = 7.75
  /// By how much swings that are one codec's step differ, as a part of it, and how many lamps may be as bright as each other.
  private static let sameStep = 0.05
  private static let fewAlike = 8

  /// The part of some moments in which it would be read once it is followed.
  func shareInSight(of history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap) -> Double {
    let share = trace.shareInSight
    guard share < 1 else { return share }
    return probe.knowing(low: keyedness.low, high: keyedness.high, history, map)
      .trace(history, map).shareInSight
  }
}

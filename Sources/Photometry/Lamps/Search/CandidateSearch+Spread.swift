/// Light that a lamp sheds on much of what is seen.
extension CandidateSearch {
  /// Places across and down that are asked.
  private static let across = 16
  private static let down = 12
  /// The part of them that must agree: what moves, or a screen, takes up less of a picture.
  private static let leastShare = 0.125
  /// The least correlation of a place with what they share.
  private static let agreement = 0.7
  /// Times that what they share is told anew by those that agree with it.
  private static let rounds = 6

  /// The light that many places all over the scene show alike. A lamp that lights a room makes all of it flash: no tile then
  /// stands out from the others, and those that do are where something moves besides.
  func spreadLight() -> Candidate? {
    let tiles = places()
    let strands = zip(tiles, Probe.traces(of: tiles, history, map)).compactMap(strand)
    guard strands.count > Int(Self.leastShare * Double(Self.across * Self.down)) else { return nil }
    // What they share is the first principal component of their correlations, by power iteration.
    let units = strands.map { strand in
      let size = TraceMath.product(strand.trace, strand.trace).squareRoot()
      return strand.trace.map { $0 / size }
    }
    guard var shared = units.first else { return nil }
    var agreements: [Double] = []
    for _ in 0..<Self.rounds {
      agreements = units.map { TraceMath.correlation(shared, $0) }
      shared = [Double](repeating: 0, count: times.count)
      for (unit, agreement) in zip(units, agreements) {
        for index in shared.indices { shared[index] += agreement * unit[index] }
      }
    }
    let members = zip(strands, agreements).filter { abs($0.1) > Self.agreement }.map { strand, _ in
      (strand: strand, covariance: TraceMath.product(shared, strand.trace) / Double(times.count))
    }
    guard Double(members.count) > Self.leastShare * Double(tiles.count) else { return nil }
    return candidate(members)
  }

  /// Tiles all over what is in sight.
  private func places() -> [Signal] {
    let (across, down) = (min(Self.across, view.columns), min(Self.down, view.rows))
    return (0..<down).flatMap { row in
      (0..<across).map { column in
        Signal.luma(
          view.firstColumn + (2 * column + 1) * view.columns / (2 * across),
          view.firstRow + (2 * row + 1) * view.rows / (2 * down))
      }
    }
  }

  /// A tile's trace, with the noise that it has from one picture to the next.
  private func strand(_ signal: Signal, _ trace: [Double]) -> Strand? {
    let passed = TraceMath.highPassed(steadiness.steadied(trace), width: slowWidth)
    let variance = TraceMath.product(passed, passed) / Double(max(1, passed.count))
    guard variance > 0, let noise = TraceMath.stepVariance(trace) else { return nil }
    return Strand(
      standout: SignalActivity.Standout(
        signal: signal, significance: 0, noise: Float(noise),
        variance: Float(variance)), trace: passed)
  }
}

extension LampSearch {
  /// The light of `CandidateSearch.spreadLight`, at the place where it is strongest; nil where it does not look switched.
  func spreadLight(_ search: CandidateSearch) -> Candidate? {
    guard var candidate = search.spreadLight(), candidate.isApart,
      candidate.keyedness.separation > Keyedness.noiseless,
      candidate.keyedness.changes >= Candidate.enoughChanges
    else { return nil }
    let passed = search.passed(candidate.trace)
    let strongest = rivals.max {
      abs(TraceMath.product($0.trace, passed)) < abs(TraceMath.product($1.trace, passed))
    }
    if let strongest { (candidate.x, candidate.y) = strongest.standout.signal.place }
    candidate.isSpread = true
    return candidate
  }
}

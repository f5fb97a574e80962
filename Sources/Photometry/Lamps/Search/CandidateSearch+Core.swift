extension CandidateSearch {
  /// The lamp itself, of which the others show the glow: a halo grows and fades later than it. Of the signals that it
  /// moves furthest, and which jump as it does, the one whose levels are furthest apart.
  /// - Parameter whole: what all of them show together: what passes over one tile is none of it, and seldom changes half as
  ///   often.
  func core(
    of members: [Member], _ whole: Candidate?
  ) -> Candidate? {
    guard members.count > 1 else { return nil }
    let strongest = members.sorted { abs($0.covariance) > abs($1.covariance) }
      .prefix(Self.coreTiles)
      .map(\.strand.standout.signal)
    let readings = strongest.compactMap { signal -> Candidate? in
      let probe = Probe(signal: signal, isAbsolute: true)
      guard Jump(trace(probe).filter(\.isFinite), clear: Jump.least) != nil else {
        return nil
      }
      return refine(probe, main: signal)
    }
    return readings.filter {
      !$0.keyedness.isDisturbed && 2 * $0.keyedness.changes >= whole?.keyedness.changes ?? 0
    }.max { $0.keyedness.separation < $1.keyedness.separation }
  }

  /// Tiles on which the corner of four of them may leave a lamp.
  private static let coreTiles = 4
}

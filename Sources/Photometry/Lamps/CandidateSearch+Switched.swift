/// What looks switched among more signals than can be looked at closely.
extension CandidateSearch {
  /// Seconds that are looked at: as long again as what stands out is told by.
  private static let recently = 2 * SignalActivity.window
  /// Moments in these that tell two levels apart, at least.
  private static let enoughMoments = 120
  /// Of the signals that stand out most as many as are worth the time, and of those that look switched.
  private static let mostLooked = 4096
  /// Of these as many as are looked at at once.
  private static let lot = 512
  private static let most = LampFinder.strandLimit / 4
  /// Changes of level in that time, and the least part of it on either: a letter or two.
  private static let fewestChanges = Candidate.enoughChanges / 2
  private static let leastShare = 0.1

  /// Those of some signals that went to and fro between two levels of late, those of which most speaks for it first.
  ///
  /// Leaves in the wind, water and a crowd vary by more than most lamps, in thousands of tiles: how much a signal varies
  /// does not tell a lamp among them, but few of them have levels.
  /// - Parameter standouts: In the order of `SignalActivity.standouts`.
  func switched(_ standouts: [SignalActivity.Standout]) -> [SignalActivity.Standout] {
    guard let end = times.last else { return [] }
    let recent = history[
      (history.firstIndex { $0.time > end - Self.recently } ?? history.endIndex)...]
    let step = max(1, recent.count / Self.enoughMoments)
    let moments = stride(from: recent.startIndex, to: recent.endIndex, by: step).map { recent[$0] }
    // What has levels that stand so far apart varies by more than noise, which is most of what stands out where it is strong.
    let least = Keyedness.leastVariance(isClear: false)
    let looked = standouts.prefix(Self.mostLooked).filter { $0.variance > least * $0.noise }
    let lots = stride(from: 0, to: looked.count, by: Self.lot).map {
      looked[$0..<min($0 + Self.lot, looked.count)]
    }
    let found = lots.map(concurrently: isFinal) { lot in
      zip(lot, Probe.traces(of: lot.map(\.signal), moments[...], map)).compactMap {
        standout, trace in
        Self.evidence(of: trace).map { (standout: standout, evidence: $0) }
      }
    }
    return found.joined().sorted { $0.evidence > $1.evidence }.prefix(Self.most).map(\.standout)
  }

  /// How much speaks for two levels of a trace; nil where it does not look switched.
  private static func evidence(of trace: [Double]) -> Double? {
    guard let keyedness = Keyedness(trace), keyedness.separation > Keyedness.noiseless,
      keyedness.changes >= fewestChanges,
      (leastShare...1 - leastShare).contains(keyedness.share)
    else { return nil }
    return evidence(of: keyedness)
  }

  /// How much speaks for two levels: each change comes to one of them once more, and that by chance is the less likely the
  /// further apart they are for their width. A leaf that moves aside is as far apart, once.
  private static func evidence(of keyedness: Keyedness) -> Double {
    Double(keyedness.changes) * naturalLogarithm(keyedness.separation / Keyedness.ofNoise)
  }
}

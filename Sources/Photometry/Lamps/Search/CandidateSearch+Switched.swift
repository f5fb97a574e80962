/// What looks switched among more signals than can be looked at closely.
extension CandidateSearch {
  /// Seconds that are looked at: as long again as what stands out is told by.
  private static let recently = 2 * SignalActivity.window
  /// Moments in these that tell two levels apart, at least.
  private static let enoughMoments = 120
  /// Of the signals that stand out most as many as are worth the time, and of those that look switched.
  private static let mostLooked = 3072
  /// As many more of those that stood out most often.
  private static let mostOften = mostLooked / 3
  /// Of these as many as are looked at at once.
  private static let lot = 512
  private static let most = LampFinder.strandLimit / 4
  /// Changes of level in that time, and the least part of it on either: a letter or two.
  private static let fewestChanges = Candidate.enoughChanges / 2
  private static let leastShare = 0.1

  /// Those of some signals that went to and fro between two levels in the last seconds, those of which most speaks for it first.
  ///
  /// Leaves in the wind, water and a crowd vary by more than most lamps, in thousands of tiles: how much a signal varies
  /// does not tell a lamp among them, but few of them have levels.
  /// - Parameter standouts: In the order of `SignalActivity.standouts`.
  /// - Parameter seconds: Those that no search has looked at yet. They are looked at piece by piece: something else may come over
  ///   a lamp in some of them.
  func switched(
    _ standouts: [SignalActivity.Standout], in seconds: Double = 0
  ) -> [SignalActivity.Standout] {
    guard let end = times.last else { return [] }
    // What has levels that stand so far apart varies by more than noise, which is most of what stands out where it is strong.
    let least = Keyedness.leastVariance(isClear: false)
    let looked = Self.worthWhile(standouts).filter { $0.variance > least * $0.noise }
    let all = end - (times.first ?? end)
    let pieces = max(1, Int((min(seconds, all) / Self.recently).rounded(.up)))
    var most = [Double?](repeating: nil, count: looked.count)
    for piece in 0..<pieces {
      let last = end - Double(piece) * Self.recently
      let recent = history.filter { $0.time > last - Self.recently && $0.time <= last }
      for (index, evidence) in evidence(of: looked, in: recent).enumerated() {
        most[index] = [most[index], evidence].compactMap(\.self).max()
      }
    }
    let found = zip(looked, most).compactMap { standout, evidence in
      evidence.map { (standout: standout, evidence: $0) }
    }
    return found.sorted { $0.evidence > $1.evidence }.prefix(Self.most).map(\.standout)
  }

  /// As many of the signals that stand out as are looked at: besides the strongest those that did so most often, for what passes
  /// over the picture stands out by far more, in thousands of tiles, and is gone.
  private static func worthWhile(
    _ standouts: [SignalActivity.Standout]
  ) -> [SignalActivity.Standout] {
    guard standouts.count > mostLooked else { return standouts }
    let strongest = standouts.prefix(mostLooked)
    let others = Dictionary(grouping: standouts.dropFirst(mostLooked), by: \.times)
    let often = others.keys.sorted(by: >).lazy.compactMap { others[$0] }.joined()
    return Array(strongest) + often.prefix(mostOften)
  }

  /// How much speaks for two levels of each of some signals in some moments.
  private func evidence(
    of looked: [SignalActivity.Standout], in recent: [SignalHistory.Moment]
  ) -> [Double?] {
    let step = max(1, recent.count / Self.enoughMoments)
    let moments = stride(from: 0, to: recent.count, by: step).map { recent[$0] }
    let lots = stride(from: 0, to: looked.count, by: Self.lot).map {
      looked[$0..<min($0 + Self.lot, looked.count)]
    }
    let found = lots.map(concurrently: isFinal) { lot in
      Probe.traces(of: lot.map(\.signal), moments[...], map).map { Self.evidence(of: $0) }
    }
    return found.flatMap(\.self)
  }

  /// Whether a trace has one level: what has two that stand so far apart (`Keyedness.noiseless`), and is on
  /// either for a tenth of the time at least, has a bimodality of 0.6 and more, of 0.56 where a third of it lies
  /// evenly between them. Of what has far outliers that tells nothing.
  private static func hasOneLevel(_ trace: [Double]) -> Bool {
    TraceMath.bimodality(trace).map { $0.coefficient < 0.5 && $0.kurtosis < 6 } ?? false
  }

  /// How much speaks for two levels of a trace; nil where it does not look switched.
  private static func evidence(of trace: [Double]) -> Double? {
    guard !hasOneLevel(trace), let keyedness = Keyedness(trace),
      keyedness.separation > Keyedness.noiseless,
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

/// Signals that stand out, as traces that can be set beside each other.
extension CandidateSearch {
  func strands(_ standouts: [SignalActivity.Standout]) -> [Strand] {
    standouts.map(concurrently: isFinal) { standout in
      let trace = steadiness.steadied(self.trace(Probe(signal: standout.signal)))
      let passed = TraceMath.highPassed(trace, width: slowWidth)
      let cut = isPeaked(passed) ? cut(trace) ?? alone(standout.signal, trace) : nil
      return Strand(standout: standout, trace: cut ?? passed, isBursting: cut != nil)
    }
  }

  /// A trace without slow changes, nor what bursts into it: as it is far stronger than a lamp, all that it comes over
  /// would seem alike.
  func passed(_ trace: [Double]) -> [Double] {
    let passed = TraceMath.highPassed(trace, width: slowWidth)
    return isPeaked(passed) ? cut(trace) ?? passed : passed
  }

  /// A trace without what bursts into it, nor slow changes; nil where nothing does, or its levels cannot be told from it.
  private func cut(_ trace: [Double]) -> [Double]? {
    guard let keyedness = Keyedness(trace), keyedness.hasBursts else { return nil }
    return TraceMath.highPassed(keyedness.cut(trace), width: slowWidth)
  }

  /// What bursts, without what its surroundings share with it, where that leaves something that is switched.
  private func alone(_ signal: Signal, _ trace: [Double]) -> [Double]? {
    guard signal.kind == .luma else { return nil }
    let around = self.trace(Probe(meanOf: ring(around: signal, without: [])))
    let alone = zip(trace, steadiness.steadied(around)).map { $0 - $1 }
    guard let keyedness = Keyedness(alone), keyedness.separation > Keyedness.noiseless,
      keyedness.changes >= Candidate.enoughChanges
    else { return nil }
    return TraceMath.highPassed(keyedness.cut(alone), width: slowWidth)
  }

  /// Whether little of a trace without slow changes is far greater than the rest.
  private func isPeaked(_ passed: [Double]) -> Bool {
    TraceMath.peakedness(passed) > Self.mostPeaked
  }

  /// The fourth moment over the squared second (kurtosis): 1 for what is lit for half of the time, 3 for noise. A burst
  /// of a tenth of the time, as strong as all the rest, has 10.
  private static let mostPeaked = 10.0

  /// Strands that carry the same signal as `seed`, with the covariance; they are taken.
  func members(
    like seed: [Double], ofReliability seedReliability: Double, among strands: inout [Strand]
  ) -> [Member] {
    var found: [(Strand, Double)] = []
    let seedPower = TraceMath.product(seed, seed)
    guard seedPower > 0 else { return [] }
    for index in strands.indices where !strands[index].isTaken {
      let strand = strands[index]
      let product = TraceMath.product(seed, strand.trace)
      let power = TraceMath.product(strand.trace, strand.trace)
      guard power > 0 else { continue }
      // Noise lowers a correlation by what it adds to both variances.
      let own = 1 - Double(strand.standout.noise / max(strand.standout.variance, 1e-6))
      let reliability = max(0.1, own) * max(0.1, seedReliability)
      let correlation = product / (seedPower * power).squareRoot() / reliability.squareRoot()
      if abs(correlation) > 0.7 {
        strands[index].isTaken = true
        found.append((strand, product / Double(seed.count)))
      }
    }
    return found
  }
}

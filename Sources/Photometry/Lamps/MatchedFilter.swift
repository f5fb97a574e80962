/// Of signals that vary together, the weighted sum that shows what they share with the least noise: each
/// weighs what it shows of it over its own noise (North's matched filter, 1943).
///
/// A signal's noise is at least what others of like brightness have, and at least what it does beside
/// what is shared: codecs disturb some places more than others.
struct MatchedFilter {
  struct Member {
    var signal: Signal
    /// How far it goes when what is shared goes by one.
    var slope: Double
    /// Variance.
    var noise: Double

    var weight: Double { slope / noise }
    /// What it adds to the sum's ratio of signal to noise.
    var strength: Double { slope * slope / noise }
  }

  /// The strongest first.
  let members: [Member]

  /// Members that are used at most; further ones of a large lamp add nothing.
  private static let most = 96
  /// The least variance of a tile's mean, in squared steps: that of its rounding is 1/12/64, and codecs
  /// round more coarsely.
  private static let leastNoise = 0.01

  init(_ group: [(strand: CandidateSearch.Strand, covariance: Double)]) {
    var shared = [Double](repeating: 0, count: group.first?.strand.trace.count ?? 0)
    for (strand, covariance) in group {
      let weight = covariance / max(Self.leastNoise, Double(strand.standout.noise))
      for index in shared.indices { shared[index] += weight * strand.trace[index] }
    }
    let power = TraceMath.product(shared, shared)
    let count = Double(max(1, shared.count))
    let found = group.compactMap { strand, _ -> Member? in
      let product = TraceMath.product(shared, strand.trace)
      let own = TraceMath.product(strand.trace, strand.trace)
      guard power > 0, own > 0 else { return nil }
      let rest = max(0, own - product * product / power) / count
      let slope = product / power
      return Member(
        signal: strand.standout.signal, slope: slope,
        noise: max(Self.leastNoise, Double(strand.standout.noise), rest))
    }
    members = Array(found.sorted { $0.strength > $1.strength }.prefix(Self.most))
  }

  /// The sum, with weights whose magnitudes add up to one.
  var probe: Probe {
    Probe(terms: members.map { Probe.Term(signal: $0.signal, weight: $0.weight) }).normalised()
  }
}

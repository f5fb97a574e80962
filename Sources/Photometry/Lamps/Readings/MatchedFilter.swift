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

  /// Swing over noise with which the lamp's body, what shows at least half of its light, does alone: twice
  /// what is clear. Its glow comes and goes later than the lamp.
  private static let enough = 24.0

  /// Times that the noise is measured anew beside what is shared, which the quiet members then tell.
  private static let rounds = 3

  init(_ group: [CandidateSearch.Member]) {
    var members = group.map { strand, covariance in
      Member(
        signal: strand.standout.signal, slope: covariance,
        noise: max(Self.leastNoise, Double(strand.standout.noise)))
    }
    let traces = group.map(\.strand.trace)
    var amplitude = 0.0
    for _ in 0..<Self.rounds {
      var shared = [Double](repeating: 0, count: traces.first?.count ?? 0)
      for (member, trace) in zip(members, traces) {
        for index in shared.indices { shared[index] += member.weight * trace[index] }
      }
      let power = TraceMath.product(shared, shared)
      guard power > 0 else { break }
      amplitude = (power / Double(shared.count)).squareRoot()
      for index in members.indices {
        let product = TraceMath.product(shared, traces[index])
        let own = TraceMath.product(traces[index], traces[index])
        let rest = max(0, own - product * product / power) / Double(shared.count)
        members[index].slope = product / power
        members[index].noise = max(
          Self.leastNoise, Double(group[index].strand.standout.noise), rest)
      }
    }
    let greatest = members.map { abs($0.slope) }.max() ?? 0
    let body = members.filter { abs($0.slope) >= 0.5 * greatest }
    // What is switched swings by twice its deviation.
    let clarity = 2 * amplitude * body.reduce(0) { $0 + $1.strength }.squareRoot()
    let used = clarity >= Self.enough ? body : members
    self.members = Array(used.sorted { $0.strength > $1.strength }.prefix(Self.most))
  }

  /// The sum, with weights whose magnitudes add up to one.
  var probe: Probe {
    Probe(terms: members.map { Probe.Term(signal: $0.signal, weight: $0.weight) }).normalised()
  }
}

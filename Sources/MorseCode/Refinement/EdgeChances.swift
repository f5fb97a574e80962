/// How likely the key moved before each sample, as far as a plain two-state chain can tell.
///
/// It thins out the positions of a dense lattice: where the light does not change, no edge need be
/// tried.
struct EdgeChances: Sendable {
  /// Of each sample, and of one past the last: the chance that the key went down just before it.
  private(set) var rise: [Double]
  /// ... and up.
  private(set) var fall: [Double]

  /// log-likelihood of the samples under light that switches at random, over that of darkness, at
  /// the likeliest rate.
  static func logLikelihoodOfRandomSwitching(_ samples: ArraySlice<KeySample>) -> Double {
    let odds = samples.map { exponential($0.logOdds) }
    var best = -Double.infinity
    for rises in [0.01, 0.03, 0.1, 0.3] {
      for falls in [0.01, 0.03, 0.1, 0.3] {
        var down = rises / (rises + falls)
        var sum = 0.0
        for odds in odds {
          let chance = down * (1 - falls) + (1 - down) * rises
          let weighed = chance * odds
          sum += naturalLogarithm(weighed + 1 - chance)
          down = weighed / (weighed + 1 - chance)
        }
        best = max(best, sum)
      }
    }
    return best
  }

  /// `switching`: the chance of a change from one sample to the next.
  init(_ samples: ArraySlice<KeySample>, switching: Double) {
    let count = samples.count
    rise = [Double](repeating: 0, count: count + 1)
    fall = rise
    let odds = samples.map { exponential($0.logOdds) }
    let stay = 1 - switching
    // Forward: the chance of each state with the samples up to it; up before the first.
    var down = [Double](repeating: 0, count: count)
    var before = switching
    for index in 0..<count {
      let chance = before * stay + (1 - before) * switching
      let weighed = chance * odds[index]
      before = weighed / (weighed + 1 - chance)
      down[index] = before
    }
    // Backward: how much likelier the later samples are after down than after up.
    var later = 1.0
    for index in stride(from: count - 1, through: 0, by: -1) {
      let previous = index > 0 ? down[index - 1] : switching
      let ahead = odds[index] * later
      let rises = (1 - previous) * switching * ahead
      let falls = previous * switching
      let sum = rises + falls + previous * stay * ahead + (1 - previous) * stay
      rise[index] = rises / sum
      fall[index] = falls / sum
      later = (stay * ahead + switching) / (switching * ahead + stay)
    }
  }
}

/// How likely the key moved before each sample, as far as a plain two-state chain can tell.
///
/// It thins out the positions of a dense lattice: where the light does not change, no edge need be
/// tried.
struct EdgeChances: Sendable {
  /// Of each sample, and of one past the last: the chance that the key went down just before it.
  private(set) var rise: [Double]
  /// ... and up.
  private(set) var fall: [Double]

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

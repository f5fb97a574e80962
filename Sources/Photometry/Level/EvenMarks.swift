/// Marks of a light that is not always as bright: the air makes a distant lamp twinkle, an exposure follows it, and a filament
/// neither comes to its full light in a dot nor goes out in a gap.
///
/// Between one turn and the next such a light goes all the way from unlit to lit, or back, whatever part of its usual swing that
/// is. What is so read means nothing where noise makes it turn: the reader must weigh it against what the levels say.
extension [BrightnessSample] {
  /// The part of the swing by which a light turns at least: less is a plateau's own wavering.
  private static var leastTurn: Double { 0.25 }
  /// Deviations of noise in that: one moment in 10^9 is as far off.
  private static var clearTurn: Double { 6 }
  /// Turns that tell: those of a letter or two.
  private static var fewestTurns: Int { 6 }

  /// The same with each mark as high as the highest and dark before and after it; nil where they are so already, or noise may
  /// turn them.
  public func evened() -> [BrightnessSample]? {
    let values = map(\.brightness)
    guard count >= 64, values.allSatisfy(\.isFinite) else { return nil }
    let sorted = values.ascending()
    let (low, high) = (sorted[count / 20], sorted[count - 1 - count / 20])
    let least = Self.leastTurn * (high - low)
    guard least > 0, least > Self.clearTurn * Self.noise(values) else { return nil }
    let turns = Self.turns(of: values, by: least)
    guard turns.count >= Self.fewestTurns else { return nil }
    let (peaks, troughs) = (
      turns.filter(\.isPeak).map { values[$0.index] },
      turns.dropFirst().dropLast().filter { !$0.isPeak }.map { values[$0.index] }
    )
    let highest = peaks.max() ?? high
    let isUneven =
      peaks.contains { $0 < highest - Self.leastTurn * (highest - low) }
      || troughs.contains { $0 > low + least }
    guard isUneven else { return nil }
    // Before the first turn and after the last it comes from the dark, and goes there.
    var evened = self
    var last = (index: 0, value: Swift.min(low, values[0]))
    for turn in turns + [(index: count - 1, isPeak: false)] {
      let isLast = turn.index == count - 1
      let next = (
        index: turn.index, value: isLast ? Swift.min(low, values[turn.index]) : values[turn.index]
      )
      let (dark, lit) = (Swift.min(last.value, next.value), Swift.max(last.value, next.value))
      if last.index <= next.index, lit > dark {
        for index in last.index...next.index {
          let share = Swift.min(1, Swift.max(0, (values[index] - dark) / (lit - dark)))
          evened[index].brightness = low + share * (highest - low)
        }
      }
      last = next
    }
    return evened
  }

  /// Where values turn, by so much at least, the first and the last not among them.
  private static func turns(
    of values: [Double], by least: Double
  ) -> [(index: Int, isPeak: Bool)] {
    var turns: [(index: Int, isPeak: Bool)] = []
    var (lowest, highest) = (0, 0)
    var rises: Bool?
    for (index, value) in values.enumerated() {
      if value > values[highest] { highest = index }
      if value < values[lowest] { lowest = index }
      if rises != false, values[highest] - value > least {
        if rises == true { turns.append((highest, true)) }
        (rises, lowest) = (false, index)
      } else if rises != true, value - values[lowest] > least {
        if rises == false { turns.append((lowest, false)) }
        (rises, highest) = (true, index)
      }
    }
    if rises == true { turns.append((highest, true)) }
    return turns
  }

  /// The deviation of noise: what three samples one after another are off a straight line, usually.
  private static func noise(_ values: [Double]) -> Double {
    let bends = values.indices.dropFirst().dropLast().map {
      abs(values[$0 - 1] - 2 * values[$0] + values[$0 + 1])
    }
    // The median of a normal deviate is 0.6745 of its deviation, and the bend of three has six times their variance.
    return (bends.median ?? 0) / (0.6745 * 6.0.squareRoot())
  }
}

// What the readings of a sweep passed, once it has gone forward and backward.
extension LatticeSweep {
  /// Whether a mark, or a gap, between these positions is worth looking at.
  func mayBeMark(_ pair: Pair) -> Bool {
    min(fallChance[Int(pair.to)], riseChance[Int(pair.from)]) > 1e-4
  }

  func mayBeGap(_ pair: Pair) -> Bool {
    min(riseChance[Int(pair.to)], fallChance[Int(pair.from)]) > 1e-4
  }

  /// Probabilities that a pair of positions is a dot, and a dash.
  func mark(_ pair: Pair) -> (dot: Double, dash: Double) {
    let (from, to) = (Int(pair.from), Int(pair.to))
    return (
      rise.product(from, dotLater, row: to) * pair.first,
      rise.product(from, dashLater, row: to) * pair.second
    )
  }

  /// Probabilities that a pair of positions is a gap between elements, letters, words.
  func gap(_ pair: Pair) -> (element: Double, letter: Double, word: Double) {
    let (from, to) = (Int(pair.from), Int(pair.to))
    let ended = stops[from] * riseLater[to, 0]
    return (
      fall.product(from, riseLater, row: to) * pair.first, ended * pair.second, ended * pair.third
    )
  }

  /// Probability that the character of `node` ended at a position.
  func chance(ofCharacter node: Int, endingAt at: Int) -> Double {
    fall[at, node] * stop[node] * laterStops[at]
  }

  /// log of the scaled weight of a message that begins with the mark at `position`.
  func logStart(at position: Int) -> Double {
    riseScale[position] > -.infinity ? -riseScale[position] : -.infinity
  }

  func scale(ofFallAt position: Int) -> Double { fallScale[position] }
}

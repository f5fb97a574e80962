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
    var dot = 0.0
    var dash = 0.0
    let source = Int(pair.from) * nodes
    let target = Int(pair.to) * nodes
    for node in 1..<nodes {
      let passed = rise[source + Int(tree.parent[node])] * step[node] * fallLater[target + node]
      if tree.isDot[node] { dot += passed } else { dash += passed }
    }
    return (dot * pair.first, dash * pair.second)
  }

  /// Probabilities that a pair of positions is a gap between elements, letters, words.
  func gap(_ pair: Pair) -> (element: Double, letter: Double, word: Double) {
    var element = 0.0
    let source = Int(pair.from) * nodes
    let target = Int(pair.to) * nodes
    for node in 1..<nodes { element += fall[source + node] * riseLater[target + node] }
    let ended = stops[Int(pair.from)] * riseLater[target]
    return (element * pair.first, ended * pair.second, ended * pair.third)
  }

  /// Probability that the character of `node` ended at a position.
  func chance(ofCharacter node: Int, endingAt at: Int) -> Double {
    fall[at * nodes + node] * stop[node] * laterStops[at]
  }

  /// log of the scaled weight of a message that begins with the mark at `position`.
  func logStart(at position: Int) -> Double {
    riseScale[position] > -.infinity ? -riseScale[position] : -.infinity
  }

  func scale(ofFallAt position: Int) -> Double { fallScale[position] }
}

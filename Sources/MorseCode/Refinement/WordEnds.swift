/// How likely a word ends where a character does, at each position of a lattice.
struct WordEnds: Sendable {
  /// log of the chance that it does, and that it does not.
  private(set) var logSpace: [Double]
  private(set) var logNoSpace: [Double]

  /// As usual, everywhere.
  init(_ lattice: Lattice, tree: CodeTree) {
    logSpace = [Double](repeating: tree.logSpace, count: lattice.count)
    logNoSpace = [Double](repeating: tree.logNoSpace, count: lattice.count)
  }

  fileprivate mutating func set(_ logOdds: Double, at position: Int) {
    let no = -logarithmOfSum(0, logOdds)
    logSpace[position] = logOdds + no
    logNoSpace[position] = no
  }
}

extension Refinement.Result {
  /// Weighs where words end by the likeliest reading's letters. Needs the sweep's path.
  mutating func weighWords() {
    guard let words = sweep.tree.words else { return }
    let tree = sweep.tree
    let between = path.steps.filter { $0.kind == Fist.letterGap || $0.kind == Fist.wordGap }
    guard let last = path.steps.last, !between.isEmpty else { return }
    let gaps = between.map { wordOverLetter(from: $0.from, to: $0.to) }
    let spacing = WordSpacing(
      nodes: between.map(\.node) + [last.node], gaps: gaps, words: words, logSpace: tree.logSpace,
      logNoSpace: tree.logNoSpace)
    // What the sweep was told of these gaps goes, what is known of words comes.
    for (step, gap) in zip(between, gaps) {
      likelihood -= logarithmOfSum(
        gap + wordEnds.logSpace[step.from], wordEnds.logNoSpace[step.from])
      likelihood += logarithmOfSum(gap + tree.logSpace, tree.logNoSpace)
    }
    likelihood += spacing.logAdvantage
    wordEnds = WordEnds(lattice, tree: tree)
    for (step, odds) in zip(between, spacing.prior) {
      wordEnds.set(odds, at: step.from)
      guard lattice.isDense else { continue }
      let near = 0.5 * exponential(model.logUnit[step.from])
      for direction in [-1, 1] {
        var at = step.from + direction
        while lattice.times.indices.contains(at),
          abs(lattice.times[at] - lattice.times[step.from]) < near
        {
          wordEnds.set(odds, at: at)
          at += direction
        }
      }
    }
  }

  /// The part of the gaps between characters of which their length does not tell whether they are between words: by
  /// less than all else may say.
  var partOfOpenGaps: Double {
    let between = path.steps.filter { $0.kind == Fist.letterGap || $0.kind == Fist.wordGap }
    let open = between.filter {
      abs(logOddsOfWord(from: $0.from, to: $0.to)) < WordSpacing.mostCertain
    }
    return Double(open.count) / Double(max(1, between.count))
  }

  /// log density of a gap as one between words less that as one between letters.
  func wordOverLetter(from: Int, to: Int) -> Double {
    let sight = lattice.sight(from, to, model)
    return model.logDensity(Fist.wordGap, sight) - model.logDensity(Fist.letterGap, sight)
  }
}

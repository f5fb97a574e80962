// What a search says of all runs so far.
extension BeamSearch {
  /// The best reading that is complete after its last mark, marks after that being blips.
  struct Ending {
    var score: Double
    var hypothesis: Hypothesis
    /// log P of the best ending that has another last character or path, less `score`.
    var edge: Int
  }

  func ending() -> Ending? {
    var best: Ending?
    var skipped = 0.0
    var marks = 0
    for edge in stride(from: runs.count, through: 1, by: -1) where runs[edge - 1].isDown {
      for hypothesis in beams[edge] where hypothesis.node > 0 {
        let score = hypothesis.score + skipped + tree.logStop[Int(hypothesis.node)]
        if score > best?.score ?? -.infinity {
          best = Ending(score: score, hypothesis: hypothesis, edge: edge)
        }
      }
      skipped += settings.skip(runs[edge - 1])
      marks += 1
      if marks > settings.reach { break }
    }
    return best
  }

  /// Log-likelihood of the best reading over that of light that is not Morse, which may take the
  /// runs as they are or merge the same blips; `settled`: what it makes of the steps up to
  /// `committed`.
  func evidence(settled: NotMorse) -> Double {
    guard let ending = ending() else { return -.infinity }
    var merged = settled
    for step in store.trace(ending.hypothesis.path, after: committed) { merged.consume(step) }
    let skippedAfter =
      ending.score - ending.hypothesis.score
      - tree.logStop[Int(ending.hypothesis.node)]
    func rival(_ rivals: NotMorse) -> Double {
      rivals.logLikelihood(edgeVariance: settings.edgeVariance, logFrame: settings.logFrame)
    }
    let other = max(rival(rivals), rival(merged) + ending.hypothesis.lost + skippedAfter)
    return ending.score + settings.logStart - other
  }

  /// All hypotheses that are complete at `edge` (one found by `ending`).
  func hypotheses(at edge: Int) -> [Hypothesis] { beams[edge] }

  var newest: [Hypothesis] { beams[runs.count] }
}

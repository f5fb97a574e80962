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

  /// Log-likelihood of the best reading, by a hand or by a clock, over that of light that is not Morse, which may take the
  /// runs as they are or merge the same blips; `settled`: the steps up to `committed`.
  func evidence(settled: WeighedSteps) -> Double {
    guard let ending = ending() else { return -.infinity }
    var merged = settled
    for step in store.trace(ending.hypothesis.path, after: committed) {
      merged.consume(step, tree: tree)
    }
    let skippedAfter =
      ending.score - ending.hypothesis.score
      - tree.logStop[Int(ending.hypothesis.node)]
    let blips = ending.hypothesis.lost + skippedAfter
    func best(_ likelihood: (NotMorse) -> (_ edgeVariance: Double, _ logFrame: Double) -> Double)
      -> Double
    {
      max(
        likelihood(rivals)(settings.edgeVariance, settings.logFrame),
        likelihood(merged.rivals)(settings.edgeVariance, settings.logFrame) + blips)
    }
    let steady = merged.steady.logLikelihood(
      edgeVariance: settings.edgeVariance, logFrame: settings.logFrame, tree: tree)
    return WeighedSteps.evidence(
      of: ending.score + settings.logStart, steady: steady + blips,
      over: best(NotMorse.logLikelihood), clocked: best(NotMorse.logLikelihoodByClock))
  }

  /// All hypotheses that are complete at `edge` (one found by `ending`).
  func hypotheses(at edge: Int) -> [Hypothesis] { beams[edge] }

  var newest: [Hypothesis] { beams[runs.count] }
}

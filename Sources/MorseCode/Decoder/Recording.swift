/// Reads whole recordings.
struct Recording: Sendable {
  let tree: CodeTree
  /// Only what the table has: half as many nodes.
  let knownTree: CodeTree
  let options: TimingDecoder.Options

  init(options: TimingDecoder.Options) {
    self.options = options
    tree = CodeTree(options: options)
    knownTree = CodeTree(options: options, unknownLength: 0)
  }

  /// A message, and what else is known of its reading.
  struct Reading: Sendable {
    var message: DecodedMessage
    /// Seconds, in order.
    var marks: [(on: Double, off: Double)]
    /// log of the density of durations and text, per frame where they were cut from samples.
    var logPrior: Double
    /// The same of the durations as light that is not Morse.
    var logRival = 0.0
    /// Seconds of a dot.
    var dot: Double
  }

  func read(_ runs: [Run], _ samples: [KeySample]? = nil, frame: Double?, deviation: Double = 0.03)
    -> [Reading]
  {
    var settings = BeamSettings(speeds: options.speeds)
    if let frame { settings.sample(frame: frame, deviation: deviation) }
    var messages: [Reading] = []
    var search = BeamSearch(tree: tree, settings: settings)
    var own: [Run] = []
    for run in runs {
      if search.lastRun == nil, !run.isDown { continue }
      if !run.isDown, run.duration > 1, let ending = search.ending(),
        run.end >= SilenceRule().deadlines(after: ending.hypothesis, in: search).end
      {
        messages += message(of: search, own, samples, after: messages)
        search = BeamSearch(tree: tree, settings: settings)
        own = []
        continue
      }
      search.consume(run)
      own.append(run)
    }
    return messages + message(of: search, own, samples, after: messages)
  }

  private func message(
    of search: BeamSearch, _ runs: [Run], _ samples: [KeySample]?, after messages: [Reading]
  ) -> [Reading] {
    guard let ending = search.ending() else { return [] }
    let steps = search.store.trace(ending.hypothesis.path)
    let hasOnlyKnown = !steps.contains { step in
      (step.kind == Fist.letterGap || step.kind == Fist.wordGap) && tree.text[Int(step.node)] == "#"
    }
    let narrow = hasOnlyKnown ? knownTree : tree
    var refinement = Refinement(tree: narrow, settings: search.settings)
    // After one that is of use another is, that is rather Morse than not.
    let isMorse = messages.contains { $0.message.evidence >= options.leastEvidence }
    refinement.leastEvidence = isMorse ? min(0, options.leastEvidence) : options.leastEvidence
    var evidence = search.evidence(settled: WeighedSteps())
    if let samples, let first = steps.first, let last = steps.last {
      let own = samples.filter { $0.time > first.start - 1 && $0.time < last.end + 1 }
      evidence = min(evidence, ending.score + NoiseOnly.advantage(of: own))
    }
    // Only of noisy samples does the refinement say more of what it is worth; beside it dots shorter than a frame are
    // weighed.
    let isHopeless =
      evidence < refinement.leastEvidence && search.settings.deviation <= Refinement.noisy
    guard !isHopeless || options.looksWithinFrames,
      let result = refinement.refineAll(runs, samples, from: steps)
    else {
      return [reading(steps, tree, evidence, Confidence.live, search.settings)]
    }
    if let refined = result.evidence { evidence = refined }
    var reading = reading(result.steps, narrow, evidence, Confidence.refined, search.settings)
    reading.logPrior = result.logPrior
    return [reading]
  }

  private func reading(
    _ steps: [PathStep], _ tree: CodeTree, _ evidence: Double,
    _ confidence: @escaping @Sendable (Double) -> Double, _ settings: BeamSettings
  ) -> Reading {
    var transcription = Transcription(confidence: confidence)
    let characters = transcription.consume(steps, tree: tree) + transcription.finish(tree: tree)
    let units = steps.map(\.logUnit).sorted()
    var rivals = NotMorse()
    for step in steps { rivals.consume(step) }
    return Reading(
      message: DecodedMessage(characters: characters, evidence: evidence),
      marks: steps.filter { $0.kind == Fist.dot || $0.kind == Fist.dash }.map {
        ($0.start, $0.end)
      },
      logPrior: 0,
      logRival: max(
        rivals.logLikelihood(edgeVariance: settings.edgeVariance, logFrame: settings.logFrame),
        rivals.logLikelihoodByClock(
          edgeVariance: settings.edgeVariance, logFrame: settings.logFrame)),
      dot: units.isEmpty ? 0 : exponential(units[units.count / 2]))
  }
}

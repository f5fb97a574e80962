/// Reads whole recordings.
struct Recording: Sendable {
  let tree: CodeTree
  let options: TimingDecoder.Options

  init(options: TimingDecoder.Options) {
    self.options = options
    tree = CodeTree(table: .international, frequencies: .mild)
  }

  func read(_ runs: [Run], frame: Double?) -> [DecodedMessage] {
    var settings = BeamSettings(speeds: options.speeds)
    if let frame { settings.sample(frame: frame, deviation: 0.03) }
    var messages: [DecodedMessage] = []
    var search = BeamSearch(tree: tree, settings: settings)
    var own: [Run] = []
    for run in runs {
      if search.lastRun == nil, !run.isDown { continue }
      if !run.isDown, run.duration > 1, let ending = search.ending(),
        run.end >= SilenceRule().deadlines(after: ending.hypothesis, in: search).end
      {
        messages += message(of: search, own)
        search = BeamSearch(tree: tree, settings: settings)
        own = []
        continue
      }
      search.consume(run)
      own.append(run)
    }
    return messages + message(of: search, own)
  }

  private func message(of search: BeamSearch, _ runs: [Run]) -> [DecodedMessage] {
    guard let ending = search.ending() else { return [] }
    var steps = search.store.trace(ending.hypothesis.path)
    let refinement = Refinement(tree: tree, settings: search.settings)
    if let result = refinement.refine(runs, from: steps) {
      let lattice = result.lattice
      steps = result.path.steps.map { step in
        PathStep(
          parent: -1, kind: UInt8(step.kind), node: Int16(step.node),
          start: lattice.times[step.from], end: lattice.times[step.to],
          logUnit: result.model.logUnit[step.from], rival: -.infinity)
      }
    }
    var transcription = Transcription()
    let characters = transcription.consume(steps, tree: tree) + transcription.finish(tree: tree)
    return [DecodedMessage(characters: characters, evidence: 0)]
  }
}

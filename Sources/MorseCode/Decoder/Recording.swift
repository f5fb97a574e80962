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
    for run in runs {
      if search.lastRun == nil, !run.isDown { continue }
      if !run.isDown, run.duration > 1, let ending = search.ending(),
        run.end >= SilenceRule().deadlines(after: ending.hypothesis, in: search).end
      {
        messages += message(of: search)
        search = BeamSearch(tree: tree, settings: settings)
        continue
      }
      search.consume(run)
    }
    return messages + message(of: search)
  }

  private func message(of search: BeamSearch) -> [DecodedMessage] {
    guard let ending = search.ending() else { return [] }
    var transcription = Transcription()
    let steps = search.store.trace(ending.hypothesis.path)
    let characters = transcription.consume(steps, tree: tree) + transcription.finish(tree: tree)
    return [DecodedMessage(characters: characters, evidence: 0)]
  }
}

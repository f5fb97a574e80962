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
    var search = BeamSearch(tree: tree, settings: settings)
    for run in runs { search.consume(run) }
    guard let ending = search.ending() else { return [] }
    let steps = search.store.trace(ending.hypothesis.path)
    return [
      DecodedMessage(characters: Transcription.characters(steps, tree: tree), evidence: 0)
    ]
  }
}

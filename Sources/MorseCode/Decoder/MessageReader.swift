/// Reads one message after another from runs as they come, settling on text a little late.
struct MessageReader: Sendable {
  /// A character is certain once so many more have been read.
  private static let lag = 3

  let tree: CodeTree
  let options: TimingDecoder.Options
  private var search: BeamSearch
  private var silence = SilenceRule()
  /// When the silence under way settles the text, and when it ends the message; nil: not known yet.
  private var deadlines: (settle: Double, end: Double)?
  private var isSettled = false
  /// Until when it is known that no mark has begun.
  private var now = -Double.infinity
  private var characters = Transcription()
  /// The steps settled on.
  private var settled = WeighedSteps()

  init(tree: CodeTree, options: TimingDecoder.Options) {
    self.tree = tree
    self.options = options
    search = BeamSearch(tree: tree, settings: BeamSettings(speeds: options.speeds))
  }

  /// Log-likelihood of the message under way as Morse over that of what is not. Weighed once a run.
  var evidence: Double {
    mutating get {
      if let weighed { return weighed }
      let evidence = max(-1e9, search.evidence(settled: settled))
      weighed = evidence
      return evidence
    }
  }
  private var weighed: Double?

  /// What is read but not yet certain.
  var provisional: [DecodedCharacter] {
    guard !isSettled, let ending = search.ending() else { return [] }
    var rest = characters
    return rest.consume(trace(ending.hypothesis), tree: tree) + rest.finish(tree: tree)
  }

  /// Takes the next run. `frame`: seconds between samples, where it was cut from samples.
  mutating func consume(_ run: Run, frame: Double?) -> [TimingDecoder.Output] {
    var outputs: [TimingDecoder.Output] = []
    if !run.isDown {
      outputs = advance(to: run.end)
      // The silence ended a message: it belongs to none.
      if search.lastRun == nil { return outputs }
    }
    if search.lastRun == nil {
      guard run.isDown else { return outputs }
      restart(frame: frame)
    }
    search.consume(run)
    weighed = nil
    deadlines = nil
    if run.isDown { isSettled = false }
    return outputs + settle()
  }

  /// Says that the key stayed up until `time`.
  mutating func advance(to time: Double) -> [TimingDecoder.Output] {
    guard let last = search.lastRun, last.isDown, time - last.end > 1 else { return [] }
    if deadlines == nil {
      guard let ending = search.ending() else { return [] }
      deadlines = silence.deadlines(after: ending.hypothesis, in: search)
    }
    guard let deadlines else { return [] }
    var outputs: [TimingDecoder.Output] = []
    if time >= deadlines.settle, !isSettled, let ending = search.ending() {
      outputs = emit(upTo: ending.hypothesis.path)
      outputs += characters.finish(tree: tree).map { .character($0) }
      isSettled = true
    }
    if time >= deadlines.end { outputs += finish() }
    return outputs
  }

  /// Ends the message under way.
  mutating func finish() -> [TimingDecoder.Output] {
    guard search.lastRun != nil else { return [] }
    var outputs: [TimingDecoder.Output] = []
    if let ending = search.ending() {
      if !isSettled {
        outputs = emit(upTo: ending.hypothesis.path)
        outputs += characters.finish(tree: tree).map { .character($0) }
      }
      outputs.append(.endOfMessage(evidence: evidence))
    }
    search = BeamSearch(tree: tree, settings: search.settings)
    restart(frame: nil)
    return outputs
  }

  private mutating func restart(frame: Double?) {
    weighed = nil
    var settings = BeamSettings(speeds: options.speeds)
    if let frame { settings.sample(frame: frame, deviation: 0.03) }
    search = BeamSearch(tree: tree, settings: settings)
    silence = SilenceRule()
    deadlines = nil
    isSettled = false
    characters = Transcription()
    settled = WeighedSteps()
  }

  private func trace(_ hypothesis: Hypothesis) -> [PathStep] {
    search.store.trace(hypothesis.path, after: search.committed)
  }

  /// Settles on what lies far enough behind the best reading.
  private mutating func settle() -> [TimingDecoder.Output] {
    guard let best = search.newest.first else { return [] }
    var found = 0
    var at = best.path
    while at > search.committed {
      let step = search.store.steps[Int(at)]
      if step.kind == Fist.letterGap || step.kind == Fist.wordGap {
        found += 1
        if found > MessageReader.lag { return emit(upTo: at) }
      }
      at = step.parent
    }
    return []
  }

  private mutating func emit(upTo path: Int32) -> [TimingDecoder.Output] {
    weighed = nil
    let steps = search.store.trace(path, after: search.committed)
    for step in steps {
      silence.consume(step)
      settled.consume(step, tree: tree)
    }
    search.commit(to: path)
    return characters.consume(steps, tree: tree).map { .character($0) }
  }
}

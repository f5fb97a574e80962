/// Reads one message after another from runs as they come, settling on text a little late.
struct MessageReader: Sendable {
  /// A character is certain once so many more have been read, and the next one has begun.
  private static let lag: Int32 = 2

  let tree: CodeTree
  let options: TimingDecoder.Options
  private var search: BeamSearch
  private var silence = SilenceRule()
  /// The silence was long enough to settle on all that was read.
  private var isPaused = false
  private var emitted = 0

  init(tree: CodeTree, options: TimingDecoder.Options) {
    self.tree = tree
    self.options = options
    search = BeamSearch(tree: tree, settings: BeamSettings(speeds: options.speeds))
  }

  var evidence: Double { 0 }

  var provisional: [DecodedCharacter] {
    guard let ending = search.ending() else { return [] }
    return Transcription.characters(
      search.store.trace(ending.hypothesis.path, after: search.committed), tree: tree)
  }

  mutating func consume(_ run: Run, frame: Double?) -> [TimingDecoder.Output] {
    var outputs: [TimingDecoder.Output] = []
    if !run.isDown { outputs += advance(to: run.end) }
    if let frame, search.lastRun == nil {
      var settings = BeamSettings(speeds: options.speeds)
      settings.sample(frame: frame, deviation: 0.03)
      search = BeamSearch(tree: tree, settings: settings)
    }
    search.consume(run)
    isPaused = false
    return outputs + settle()
  }

  mutating func advance(to time: Double) -> [TimingDecoder.Output] { [] }

  mutating func finish() -> [TimingDecoder.Output] {
    guard let ending = search.ending() else { return [] }
    let outputs = Transcription.characters(
      search.store.trace(ending.hypothesis.path, after: search.committed), tree: tree)
    search = BeamSearch(tree: tree, settings: BeamSettings(speeds: options.speeds))
    return outputs.map { .character($0) } + [.endOfMessage(evidence: 0)]
  }

  private mutating func settle() -> [TimingDecoder.Output] { [] }
}

/// When a message is over.
struct SilenceRule: Sendable {
  /// Seconds of the longest word gap so far; nil before one is known.
  var longestWordGap: Double?

  /// Seconds of silence that end a message: three times the longest word gap so far (before one is
  /// known, of seven dots), at least 5 s.
  func limit(dot: Double) -> Double { max(5, 3 * (longestWordGap ?? 7 * dot)) }
}

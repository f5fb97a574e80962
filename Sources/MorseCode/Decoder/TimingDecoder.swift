/// Turns key events, or samples of a key seen through a camera, into text as they come.
///
/// Stateful, and fed in any portions: `consume` returns what became certain, `finish` the rest.
/// It finds speed, ratio and spacing by itself. Time comes with the input; there is no clock.
public struct TimingDecoder: Sendable {
  public struct Options: Hashable, Sendable {
    /// Speeds to look among, in words a minute (PARIS).
    public var speeds: ClosedRange<Double>
    /// The script to print in.
    public var alphabet: Alphabet
    /// Whether characters that are frequent in the language are rather believed.
    public var languageModel: LanguageModel
    /// Whether recordings are also looked through for dots shorter than a frame (Docs/beyond-a-frame.md), which can cost more
    /// than all else: for nothing where they would not be believed.
    public var looksWithinFrames: Bool
    /// `DecodedMessage.evidence` from which a message of a recording is of use: one that is far below is not read with all
    /// care, which takes long where there is much noise.
    public var leastEvidence: Double

    public init(
      speeds: ClosedRange<Double> = 3...70, alphabet: Alphabet = .international,
      languageModel: LanguageModel = .mild, looksWithinFrames: Bool = true,
      leastEvidence: Double = -.infinity
    ) {
      self.speeds = speeds
      self.alphabet = alphabet
      self.languageModel = languageModel
      self.looksWithinFrames = looksWithinFrames
      self.leastEvidence = leastEvidence
    }
  }

  /// What is known of the language beforehand.
  public enum LanguageModel: String, Hashable, Sendable, CaseIterable {
    /// Nothing: each character is as likely as any other.
    case off
    /// How frequent the characters are and, in recordings, how words are built, where gaps leave it open
    /// whether a word ends. Call signs, numbers and SOS do not suffer.
    case mild
  }

  /// What the decoder says.
  public enum Output: Hashable, Sendable {
    /// This character is certain.
    case character(DecodedCharacter)
    /// The message is over: after three times its longest word gap, at least 5 s, of silence, or at
    /// the end of the input. `evidence` is that of `DecodedMessage`.
    case endOfMessage(evidence: Double)
  }

  public let options: Options
  private let tree: CodeTree
  private var smoother = StateSmoother()
  private var builder = RunBuilder()
  private var reader: MessageReader
  private var lastEvent: KeyEvent?

  public init(options: Options = Options()) {
    self.options = options
    tree = CodeTree(options: options)
    reader = MessageReader(tree: tree, options: options)
  }

  /// What is read so far of the message under way but not yet certain.
  public var provisional: [DecodedCharacter] { reader.provisional }

  /// `DecodedMessage.evidence` of the message under way, so far.
  public var evidence: Double { mutating get { reader.evidence } }

  /// Takes the next event. Events come in order of time.
  public mutating func consume(_ event: KeyEvent) -> [Output] {
    guard event.time.isFinite else { return [] }
    guard let last = lastEvent else {
      lastEvent = event
      return []
    }
    guard event.isDown != last.isDown, event.time > last.time else { return [] }
    lastEvent = event
    let run = Run(start: last.time, end: event.time, isDown: last.isDown, logOdds: nil)
    return reader.advance(to: event.time) + reader.consume(run, frame: nil)
  }

  /// Takes the next sample. Samples come in order of time; do not mix with events.
  public mutating func consume(_ sample: KeySample) -> [Output] {
    smoother.consume(sample).flatMap { take($0) }
  }

  private mutating func take(_ judged: StateSmoother.Judged) -> [Output] {
    var outputs: [Output] = []
    if let run = builder.consume(judged.sample, isDown: judged.isDown) {
      outputs = reader.consume(run, frame: builder.frame)
    }
    if let underWay = builder.underWay, !underWay.isDown {
      outputs += reader.advance(to: judged.sample.time - builder.frame)
    }
    return outputs
  }

  /// Says that nothing changed until `time` (for events, which do not come while it is silent).
  public mutating func advance(to time: Double) -> [Output] {
    guard time.isFinite, let last = lastEvent, !last.isDown else { return [] }
    return reader.advance(to: time)
  }

  /// Ends the input.
  public mutating func finish() -> [Output] {
    var outputs = smoother.finish().flatMap { take($0) }
    for run in builder.finish() { outputs += reader.consume(run, frame: builder.frame) }
    outputs += reader.finish()
    builder = RunBuilder()
    smoother = StateSmoother()
    lastEvent = nil
    return outputs
  }

  /// Reads a whole recording, in several passes.
  public static func read(_ samples: [KeySample], options: Options = Options()) -> [DecodedMessage]
  {
    var (runs, frame, shutter) = cut(samples, ShutterEstimate())
    // All the edges' say on the shutter, for all of them.
    (runs, frame, _) = cut(samples, ShutterEstimate(part: shutter))
    // The usual noise: the last samples' may be that of a lamp which has long gone.
    let noises = samples.map(\.deviation).filter(\.isFinite).sorted()
    let noise = noises.isEmpty ? 1 : min(1, max(0.03, noises[noises.count / 2]))
    let readings = Recording(options: options).read(
      runs, samples, frame: frame, deviation: noise)
    guard let sequence = shorter(than: readings, samples, frame: frame, options) else {
      return readings.map(\.message)
    }
    return [sequence]
  }

  /// What dots that hardly fill a frame say, read from the frames' levels themselves, where that is
  /// likelier than `readings`.
  private static func shorter(
    than readings: [Recording.Reading], _ samples: [KeySample], frame: Double, _ options: Options
  ) -> DecodedMessage? {
    guard options.looksWithinFrames, options.alphabet == .international,
      let frames = Frames(samples), frames.deviation < Frames.tooNoisy
    else { return nil }
    let marks = MarkReading(readings.flatMap(\.marks), frames: frames)
    // A mark or two, as at a recording's cut ends, tell no speed: they have no say.
    let several = readings.filter { $0.marks.count > 2 }
    let telling = several.isEmpty ? readings : several
    let dot = telling.map(\.dot).min().map { $0 / frame }
    guard
      marks.mayHideShorter(
        dot: dot, evidence: telling.map(\.message.evidence).reduce(0, +),
        marks: telling.map(\.marks.count).reduce(0, +)),
      let sequence = SequenceDecoder.best(frames, options: options)
    else { return nil }
    let morse = marks.logLikelihood(prior: readings.map(\.logPrior).reduce(0, +))
    // Whole marks need not be Morse: the lamp of a port shows marks alike at the ticks of a clock.
    let other = marks.logLikelihood(prior: readings.map(\.logRival).reduce(0, +))
    guard sequence.logLikelihood > max(morse, other) else { return nil }
    var message = sequence.message
    message.evidence = min(message.evidence, sequence.logLikelihood - other)
    return message
  }

  private static func cut(_ samples: [KeySample], _ shutter: ShutterEstimate) -> (
    runs: [Run], frame: Double, shutter: Double
  ) {
    var builder = RunBuilder(shutter: shutter)
    var runs: [Run] = []
    for sample in samples {
      if let run = builder.consume(sample) { runs.append(run) }
    }
    runs += builder.finish()
    return (runs, builder.frame, builder.shutterPart)
  }

  /// Reads a whole recording of events; nothing changed from the last one until `end`.
  public static func read(
    _ events: [KeyEvent], until end: Double, options: Options = Options()
  ) -> [DecodedMessage] {
    var runs: [Run] = []
    var last: KeyEvent?
    for event in events where event.time.isFinite {
      if let before = last {
        guard event.isDown != before.isDown, event.time > before.time else { continue }
        runs.append(
          Run(start: before.time, end: event.time, isDown: before.isDown, logOdds: nil))
      }
      last = event
    }
    if let last, end > last.time {
      runs.append(Run(start: last.time, end: end, isDown: last.isDown, logOdds: nil))
    }
    return Recording(options: options).read(runs, frame: nil).map(\.message)
  }
}

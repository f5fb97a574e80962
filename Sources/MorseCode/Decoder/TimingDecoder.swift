/// Turns key events, or samples of a key seen through a camera, into text as they come.
///
/// Stateful, and fed in any portions: `consume` returns what became certain, `finish` the rest.
/// It finds speed, ratio and spacing by itself. Time comes with the input; there is no clock.
public struct TimingDecoder: Sendable {
  public struct Options: Hashable, Sendable {
    /// Speeds to look among, in words a minute (PARIS).
    public var speeds: ClosedRange<Double>

    public init(speeds: ClosedRange<Double> = 3...70) {
      self.speeds = speeds
    }
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

  public init(options: Options = Options()) {
    self.options = options
  }

  /// What is read so far of the message under way but not yet certain.
  public var provisional: [DecodedCharacter] { [] }

  /// `DecodedMessage.evidence` of the message under way, so far.
  public var evidence: Double { 0 }

  /// Takes the next event. Events come in order of time.
  public mutating func consume(_ event: KeyEvent) -> [Output] { [] }

  /// Takes the next sample. Samples come in order of time; do not mix with events.
  public mutating func consume(_ sample: KeySample) -> [Output] { [] }

  /// Says that nothing changed until `time` (for events, which do not come while it is silent).
  public mutating func advance(to time: Double) -> [Output] { [] }

  /// Ends the input.
  public mutating func finish() -> [Output] { [] }

  /// Reads a whole recording, in several passes.
  public static func read(_ samples: [KeySample], options: Options = Options()) -> [DecodedMessage]
  { [] }

  /// Reads a whole recording of events; nothing changed from the last one until `end`.
  public static func read(
    _ events: [KeyEvent], until end: Double, options: Options = Options()
  ) -> [DecodedMessage] { [] }
}

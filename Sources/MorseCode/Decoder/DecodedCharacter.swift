/// One character that was received; a word gap is a character too (`text` " ", `code` "").
public struct DecodedCharacter: Hashable, Sendable {
  /// What is printed: "A", "<SK>", "#" for an unknown code, " " for a word gap.
  public var text: String
  /// Dots and dashes, as "." and "-".
  public var code: String
  /// Seconds: when its first mark began (of a word gap: when the light went off).
  public var time: Double
  /// Seconds from there to the end of its last mark (of a word gap: to the next mark).
  public var duration: Double
  /// Seconds: when its last mark ends (of a word gap: when the next begins).
  public var end: Double { time + duration }
  /// The probability that it is right, 0 to 1.
  public var confidence: Double
  /// The speed there, in words a minute (PARIS).
  public var wpm: Double

  public init(
    text: String, code: String, time: Double, duration: Double, confidence: Double, wpm: Double
  ) {
    self.text = text
    self.code = code
    self.time = time
    self.duration = duration
    self.confidence = confidence
    self.wpm = wpm
  }
}

/// A message: what one sender sent without a long pause.
public struct DecodedMessage: Hashable, Sendable {
  public var characters: [DecodedCharacter]
  /// Log-likelihood (natural) of the light as Morse over that of light that is not Morse,
  /// before any prior odds. Above zero: rather Morse.
  public var evidence: Double

  public init(characters: [DecodedCharacter], evidence: Double) {
    self.characters = characters
    self.evidence = evidence
  }

  public var text: String { characters.map(\.text).joined() }
}

import MorseCode

/// What speaks against a message that was read at a place nobody pointed out, beside the decoder's own
/// evidence: what codecs do to a picture looks like fast keying.
enum Doubt {
  /// Log-odds to be taken off the evidence of `message`, read from samples `frame` seconds apart.
  static func weight(of message: DecodedMessage, frame: Double) -> Double {
    let signs = message.characters.filter { !$0.code.isEmpty }
    guard !signs.isEmpty else { return 0 }
    if isMonotonous(signs) { return .infinity }
    // Codecs change their mind from frame to frame, lamps seldom do: a sender whose dots hardly fill a
    // frame is one in a thousand, and so is a place where quantisation looks like one.
    let dot = 1.2 / signs.map(\.wpm).sorted()[signs.count / 2]
    return dot < 1.4 * frame ? 2 * Squelch.caution : 0
  }

  /// Whether it says one and the same sign over and over: a light that repeats at one interval, with an
  /// omission here and there. Nobody sends eight of a kind in a message of nothing else.
  private static func isMonotonous(_ signs: [DecodedCharacter]) -> Bool {
    guard signs.count >= 8 else { return false }
    let counts = Dictionary(grouping: signs, by: \.code).values.map(\.count)
    return 4 * (counts.max() ?? 0) > 3 * signs.count
  }
}

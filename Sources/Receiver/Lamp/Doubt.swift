import Foundation
import MorseCode

/// What speaks against a message that was read at a place nobody pointed out, or for it, beside the
/// decoder's own evidence: what codecs do to a picture looks like fast keying; what lamps send most is
/// SOS.
enum Doubt {
  /// Log-odds to be taken off the evidence of `message`, read from samples `frame` seconds apart.
  static func weight(of message: DecodedMessage, frame: Double) -> Double {
    let signs = message.characters.filter { !$0.code.isEmpty }
    guard !signs.isEmpty else { return 0 }
    if isMonotonous(signs) { return .infinity }
    // What other letters explain as well is no text: in it more signs are wrong than right.
    let sure = signs.map(\.confidence).reduce(0, +)
    if sure < 0.5 * Double(signs.count) { return .infinity }
    // Codecs change their mind from frame to frame, lamps seldom do: a sender whose dots hardly fill a
    // frame is one in a thousand, and so is a place where quantisation looks like one.
    let dot = 1.2 / signs.map(\.wpm).sorted()[signs.count / 2]
    let short = dot < 1.4 * frame ? 2 * Squelch.caution : 0
    return short - (isDistress(signs) ? distress : 0)
  }

  /// What SOS is worth beyond three letters of a text. The decoder takes every text for as likely as its
  /// letters, these three for one in 3,400 (their shares of English are 6.3, 7.5 and 6.3 %). Of
  /// messages by lamp one in ten may be SOS: every torch with a signal of its own sends that one.
  private static let distress = log(0.1 / (0.063 * 0.075 * 0.063))

  /// Whether it is SOS and nothing else, once or over and over; what is joined late begins in the middle.
  private static func isDistress(_ signs: [DecodedCharacter]) -> Bool {
    guard signs.count >= 3, signs.count < 1000 else { return false }
    let text = signs.map(\.text).joined()
    return text.contains("SOS")
      && String(repeating: "SOS", count: signs.count / 3 + 2).contains(text)
  }

  /// Whether it says one and the same sign over and over: a light that repeats at one interval, with an
  /// omission here and there. Nobody sends eight of a kind in a message of nothing else.
  private static func isMonotonous(_ signs: [DecodedCharacter]) -> Bool {
    guard signs.count >= 8 else { return false }
    let counts = Dictionary(grouping: signs, by: \.code).values.map(\.count)
    return 4 * (counts.max() ?? 0) > 3 * signs.count
  }
}

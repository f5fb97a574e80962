import ArgumentParser
import Foundation
import MorseCode

/// The flags that say how a text is keyed.
struct KeyingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Words a minute (PARIS) of the characters.", valueName: "n"))
  var wpm = 12.0

  @Option(
    help: ArgumentHelp(
      "Words a minute overall: longer gaps between letters and words (Farnsworth).",
      valueName: "n"))
  var farnsworth: Double?

  @Option(help: ArgumentHelp("Length of a dash in dots.", valueName: "n"))
  var dashRatio = 3.0

  @Option(help: "Whose hand is on the key: machine, straight-key or paddle.")
  var hand: HandArgument = .machine

  @Option(
    help: ArgumentHelp(
      "Unevenness of the hand: standard deviation of each length, as a part of it.",
      valueName: "part"))
  var jitter = 0.0

  @Option(
    help: ArgumentHelp(
      "Unevenness in dots: standard deviation of each length, long or short.", valueName: "dots"))
  var dotJitter = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Part of the speed by which it rises (negative: falls) from beginning to end.",
      valueName: "part"))
  var speedDrift = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Dots by which marks are longer and gaps shorter.", valueName: "dots"))
  var weight = 0.0

  @Option(
    help: ArgumentHelp(
      "What the speed is multiplied by from the middle of the text on.", valueName: "factor"))
  var speedChange = 1.0

  @Option(help: ArgumentHelp("Gap between the elements of a letter.", valueName: "dots"))
  var elementGap = 1.0

  @Option(help: ArgumentHelp("Gap between letters.", valueName: "dots"))
  var letterGap = 3.0

  @Option(help: ArgumentHelp("Gap between words.", valueName: "dots"))
  var wordGap = 7.0

  @Option(
    help: "The script of the text (wabun: katakana).")
  var alphabet: Alphabet = .international

  @Option(help: ArgumentHelp("How often the text is sent.", valueName: "n"))
  var `repeat` = 1

  func validate() throws {
    guard (0.1...1000).contains(wpm) else { throw ValidationError("--wpm must be 0.1 to 1000") }
    if let farnsworth, !(farnsworth >= 0.1 && farnsworth <= wpm) {
      throw ValidationError("--farnsworth must be 0.1 to --wpm: it only makes the gaps longer")
    }
    guard (1.1...20).contains(dashRatio) else {
      throw ValidationError("--dash-ratio must be 1.1 to 20")
    }
    guard (0...1).contains(jitter), (0...1).contains(dotJitter) else {
      throw ValidationError("--jitter and --dot-jitter must be 0 to 1")
    }
    guard (-1...1).contains(speedDrift) else {
      throw ValidationError("--speed-drift must be -1 to 1")
    }
    guard (-0.9...0.9).contains(weight) else {
      throw ValidationError("--weight must be -0.9 to 0.9")
    }
    guard (0.1...10).contains(speedChange) else {
      throw ValidationError("--speed-change must be 0.1 to 10")
    }
    for (name, dots) in [
      ("--element-gap", elementGap), ("--letter-gap", letterGap), ("--word-gap", wordGap),
    ] where !(0.1...1000).contains(dots) {
      throw ValidationError("\(name) must be 0.1 to 1000 dots")
    }
    // A hand's lengths are as they were measured.
    if hand != .machine, style(of: .machine) != .exact || dashRatio != 3 {
      throw ValidationError(
        "--hand \(hand.rawValue) has lengths of its own: leave jitter, drift, weight, ratio and gaps out"
      )
    }
    guard (1...10_000).contains(`repeat`) else {
      throw ValidationError("--repeat must be 1 to 10000")
    }
  }

  var speed: Speed { Speed(wpm: wpm, overallWPM: farnsworth, dashRatio: dashRatio) }

  var style: KeyingStyle { style(of: hand) }

  private func style(of hand: HandArgument) -> KeyingStyle {
    switch hand {
    case .machine:
      KeyingStyle(
        absoluteJitter: dotJitter, proportionalJitter: jitter, drift: speedDrift,
        change: speedChange, weight: weight, elementGap: elementGap, letterGap: letterGap,
        wordGap: wordGap)
    case .straightKey: .straightKey
    case .paddle: .paddle
    }
  }

  /// The key events of a text, as often as it is to be sent; a fault where it has no code.
  func keying(of text: String, seed: UInt64) throws -> Keying {
    var line = text.replacing("\u{0}", with: " ")
    line = alphabet.spelling(of: line)
    let repeated = Array(repeating: line, count: `repeat`).joined(separator: " ")
    let keying = Keying(repeated, speed: speed, style: style, seed: seed, table: alphabet.table)
    guard keying.unknown.isEmpty else {
      var seen: Set<String> = []
      let names = keying.unknown.filter { seen.insert($0).inserted }.prefix(10)
        .map { "'\($0)'" }.joined(separator: " ")
      throw Fault(
        .usage,
        """
        there is no Morse code for \(names) in the \(alphabet.rawValue) alphabet; leave it out, spell it \
        (prosigns: <SK>, <SOS>) or say another --alphabet
        """)
    }
    return keying
  }
}

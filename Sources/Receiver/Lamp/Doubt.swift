import Foundation
import MorseCode

/// What speaks against a message that was read at a place nobody pointed out, or for it, beside the
/// decoder's own evidence: what codecs do to a picture looks like fast keying; what lamps send most is
/// SOS.
enum Doubt {
  /// The evidence for `message`, read from `samples`, all doubts weighed; in a busy picture only what is new in it counts
  /// where it recurs, and letters that are far apart are none. Whoever asks takes `Squelch.caution` off in such a picture, as beside
  /// another lamp.
  static func evidence(
    of message: DecodedMessage, in samples: [KeySample], frame: Double, swing: Double?, isBusy: Bool
  ) -> Double {
    let doubt = weight(of: message, frame: frame, swing: swing)
    guard isBusy, message.evidence > doubt, let first = message.characters.first,
      let last = message.characters.last
    else { return message.evidence - doubt }
    if isSparse(message) { return -.infinity }
    let span = (first.time - frame)...(last.end + frame)
    let speed = message.characters.filter { !$0.code.isEmpty }.map(\.wpm).median ?? .infinity
    let fresh = Recurrence(
      samples.lazy.filter { span.contains($0.time) }, interval: frame, dot: 1.2 / speed
    ).fresh
    // What runs in a circle may come to say something by chance: it is any picture's, rather than a lamp's.
    return message.evidence * fresh - doubt
  }

  /// Log-odds to be taken off the evidence of `message`, read from samples `frame` seconds apart of a light
  /// that adds `swing` steps of luma, nil where that is not known.
  static func weight(of message: DecodedMessage, frame: Double, swing: Double?) -> Double {
    let signs = message.characters.filter { !$0.code.isEmpty }
    guard let speed = signs.map(\.wpm).median else { return 0 }
    if isMonotonous(signs) || isUneven(signs) || isCircling(message) { return .infinity }
    // What other letters explain as well is no text. Weighed by marks, for a lone flash is surely an E or a T, whatever made it.
    let marks = signs.reduce(0) { $0 + $1.code.count }
    let sure = signs.reduce(0) { $0 + $1.confidence * Double($1.code.count) }
    let dot = 1.2 / speed
    if sure < leastSure(dot: dot, frame: frame) * Double(marks) { return .infinity }
    // Where dots are shorter than a frame only a dash shows the lamp lit all through one: dots alone fit any flicker.
    if dot < frame, !signs.contains(where: { $0.code.contains("-") }) { return .infinity }
    // What pictures are made of changes from frame to frame, lamps seldom do.
    var short = 0.0
    if dot < shortDot * frame {
      guard mayChangeEachFrame(swing: swing), !isScattered(message, dot: dot) else {
        return .infinity
      }
      short = rarity(ofSpeed: speed)
      if swing.map({ $0 < mostRounding }) ?? true { short += Squelch.caution }
    }
    return short - (isDistress(signs) ? distress : 0)
  }

  /// Log-odds by which what sent `message` is likelier a lamp than any place in any picture, read from samples `frame` seconds
  /// apart of a light that adds `swing` steps of luma: where it does nothing but go on and off, by more than a codec makes of
  /// any, and in no hurry. `isPlain` says whether it is clear of its noise, and hardly anything else goes on and off.
  ///
  /// Of pictures in general one in a thousand may say something that nobody sent (`Squelch.prior`). Of those in which one
  /// light is switched, and that are given to be read, far more are of a sender: one in twenty may.
  static func plainness(
    of message: DecodedMessage, frame: Double, swing: Double?, isPlain: Bool
  ) -> Double {
    let speed = message.characters.lazy.filter { !$0.code.isEmpty }.map(\.wpm).median
    guard isPlain, let speed, 1.2 / speed >= shortDot * frame, let swing, swing >= mostRounding
    else { return 0 }
    return mostPlainness
  }

  static let mostPlainness = log(1000.0 / 20)

  /// Whether more than an eighth of the marks are in signs that last twice as long as the others of their speed, or half as
  /// long. A hand lengthens some marks and gaps by half; levels that wander to and fro keep no time at all.
  private static func isUneven(_ signs: [DecodedCharacter]) -> Bool {
    guard signs.count >= 8 else { return false }
    let stretches = signs.map(\.stretch)
    guard let usual = stretches.median else { return false }
    let odd = zip(signs, stretches).reduce(0) { sum, each in
      each.1 > 2 * usual || 2 * each.1 < usual ? sum + each.0.code.count : sum
    }
    return 8 * odd > signs.reduce(0) { $0 + $1.code.count }
  }

  /// Whether most letters stand alone between pauses, or pauses between words are far longer than those between letters. Who
  /// sends so fast that dots hardly fill a frame pauses between words, of which few are of one letter, and for two or
  /// three times as long; fireworks and fires flicker now and then.
  private static func isScattered(_ message: DecodedMessage, dot: Double) -> Bool {
    let words = message.characters.split { $0.code.isEmpty }
    guard words.count >= 3 else { return false }
    let alone = words.count { $0.count == 1 }
    func pause(_ before: DecodedCharacter, _ after: DecodedCharacter) -> Double {
      after.time - before.time - before.duration
    }
    let between = words.flatMap { zip($0, $0.dropFirst()).map(pause) }.median ?? 3 * dot
    let pauses = message.characters.filter(\.code.isEmpty).map(\.duration).median ?? 0
    let areAlone = 2 * alone > words.reduce(0) { $0 + $1.count }
    let areFar = pauses > mostStretched * between
    // Of a few words only both say so: three letters may be spelt, and three calls be repeated.
    return words.count >= 6 ? areAlone || areFar : areAlone && areFar
  }

  /// Whether its letters fill less than an eighth of its time. At the widest spacing that learners are sent, letters of 18 WPM
  /// spaced as at five words a minute, they fill a sixth (ARRL, QEX April 1990); in a picture where much goes on and off, what passes
  /// one place now and then makes letters that are far apart.
  private static func isSparse(_ message: DecodedMessage) -> Bool {
    guard let first = message.characters.first, let last = message.characters.last else {
      return false
    }
    let letters = message.characters.reduce(0) { $0 + ($1.code.isEmpty ? 0 : $1.duration) }
    return 8 * letters < last.end - first.time
  }

  /// Whether none of its letters has both dots and dashes, as far as it has come, as half of the letters of English have: shapes
  /// that pass in groups make flashes that are alike, and letters of one kind of mark each. But for `SOS`, which is sent most.
  static func hasOneKindOfLetters(_ characters: [DecodedCharacter]) -> Bool {
    characters.allSatisfy { Set($0.code).count < 2 }
      && !characters.map(\.text).joined().contains("SOS")
  }

  /// Three times the seven units of a word's gap to the three of a letter's: no hand stretches the one by so much and not the
  /// other.
  private static let mostStretched = 7.0

  /// What a light that adds so many steps of luma is to be read for: not for what is not believed of it anyway.
  /// - Parameter prior: The log-odds that it is a lamp's, where what falls short of them is of no use.
  static func believable(
    _ options: TimingDecoder.Options, swing: Double?, prior: Double? = nil
  ) -> TimingDecoder.Options {
    var options = options
    if !mayChangeEachFrame(swing: swing) { options.looksWithinFrames = false }
    if let prior { options.leastEvidence = -prior - distress }
    return options
  }

  /// Whether a light that adds so many steps of luma is believed where it changes from frame to frame.
  private static func mayChangeEachFrame(swing: Double?) -> Bool {
    swing.map { $0.magnitude >= leastAtFrameRate } ?? true
  }

  /// How sure letters must be, on average, for a text to be printed: where of five letters more than one is any other's, what is
  /// read is rather what a camera that lost its place among a city's lights makes of them (0.61 to 0.74, while of 160 texts that
  /// were sent none was less than 0.91 sure: Docs/silence-log.md). Where dots are shorter than a frame, and the exposure leaves them
  /// readable, most are read nearly without doubt (Docs/beyond-a-frame.md), while a restless picture always fits some text of some
  /// speed: what is read between is given up. That passes over to dots that no longer hide in a frame.
  private static func leastSure(dot: Double, frame: Double) -> Double {
    let hidden = min(1, max(0, (shortDot - dot / frame) / (shortDot - 1)))
    return 0.8 + 0.1 * hidden
  }

  /// Frames that a dot fills where what changes from frame to frame is not told from it.
  private static let shortDot = 1.4

  /// Steps of luma by which a codec may round a whole place: those of H.264 at a quantiser of 40 (a step of 64,
  /// of a sum over four by four that is four times the mean). A light that adds more is none of its making.
  private static let mostRounding = 16.0

  /// Steps of luma, of eight bits, below which what changes from frame to frame is the picture's own rounding, up one
  /// time and down the next: slow flicker that beats with the frames comes out of a codec so.
  private static let leastAtFrameRate = 2.0

  /// Minus the log of the part of senders that are as fast. The International Code of Signals takes forty
  /// letters a minute, 8 WPM, for usual by lamp; one sender in twenty is taken to pass 25, and one in a
  /// thousand to be a machine of any speed.
  private static func rarity(ofSpeed wpm: Double) -> Double {
    let deviation = log(25.0 / 8) / 1.645
    let part = 0.5 * erfc(log(wpm / 8) / deviation / 2.0.squareRoot())
    return -log(max(part, 0.001))
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
  /// omission here and there. Nobody sends eight signs of which three in four are one; nor a dozen of two kinds
  /// that have no more than two marks, as a light that repeats in two ways does; nor twenty of which nine in ten
  /// are so brief, as nearly half of the letters of English are; nor a dozen, nearly all of which are of dots alone, as a
  /// third of the letters of English are: so a flicker reads that leaves out a flash now and then.
  private static func isMonotonous(_ signs: [DecodedCharacter]) -> Bool {
    guard signs.count >= 8 else { return false }
    let counts = Dictionary(grouping: signs, by: \.code).mapValues(\.count)
    if 4 * (counts.values.max() ?? 0) >= 3 * signs.count { return true }
    let brief = counts.filter { $0.key.count <= 2 }.values.sorted(by: >)
    if signs.count >= 20, 10 * brief.reduce(0, +) > 9 * signs.count { return true }
    let dots = counts.filter { !$0.key.contains("-") }.values.reduce(0, +)
    if dots >= 12, 20 * dots >= 17 * signs.count { return true }
    return signs.count >= 12 && 4 * brief.prefix(2).reduce(0, +) > 3 * signs.count
  }

  /// Whether one word has five of one letter in a row that is no lone mark, or three of one and three of another, and those are
  /// half of all signs: what turns in the light, as a coin in a game, says the same at each turn. Digits, of five marks, a number
  /// may have as many of; who tests sends `VVV`, and words have two of a letter.
  private static func isCircling(_ message: DecodedMessage) -> Bool {
    let signs = message.characters.count { !$0.code.isEmpty }
    return message.characters.split { $0.code.isEmpty }.contains { word in
      var runs: [(code: String, count: Int)] = []
      for character in word {
        if let last = runs.last, last.code == character.code {
          runs[runs.count - 1].count += 1
        } else {
          runs.append((character.code, 1))
        }
      }
      runs.removeAll { !(2...4 ~= $0.code.count) || $0.count < 3 }
      let isOften = runs.contains { $0.count >= 5 } || Set(runs.map(\.code)).count > 1
      return isOften && 2 * runs.reduce(0) { $0 + $1.count } >= signs
    }
  }
}

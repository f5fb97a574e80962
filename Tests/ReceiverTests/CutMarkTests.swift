import MorseCode
import Photometry
import Testing

@testable import Receiver

/// A recording that begins within a mark shows what is left of a sign, which is not known.
@Suite(.timeLimit(.minutes(10))) struct CutMarkTests {
  private struct Sent {
    var characters: [DecodedCharacter] = []
    var events: [LightEvent] = []

    /// Signs of dots of a tenth of a second, as if nothing was cut, with the first mark `cut` seconds shorter. The marks of
    /// every other sign are `spread` longer.
    init(_ signs: [String], cut: Double, spread: Double = 0) {
      var time = 0.0
      for (index, sign) in signs.enumerated() {
        let begin = time
        for mark in sign {
          let isFirst = events.isEmpty
          let long = index % 2 == 1 ? spread : 0
          events.append(LightEvent(time: time, isOn: true, level: 120))
          time += (mark == "-" ? 0.3 : 0.1) + long - (isFirst ? cut : 0)
          events.append(LightEvent(time: time, isOn: false, level: 100))
          time += 0.1
        }
        characters.append(
          DecodedCharacter(
            text: sign, code: sign, time: begin, duration: time - 0.1 - begin, confidence: 0.9,
            wpm: 12))
        time += 0.2
      }
    }

    func seen(start: Double = 0) -> [String] {
      let cut = CutMark(from: start, events, frame: 1.0 / 30)
      return (cut?.removed(from: characters) ?? characters).map(\.text)
    }
  }

  private static let rest = ["..", "-.-.", "-.-", "--.", ".-"]

  @Test(arguments: [
    (first: "-", cut: 0.11), ("-", 0.15), ("-", 0.25), (".", 0.06), ("--.", 0.1),
  ])
  func `a sign that begins with what is left of a mark is left out`(first: String, cut: Double) {
    #expect(Sent([first] + Self.rest, cut: cut).seen() == Self.rest)
  }

  @Test(arguments: [
    // Whole, as where a video is cut to the message.
    (first: "-", cut: 0.0), (".", 0.0), ("-.-", 0.0),
    // A frame is a third of a dot: half of it is no more than chance.
    ("-", 0.015), (".", 0.015),
    // A dash of which a dot is left.
    ("-", 0.2),
    // Lit before it was sent.
    ("-", -0.5),
  ])
  func `what may be a whole mark stays`(first: String, cut: Double) {
    #expect(Sent([first] + Self.rest, cut: cut).seen() == [first] + Self.rest)
  }

  @Test func `a mark as long as others that a hand makes stays`() {
    #expect(Sent(["-"] + Self.rest, cut: 0.16, spread: 0).seen() == Self.rest)
    #expect(Sent(["-"] + Self.rest, cut: 0.16, spread: 0.05).seen() == ["-"] + Self.rest)
  }

  @Test func `a recording that begins in the dark begins with a whole sign`() {
    #expect(Sent(["-"] + Self.rest, cut: 0.11).seen(start: -0.1) == ["-"] + Self.rest)
  }

  @Test func `too few signs tell no keying`() {
    #expect(Sent(["-", "..", "-.-"], cut: 0.11).seen() == ["-", "..", "-.-"])
  }

  @Test func `an evenly keyed lamp need not be seen dark for long beside a sign`() {
    #expect(KeyingSpread.gapWithinSign(Sent(Self.rest, cut: 0).characters) == 1.2)
    let uneven = KeyingSpread.gapWithinSign(Sent(Self.rest, cut: 0, spread: 0.01).characters)
    #expect(uneven > 1.2 && uneven < KeyingSpread.mostWithinSign)
    #expect(
      KeyingSpread.gapWithinSign(Sent(Self.rest, cut: 0, spread: 0.1).characters)
        == KeyingSpread.mostWithinSign)
    #expect(KeyingSpread.gapWithinSign([]) == KeyingSpread.mostWithinSign)
  }
}

import MorseCode
import Testing

@testable import Receiver

@Suite struct RecurrenceTests {
  private static let interval = 0.04

  /// A light that is lit where a marble string has `-`, each a tenth of a second.
  private func samples(_ marbles: String) -> [KeySample] {
    let marks = Array(marbles)
    return (0..<Int(Double(marks.count) * 0.1 / Self.interval)).map { index in
      let time = Double(index) * Self.interval
      let mark = marks[min(marks.count - 1, Int(time / 0.1))]
      return KeySample(
        time: time, exposure: Self.interval, down: mark == "-" ? 1 : 0, deviation: 0.05)
    }
  }

  private func fresh(_ marbles: String) -> Double {
    Recurrence(samples(marbles), interval: Self.interval, dot: 0.1).fresh
  }

  @Test func `only the first of several periods is new`() {
    let period = "-.---.-....-..---........."
    #expect(abs(fresh(String(repeating: period, count: 4)) - 0.25) < 1e-9)
  }

  @Test func `what is begun in the middle recurs all the same`() {
    let period = "-.---.-....-..---........."
    let cut = String(String(repeating: period, count: 4).dropFirst(11))
    #expect(fresh(cut) < 0.4)
  }

  @Test func `six marks that come again are a period, cut short or not`() {
    let period = "---.-..........---.-.-.-....---............"
    #expect(abs(fresh(period + period.prefix(26)) - 7.0 / 13) < 1e-9)
    #expect(fresh(period + period.prefix(22)) == 1)
  }

  @Test(arguments: [
    // Once.
    "-.---.-....-..---.........",
    // MORSE CODE: all of it another, though letters come again.
    "---.---...---.---.---...-.---.-...-.-.-...-.......---.-.---.-...---.---.---...---.-.-...-",
    // Of the same marks in another order each time.
    "-.---.-....-..---....-..---.-.---....---..-.-....---.---..-",
  ])
  func `what is sent once is new`(_ marbles: String) {
    #expect(fresh(marbles) == 1)
  }

  @Test func `a hand that sends the same again is new`() {
    // Gaps and marks that are longer or shorter by a half of a dot or more, and add up.
    let once = "-.---.-...---.-.---......."
    let again = "--..----.--...---.--..---....."
    #expect(fresh(once + again + once + again) > 0.4)
  }

  @Test func `a picture is busy where more than a lamp and what it lights go on and off`() {
    #expect(!Recurrence.isBusy(places: 4))
    #expect(Recurrence.isBusy(places: 5))
  }

  /// A word that is sent over and over, with what the decoder makes of it.
  private func evidence(isBusy: Bool) -> Double? {
    let word = "---.-.---...-...---.-.---.---......."
    let samples = samples(String(repeating: word, count: 8))
    guard let message = TimingDecoder.read(samples).first else { return nil }
    return Doubt.evidence(
      of: message, in: samples, frame: Self.interval, swing: 60, isBusy: isBusy)
  }

  @Test(arguments: [(2.0, true), (8.0, false)])
  func `in a busy picture letters that are far apart are no text`(apart: Double, isText: Bool)
    throws
  {
    let characters = "PARIS".enumerated().map { index, sign in
      DecodedCharacter(
        text: String(sign), code: CodeTable.international.codes[String(sign)] ?? "",
        time: apart * Double(index), duration: 0.6, confidence: 1, wpm: 15)
    }
    let message = DecodedMessage(characters: characters, evidence: 40)
    let evidence = Doubt.evidence(of: message, in: [], frame: 0.04, swing: 60, isBusy: true)
    #expect((evidence > 0) == isText)
    #expect(Doubt.evidence(of: message, in: [], frame: 0.04, swing: 60, isBusy: false) > 0)
  }

  @Test func `in a busy picture what recurs counts once`() throws {
    let alone = try #require(evidence(isBusy: false))
    let busy = try #require(evidence(isBusy: true))
    #expect(alone > 0)
    #expect(abs(busy + Squelch.caution - alone / 8) < 0.02 * alone)
  }
}

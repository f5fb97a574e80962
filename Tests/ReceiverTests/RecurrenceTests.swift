import MorseCode
import Photometry
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

  @Test(arguments: [(36, true), (31, false)])
  func `eight marks that come again are a period that is cut short`(cut: Int, isPeriod: Bool) {
    let period = "---.-..........---.-.-.-....---....-...---.-....---............"
    let marks = (period + period.prefix(cut)).split(separator: ".").count
    let expected = isPeriod ? Double(marks - 8) / Double(marks) : 1
    #expect(abs(fresh(period + period.prefix(cut)) - expected) < 1e-9)
  }

  @Test(arguments: [(0.4, true), (0.6, false)])
  func `marks that are longer by less than half a dot come again`(off: Double, isPeriod: Bool) {
    let period = Keying("PARIS", speed: Speed(wpm: 12)).events
    let dot = 0.1
    let edges = (0..<4).flatMap { round in
      period.map { event in
        let isMoved = !event.isDown && round % 2 == 1
        return event.time + Double(round) * 60 * dot + (isMoved ? off * dot : 0)
      }
    }
    let samples = (0..<2400).map { index in
      let time = Double(index) * 0.01
      let isDown = edges.count { $0 <= time } % 2 == 1
      return KeySample(time: time, exposure: 0.01, down: isDown ? 1 : 0, deviation: 0.05)
    }
    let fresh = Recurrence(samples, interval: 0.01, dot: dot).fresh
    // Every other round is as the one before the last.
    #expect(abs(fresh - (isPeriod ? 0.25 : 0.5)) < 0.01)
  }

  @Test(arguments: [8, 12, 20], [2.4, 4])
  func `a text that is sent once seldom seems to recur`(letters: Int, frames: Double) {
    // About as often as in English.
    let signs = Array("EEEEETTTTAAAOOOIIINNNSSSHHRRDDLLCUMWFGYPBV")
    var random = RandomSource(seed: 7, stream: "\(letters) \(frames)")
    let dot = frames * Self.interval
    let count = 200
    let recurring = (0..<count).count { _ in
      let text = (0..<letters).map { _ in
        let sign = String(signs[random.index(below: signs.count)])
        return random.uniform() < 0.2 ? sign + " " : sign
      }.joined()
      let events = Keying(text, speed: Speed(wpm: 1.2 / dot)).events
      let phase = random.uniform()
      let edges = events.map { Int(($0.time / Self.interval + phase).rounded()) }
      var next = 0
      let samples = (0...(edges.last ?? 0)).map { index in
        while next < edges.count, edges[next] <= index { next += 1 }
        return KeySample(
          time: Double(index) * Self.interval, exposure: Self.interval,
          down: next % 2 == 1 ? 1 : 0, deviation: 0.05)
      }
      return Recurrence(samples, interval: Self.interval, dot: dot).fresh < 1
    }
    #expect(recurring <= count / 25)
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

  /// Places that go on and off by so many steps of luma.
  private func contrasts(
    _ swing: Double, places: Int = 5, isBeyondNoise: Bool = true
  ) -> [LampFinder.Contrast?] {
    Array(
      repeating: LampFinder.Contrast(swing: swing, isBeyondNoise: isBeyondNoise), count: places)
  }

  @Test(arguments: [
    (4, 60.0, false), (5, 60, true), (5, 30, true), (5, 14, false), (9, 14, false), (5, -30, true),
  ])
  func `a picture is busy where more than a lamp and what it lights go on and off as much`(
    places: Int, swing: Double, isBusy: Bool
  ) {
    #expect(Recurrence.isBusy(contrasts(swing, places: places), beside: 60) == isBusy)
  }

  @Test func `waves that glint around a lamp do not make its picture a busy one`() {
    #expect(!Recurrence.isBusy(contrasts(30, places: 9, isBeyondNoise: false), beside: 60))
  }

  @Test func `what a codec rounds to and fro does not make a faint lamp's picture a busy one`() {
    #expect(!Recurrence.isBusy(contrasts(2, places: 20), beside: 4))
    #expect(Recurrence.isBusy(contrasts(5, places: 20), beside: 4))
  }

  @Test func `what is not known of a place or of the light makes a picture busy as well`() {
    #expect(Recurrence.isBusy([nil, nil, nil, nil, nil], beside: 60))
    #expect(Recurrence.isBusy(contrasts(4), beside: nil))
    #expect(!Recurrence.isBusy([nil, nil, nil, nil], beside: nil))
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
    #expect(abs(busy - alone / 8) < 0.02 * alone)
  }
}

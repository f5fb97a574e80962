import MorseCode
import Photometry
import Testing

@testable import Receiver

/// What a camera passes over before a message and after it is none of the lamp's.
@Suite(.timeLimit(.minutes(10))) struct StrayMarksTests {
  /// How the first mark of a text, or the last, is seen: at so many times the usual height, and so many seconds from dark to
  /// bright.
  private struct Mark {
    var height = 1.0
    var ramp = 0.0
  }

  private static let frame = 1.0 / 30

  /// What is left of `text`, keyed at 10 WPM and seen at 30 pictures a second with `lead` seconds of dark before and after
  /// it; its first mark begins `early` by so many seconds.
  private static func rest(
    _ text: String, first: Mark = Mark(), last: Mark = Mark(), lead: Double = 2, sense: Double = 1,
    early: Double = 0, isLive: Bool = false
  ) -> String {
    var events = Keying(text, speed: Speed(wpm: 10)).events.map {
      KeyEvent(time: $0.time + lead, isDown: $0.isDown)
    }
    events[0].time -= early
    let end = (events.last?.time ?? 0) + lead
    let marks = stride(from: 0, to: events.count, by: 2).map { index in
      (
        on: events[index].time, off: events[index + 1].time,
        look: index == 0 ? first : index == events.count - 2 ? last : Mark()
      )
    }
    let samples = (0..<Int((end / frame).rounded())).map { index in
      let time = (Double(index) + 0.5) * frame
      let lit = marks.reduce(0.0) { sum, mark in
        let ramp = max(frame, mark.look.ramp)
        let begun = min(1, max(0, (time - mark.on) / ramp + 0.5))
        let over = min(1, max(0, (time - mark.off) / ramp + 0.5))
        return sum + mark.look.height * (begun - over)
      }
      return LightSample(
        time: time, level: 100 + sense * 40 * (lit + (index.isMultiple(of: 2) ? 0.01 : -0.01)),
        lit: lit, deviation: 0.02)
    }
    let read = TimingDecoder.read(events, until: end).flatMap(\.characters)
    let rest = isLive ? StrayMarks.begun(read) : StrayMarks(samples).removed(from: read)
    return rest.map(\.text).joined()
  }

  @Test(arguments: [1.0, -0.5])
  func `what shines brighter or fainter than the lamp at an end is left out`(sense: Double) {
    #expect(Self.rest("T TOWER 20", first: Mark(height: 1.6), sense: sense) == "TOWER 20")
    #expect(Self.rest("T TOWER 20", first: Mark(height: 0.6), sense: sense) == "TOWER 20")
    #expect(Self.rest("TOWER 20 E", last: Mark(height: 1.6), sense: sense) == "TOWER 20")
    #expect(Self.rest("A TOWER 20", first: Mark(height: 1.6), sense: sense) == "TOWER 20")
  }

  @Test func `what comes and goes slower than the lamp at an end is left out`() {
    #expect(Self.rest("T TOWER 20", first: Mark(ramp: 0.15)) == "TOWER 20")
    #expect(Self.rest("TOWER 20 T", last: Mark(ramp: 0.15)) == "TOWER 20")
  }

  @Test(arguments: ["T TOWER 20", "TOWER 20 E E", "I TOWER", "TOWER 20 K", "E E TOWER", "T", "E"])
  func `words of one mark that look like the lamp's are its`(text: String) {
    #expect(Self.rest(text) == text)
  }

  @Test(arguments: [false, true])
  func `a lamp that shone before it sent is no dash`(isLive: Bool) {
    let dot = 0.12
    #expect(Self.rest("T TOWER 20", early: 4 * dot, isLive: isLive) == "TOWER 20")
    #expect(Self.rest("T TOWER 20", early: 2 * dot, isLive: isLive) == "T TOWER 20")
  }

  @Test func `a long word is the lamp's, however its first mark looks`() {
    #expect(Self.rest("TOWER 20", first: Mark(height: 1.6, ramp: 0.15)) == "TOWER 20")
    #expect(Self.rest("K TOWER 20", first: Mark(height: 1.6)) == "K TOWER 20")
  }

  @Test func `too few signs do not tell how the lamp looks`() {
    #expect(Self.rest("T TOE", first: Mark(height: 1.6)) == "T TOE")
  }

  /// `lead` seconds of dark at the begin and the end, and five seconds before the last word.
  private static func restWithLastFar(_ text: String, lead: Double) -> String {
    let words = text.split(separator: " ").map(String.init)
    let parts = [words.dropLast().joined(separator: " "), words.last ?? ""]
    var events: [KeyEvent] = []
    for part in parts {
      let start = events.last.map { $0.time + 5 } ?? lead
      events += Keying(part, speed: Speed(wpm: 10)).events.map {
        KeyEvent(time: $0.time + start, isDown: $0.isDown)
      }
    }
    let end = (events.last?.time ?? 0) + lead
    let lit = stride(from: 0, to: events.count, by: 2).map {
      events[$0].time...events[$0 + 1].time
    }
    let samples = (0..<Int((end / frame).rounded())).map { index in
      let time = (Double(index) + 0.5) * frame
      let isLit = lit.contains { $0.contains(time) }
      return LightSample(
        time: time, level: isLit ? 140 : 100, lit: isLit ? 1 : 0, deviation: 0.02)
    }
    // Read as one message, as unhurried senders are.
    var characters: [DecodedCharacter] = []
    for message in TimingDecoder.read(events, until: end) {
      if let last = characters.last, let first = message.characters.first {
        characters.append(.wordGap(from: last, to: first))
      }
      characters += message.characters
    }
    return StrayMarks(samples).removed(from: characters).map(\.text).joined()
  }

  @Test
  func `a word of two marks that the recording cuts is left out where it is far from the others`() {
    #expect(Self.restWithLastFar("SEA TOWER 20 I", lead: 0) == "SEA TOWER 20")
    #expect(Self.restWithLastFar("SEA TOWER 20 I", lead: 2) == "SEA TOWER 20 I")
    #expect(Self.rest("SEA TOWER 20 I", lead: 0) == "SEA TOWER 20 I")
  }

  @Test func `the one gap there is counts as far by the lamp's speed`() {
    #expect(Self.restWithLastFar("TOWER I", lead: 0) == "TOWER")
    #expect(Self.restWithLastFar("TOWER I", lead: 2) == "TOWER I")
  }

  /// By a filament that takes so many seconds to glow up, in steps of a millisecond, seen by a camera of which the shutter is
  /// always open.
  private static func restGlowing(_ text: String, wpm: Double, rise: Double, rate: Double) -> String
  {
    let events = Keying(text, speed: Speed(wpm: wpm)).events.map {
      KeyEvent(time: $0.time + 1, isDown: $0.isDown)
    }
    let end = (events.last?.time ?? 0) + 1
    var glow = 0.0
    var sums = [Double](repeating: 0, count: Int(end * rate))
    var next = 0
    var isDown = false
    for step in 0..<Int(end * 1000) {
      let time = Double(step) / 1000
      while next < events.count, events[next].time <= time {
        isDown = events[next].isDown
        next += 1
      }
      glow += ((isDown ? 1 : 0) - glow) * 0.001 / rise
      let index = Int(time * rate)
      if sums.indices.contains(index) { sums[index] += glow * rate / 1000 }
    }
    let samples = sums.enumerated().map {
      LightSample(
        time: (Double($0) + 0.5) / rate, level: 100 + 80 * $1, lit: $1, deviation: 0.02)
    }
    let read = TimingDecoder.read(events, until: end).flatMap(\.characters)
    return StrayMarks(samples).removed(from: read).map(\.text).joined()
  }

  @Test(arguments: ["I NEED HELP", "NEED HELP E E", "T SEE HIS", "SEE HIS T"], [30.0, 60])
  func `a filament's dots, which do not get as bright as its dashes, are its`(
    text: String, rate: Double
  ) {
    for wpm in stride(from: 9.0, through: 20, by: 1) {
      for rise in [0.02, 0.05, 0.08] {
        let rest = Self.restGlowing(text, wpm: wpm, rise: rise, rate: rate)
        #expect(rest == text, "\(wpm) WPM, \(rise) s")
      }
    }
  }

  @Test(arguments: [0.03, 0.05])
  func `the last mark is not cut where the dark after it is seen`(lead: Double) {
    #expect(Self.rest("TOWER 20 E E", lead: lead) == "TOWER 20 E E")
  }

  /// Nobody knows how long it was lit.
  @Test func `a word of one mark that the recording cuts is left out`() {
    #expect(Self.rest("T TOWER 20", lead: 0) == "TOWER 20")
    #expect(Self.rest("TOWER 20 T", lead: 0) == "TOWER 20")
    #expect(Self.rest("TOWER 20", lead: 0) == "TOWER 20")
    #expect(Self.rest("I TOWER", lead: 0) == "I TOWER")
  }
}

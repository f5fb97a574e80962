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

  /// What is left of `text`, keyed at 10 WPM and seen at 30 pictures a second with `lead` seconds of dark before and after it.
  private static func rest(
    _ text: String, first: Mark = Mark(), last: Mark = Mark(), lead: Double = 2, sense: Double = 1
  ) -> String {
    let events = Keying(text, speed: Speed(wpm: 10)).events.map {
      KeyEvent(time: $0.time + lead, isDown: $0.isDown)
    }
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
    return StrayMarks(samples).removed(from: read).map(\.text).joined()
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

  @Test func `a long word is the lamp's, however its first mark looks`() {
    #expect(Self.rest("TOWER 20", first: Mark(height: 1.6, ramp: 0.15)) == "TOWER 20")
    #expect(Self.rest("K TOWER 20", first: Mark(height: 1.6)) == "K TOWER 20")
  }

  @Test func `too few signs do not tell how the lamp looks`() {
    #expect(Self.rest("T TOE", first: Mark(height: 1.6)) == "T TOE")
  }

  /// Nobody knows how long it was lit.
  @Test func `a word of one mark that the recording cuts is left out`() {
    #expect(Self.rest("T TOWER 20", lead: 0) == "TOWER 20")
    #expect(Self.rest("TOWER 20 T", lead: 0) == "TOWER 20")
    #expect(Self.rest("TOWER 20", lead: 0) == "TOWER 20")
    #expect(Self.rest("I TOWER", lead: 0) == "I TOWER")
  }
}

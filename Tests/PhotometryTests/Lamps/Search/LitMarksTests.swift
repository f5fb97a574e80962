import MorseCode
import Scene
import Testing

@testable import Photometry

struct LitMarksTests {
  /// What a light does, 30 times a second: `seen` says of each mark whether it is seen, nil of what is between its levels.
  private static func lit(
    _ text: String, wpm: Double, from begin: Double = 1, seen: (Int) -> Bool = { _ in true }
  ) -> [Bool?] {
    let events = Keying(text, speed: Speed(wpm: wpm)).events
    return (0..<600).map { index in
      let time = Double(index) / 30
      guard let last = events.lastIndex(where: { $0.time + begin <= time }), events[last].isDown
      else { return false }
      return seen(last / 2)
    }
  }

  private static func joined(_ one: [Bool?], _ other: [Bool?]) -> [Bool?] {
    zip(one, other).map { $0 == true || $1 == true }
  }

  @Test(arguments: [8.0, 10, 13, 17])
  func `of two lamps each is beside the other, and of both together`(wpm: Double) {
    let (one, other) = (
      Self.lit("LEAVE FOG NOW", wpm: 9), Self.lit("TNX DOCTOR 73 HUT", wpm: wpm, from: 1.4)
    )
    let both = Self.joined(one, other)
    #expect(LitMarks(other).areBeside(one))
    #expect(LitMarks(one).areOf(both))
    #expect(LitMarks(other).areOf(both))
    #expect(!LitMarks(other).areOf(one))
  }

  @Test func `a lamp that has sent all is still beside one that goes on`() {
    let (one, other) = (
      Self.lit("LEAVE FOG", wpm: 9), Self.lit("TNX DOCTOR 73 HUT", wpm: 8, from: 0.4)
    )
    #expect(LitMarks(other).areBeside(one))
  }

  @Test func `of one lamp that goes to and fro no place is beside another`() {
    let here = Self.lit("TNX DOCTOR 73 HUT", wpm: 10) { $0 % 5 < 3 }
    let there = Self.lit("TNX DOCTOR 73 HUT", wpm: 10) { $0 % 5 > 1 }
    #expect(!LitMarks(there).areBeside(here))
    #expect(!LitMarks(here).areBeside(there))
  }

  @Test func `what is seen of one lamp a picture later is not beside it`() {
    let lamp = Self.lit("TNX DOCTOR 73 HUT", wpm: 10)
    let late = [false] + lamp.dropLast()
    #expect(!LitMarks(late).areBeside(lamp))
    #expect(!LitMarks(lamp).areBeside(late))
  }
}

import Testing

@testable import MorseCode

struct KeyingTests {
  /// The key as marble diagram, a sign each dot: # down, . up.
  private static func diagram(_ keying: Keying, dot: Double) -> String {
    var diagram = ""
    var last = 0.0
    for event in keying.events {
      let dots = Int(((event.time - last) / dot).rounded())
      diagram += String(repeating: event.isDown ? "." : "#", count: dots)
      last = event.time
    }
    return diagram
  }

  @Test(
    "elements, letters and words are spaced 1, 3 and 7 dots apart",
    arguments: [
      ("e", "#"), ("T", "###"), ("AN", "#.###...###.#"), ("E E", "#.......#"),
      (" E\t\n e ", "#.......#"), ("<SK>", "#.#.#.###.#.###"),
      ("SK", "#.#.#...###.#.###"), ("É", "#.#.###.#.#"), ("", ""),
    ])
  func spacing(text: String, expected: String) {
    let keying = Keying(text, speed: Speed(wpm: 12))
    #expect(Self.diagram(keying, dot: 0.1) == expected)
    #expect(keying.unknown.isEmpty)
  }

  @Test(
    "PARIS and its word gap last 50 dots: a minute divided by the speed", arguments: [5.0, 12, 33])
  func parisTiming(wpm: Double) {
    let keying = Keying("PARIS PARIS", speed: Speed(wpm: wpm))
    // PARIS has 14 marks: the second word begins with the 15th.
    let second = keying.events.filter(\.isDown)[14].time
    #expect(abs(second - 60 / wpm) < 1e-9)
    #expect(abs(keying.duration - (60 / wpm + 43 * 1.2 / wpm)) < 1e-9)
  }

  @Test(
    "Farnsworth keeps the characters' speed and stretches the gaps until the words take their time",
    arguments: [(20.0, 10.0), (18, 5), (13, 12)])
  func farnsworth(wpm: Double, overall: Double) {
    let keying = Keying("PARIS PARIS", speed: Speed(wpm: wpm, overallWPM: overall))
    let downs = keying.events.filter(\.isDown)
    #expect(abs(downs[14].time - 60 / overall) < 1e-9)
    // The first letter, P, has 11 dots whatever the overall speed.
    #expect(abs(keying.events[7].time - 11 * 1.2 / wpm) < 1e-9)
    let letterGap = downs[4].time - keying.events[7].time
    // ARRL: ta = (60 c - 37.2 s) / (s c), of which a letter gap is 3 / 19.
    let expected = 3 * (60 * wpm - 37.2 * overall) / (overall * wpm) / 19
    #expect(abs(letterGap - expected) < 1e-9)
  }

  @Test("an overall speed above the characters' changes nothing")
  func farnsworthFaster() {
    let exact = Keying("CQ DE K", speed: Speed(wpm: 12))
    #expect(Keying("CQ DE K", speed: Speed(wpm: 12, overallWPM: 20)) == exact)
  }

  @Test("what has no code is named and left out, without a gap of its own")
  func unknown() {
    let keying = Keying("E€ E<XY>Ö E", speed: Speed(wpm: 12))
    #expect(keying.unknown == ["€", "<XY>", "Ö"])
    #expect(Self.diagram(keying, dot: 0.1) == "#.......#.......#")
    #expect(Keying("€", speed: Speed(wpm: 12)).events.isEmpty)
  }

  @Test("down and up alternate in order of time, whatever the hand")
  func alternation() {
    for style in [.exact, .straightKey, .paddle, KeyingStyle(absoluteJitter: 1, weight: -0.8)] {
      let events = Keying("THE QUICK BROWN FOX", speed: Speed(wpm: 12), style: style, seed: 7)
        .events
      #expect(events.enumerated().allSatisfy { $1.isDown == ($0 % 2 == 0) })
      #expect(zip(events, events.dropFirst()).allSatisfy { $0.time < $1.time })
    }
  }
}

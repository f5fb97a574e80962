import MorseCode
import Testing

@Suite struct TimingDecoderTests {
  static let texts = [
    "CQ DE K1ABC", "THE QUICK BROWN FOX", "NEED H2O, FOOD.", "SOS SOS", "OH8/JA1ZLO 599",
  ]

  @Test("Any speed and dash ratio is read without being told", arguments: [3.0, 5, 12, 20, 40, 70])
  func speeds(wpm: Double) {
    for ratio in [2.0, 3, 4.5] {
      for text in TimingDecoderTests.texts {
        let keying = Keying(text, speed: Speed(wpm: wpm, dashRatio: ratio))
        let end = (keying.events.last?.time ?? 0) + 1
        #expect(recorded(keying.events, until: end) == text, "\(wpm) WPM, ratio \(ratio)")
      }
    }
  }

  @Test("A key held for too long costs no more than its letter", arguments: [1.0, 1.8, 4, 20])
  func held(seconds: Double) throws {
    // The mark in the middle of "THE TIDE IS ^ STILL FALLING", and what is sent after it is so much later.
    let text = "THE TIDE IS STILL FALLING"
    let events = Keying(text, speed: Speed(wpm: 12)).events
    let middle = try #require(events.indices.filter { !events[$0].isDown }.dropFirst(18).first)
    let held = events.enumerated().map { index, event in
      KeyEvent(time: event.time + (index < middle ? 0 : seconds), isDown: event.isDown)
    }
    let read = recorded(held, until: (held.last?.time ?? 0) + 1)
    #expect(read.hasPrefix("THE TIDE"), "\(read)")
    #expect(read.hasSuffix("FALLING"), "\(read)")
    #expect(read.count >= text.count - 3, "\(read)")
  }

  @Test("Farnsworth spacing is read as what was sent", arguments: [(20.0, 10.0), (18, 6)])
  func farnsworth(wpm: Double, overall: Double) {
    let text = "THE TIDE IS STILL FALLING"
    let keying = Keying(text, speed: Speed(wpm: wpm, overallWPM: overall))
    #expect(recorded(keying.events, until: (keying.events.last?.time ?? 0) + 1) == text)
  }

  @Test("Texts drawn at random are read back", arguments: 0..<40)
  func property(seed: Int) {
    var draws = Draws(state: UInt64(seed))
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?/=")
    let words = (0..<4).map { _ in
      String(
        (0..<Int.random(in: 3...6, using: &draws)).map { _ in
          signs.randomElement(using: &draws) ?? "E"
        })
    }
    let text = words.joined(separator: " ")
    let speed = Speed(
      wpm: Double.random(in: 3...70, using: &draws),
      dashRatio: Double.random(in: 2...4.5, using: &draws))
    let keying = Keying(text, speed: speed)
    let end = (keying.events.last?.time ?? 0) + 1
    #expect(recorded(keying.events, until: end) == text, "\(speed)")
  }

  @Test("Live and recorded agree on clean keying", arguments: texts)
  func liveAgrees(text: String) {
    let keying = Keying(text, speed: Speed(wpm: 15))
    let end = (keying.events.last?.time ?? 0) + 1
    let live = LiveReading(keying.events, until: end)
    #expect(live.text == text)
    #expect(live.text == recorded(keying.events, until: end))
  }

  @Test("A stream cut anywhere gives a prefix, but for the character under way")
  func truncated() {
    let text = "NEED WATER AND FOOD"
    let keying = Keying(text, speed: Speed(wpm: 15))
    for count in stride(from: 20, to: keying.events.count, by: 7) {
      let part = Array(keying.events[..<count])
      let live = LiveReading(part, until: part.last?.time ?? 0)
      #expect(text.hasPrefix(live.text.dropLast()), "\(live.text)")
    }
  }

  @Test("A character is certain no more than three characters after it ended")
  func latency() {
    let text = "PARIS PARIS PARIS PARIS"
    let keying = Keying(text, speed: Speed(wpm: 15))
    var decoder = TimingDecoder()
    var certain = 0
    var marksEnded = 0
    let characters = TimingDecoder.read(keying.events, until: 100).flatMap(\.characters)
      .filter { $0.text != " " }
    for event in keying.events {
      for case .character(let character) in decoder.consume(event) where character.text != " " {
        certain += 1
      }
      // A new character begins with this event: those before have ended.
      guard event.isDown, characters.contains(where: { abs($0.time - event.time) < 1e-6 }) else {
        continue
      }
      marksEnded = characters.count { $0.time + $0.duration < event.time }
      #expect(certain >= marksEnded - 3)
    }
  }

  @Test("What is not certain yet is there provisionally")
  func provisional() {
    let keying = Keying("PARIS", speed: Speed(wpm: 15))
    var decoder = TimingDecoder()
    var certain = ""
    for event in keying.events {
      for case .character(let character) in decoder.consume(event) { certain += character.text }
    }
    let whole = certain + decoder.provisional.map(\.text).joined()
    #expect(whole.hasPrefix("PARI"))
  }

  @Test("A pause settles what came before it, without a further mark")
  func pause() {
    let keying = Keying("PARIS", speed: Speed(wpm: 15))
    var decoder = TimingDecoder()
    var text = ""
    for event in keying.events {
      for case .character(let character) in decoder.consume(event) { text += character.text }
    }
    let end = keying.events.last?.time ?? 0
    for case .character(let character) in decoder.advance(to: end + 4) { text += character.text }
    #expect(text == "PARIS")
  }

  @Test("Silence of 5 s ends a message; shorter does not")
  func messages() {
    let first = Keying("SOS SOS", speed: Speed(wpm: 15)).events
    let end = first.last?.time ?? 0
    for (silence, count) in [(4.0, 1), (6.0, 2)] {
      let second = first.map { KeyEvent(time: $0.time + end + silence, isDown: $0.isDown) }
      let live = LiveReading(first + second, until: 2 * end + silence + 1)
      #expect(live.messages.count == count, "\(silence) s: \(live.messages)")
      #expect(
        TimingDecoder.read(first + second, until: 2 * end + silence + 1).count == count)
    }
  }

  @Test("A blip within a gap and a dropout within a dash are not read")
  func blips() {
    let keying = Keying("PARIS PARIS", speed: Speed(wpm: 12)).events
    var spoilt = keying
    // A dropout of 0.2 dots in the first dash, and a blip of as much in the word gap.
    let dash = keying[2].time
    spoilt.insert(
      contentsOf: [
        KeyEvent(time: dash + 0.14, isDown: false), KeyEvent(time: dash + 0.16, isDown: true),
      ],
      at: 3)
    let gapAt =
      spoilt.indices.dropLast().first { spoilt[$0 + 1].time - spoilt[$0].time > 0.6 } ?? 0
    let gap = spoilt[gapAt].time
    spoilt.insert(
      contentsOf: [
        KeyEvent(time: gap + 0.3, isDown: true), KeyEvent(time: gap + 0.32, isDown: false),
      ],
      at: gapAt + 1)
    #expect(recorded(spoilt, until: 30) == "PARIS PARIS")
  }

  @Test(
    "Marble strings: element, letter and word gaps",
    arguments: [
      ("###-#-###", "K"),
      ("###-#-###---#-###---#", "KAE"),
      ("#-#-#---###-###-###---#-#-#-------#-#-#---###-###-###---#-#-#", "SOS SOS"),
      ("#-#-#-###-#-###---#-###-###-#---###", "<SK>PT"),
    ])
  func marbles(marbles: String, text: String) {
    let (events, end) = events(marbles)
    #expect(recorded(events, until: end) == text)
  }

  @Test("An unknown code prints #")
  func unknown() {
    // Six dots are no character.
    let (events, end) = events(
      "#-###-###-#---#-###---#-#-#-#-#-#---#-#---#-#-#-------#-###-###-#---#-###")
    #expect(recorded(events, until: end) == "PA#IS PA")
  }

  @Test("Speed is reported", arguments: [5.0, 18, 35])
  func speedReported(wpm: Double) {
    let keying = Keying("PARIS PARIS", speed: Speed(wpm: wpm))
    let characters = TimingDecoder.read(keying.events, until: 60).flatMap(\.characters)
    for character in characters { #expect(abs(character.wpm / wpm - 1) < 0.1) }
  }

  @Test("Wild input gives an answer and never traps")
  func wild() {
    var draws = Draws(state: 7)
    for _ in 0..<20 {
      let events = (0..<60).map { _ in
        KeyEvent(
          time: [Double.nan, .infinity, -1e300, 1e300, Double.random(in: -5...5, using: &draws)]
            .randomElement(using: &draws) ?? 0,
          isDown: Bool.random(using: &draws))
      }
      _ = TimingDecoder.read(events, until: .nan)
      _ = LiveReading(events, until: .infinity)
      let samples = (0..<200).map { index in
        KeySample(
          time: Double(index) / 30,
          down: [Double.nan, 1e300, -1e300, 0, 1].randomElement(using: &draws) ?? 0,
          deviation: [0, .nan, 1e9, 0.1].randomElement(using: &draws) ?? 0)
      }
      _ = TimingDecoder.read(samples)
    }
    #expect(TimingDecoder.read([KeySample]()).isEmpty)
    #expect(TimingDecoder.read([KeyEvent](), until: 3).isEmpty)
  }
}

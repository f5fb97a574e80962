import Testing

@testable import MorseCode

@Suite("Dots shorter than a frame")
struct SequenceDecoderTests {
  @Test(
    "are read without error down to 0.8 of a frame",
    arguments: [0.8, 0.9, 1.0, 1.1, 1.2, 1.3], [0.5, 0.7, 0.9, 1.0])
  func steady(dot: Double, exposure: Double) {
    #expect(errorRate(dot: dot) { $0.exposure = exposure } == 0)
  }

  @Test("are read with under 2 % errors at 0.6 of a frame", arguments: [0.5, 0.6, 0.7, 0.8, 0.9])
  func short(exposure: Double) {
    #expect(errorRate(dot: 0.6, seeds: 3) { $0.exposure = exposure } < 2)
  }

  @Test(
    "are read at short exposures where every dot meets a frame",
    arguments: [1.0, 1.1, 1.2, 1.3], [0.1, 0.2, 0.3])
  func shutter(dot: Double, exposure: Double) {
    #expect(
      errorRate(dot: dot) {
        $0.exposure = exposure
        $0.noise = 0.01
      } < 0.5)
  }

  @Test("are read at any frame rate", arguments: [25, 29.97, 50, 60], [0.6, 0.8, 1.2])
  func rates(rate: Double, dot: Double) {
    #expect(errorRate(dot: dot, seeds: 1) { $0.rate = rate } <= (dot < 0.7 ? 2 : 0))
  }

  @Test(
    "are read through a camera that is not linear", arguments: LightTrace.Camera.allCases,
    [0.8, 1.2])
  func cameras(camera: LightTrace.Camera, dot: Double) {
    #expect(errorRate(dot: dot) { $0.camera = camera } == 0)
  }

  @Test("are read on any scale of brightness and from any hour")
  func affine() {
    let samples = LightTrace().samples("HELP US", dot: 0.8, seed: 4).map {
      KeySample(time: $0.time + 1.7e9, down: 12_000 + 300 * $0.down, deviation: 1)
    }
    let message = SequenceDecoder.read(samples, options: TimingDecoder.Options())
    #expect(message?.text == "HELP US")
  }

  @Test("are read after a long silence, over a long message, and with lost frames")
  func lengths() {
    #expect(errorRate(dot: 0.8, seeds: 1) { $0.lead = 20 } == 0)
    #expect(errorRate(dot: 0.8) { $0.loss = 0.01 } < 3)
    let text = Array(repeating: lightTexts[4], count: 10).joined(separator: " ")
    let samples = LightTrace().samples(text, dot: 0.7, seed: 8)
    #expect(SequenceDecoder.read(samples, options: TimingDecoder.Options())?.text == text)
  }

  /// Every mark and gap is off by a normal 0.04 of a dot, which adds up.
  @Test("are read where keying is unsteady, over a long message with long silence around it")
  func unsteady() {
    var random = SplitMix(state: 5)
    let text = lightTexts.joined(separator: " ")
    var moved = 0.0
    let events = Keying(text, speed: Speed(wpm: 36 / 0.8)).events.map { event in
      defer { moved += 0.04 * 0.8 / 30 * random.normal() }
      return KeyEvent(time: event.time + moved, isDown: event.isDown)
    }
    var trace = LightTrace()
    trace.exposure = 0.9
    trace.lead = 40
    let read = SequenceDecoder.read(
      trace.samples(events, seed: 6), options: TimingDecoder.Options())
    // Not followed at all it is not read, or half of it is wrong.
    #expect(20 * characterErrors(text, read?.text ?? "") < text.count)
  }

  @Test("come with the true speed, times and code", arguments: [0.6, 0.8, 1.0])
  func particulars(dot: Double) throws {
    let samples = LightTrace().samples("PARIS K", dot: dot, seed: 3)
    let message = try #require(SequenceDecoder.read(samples, options: TimingDecoder.Options()))
    #expect(message.characters.map(\.text) == ["P", "A", "R", "I", "S", " ", "K"])
    #expect(message.characters.map(\.code) == [".--.", ".-", ".-.", "..", "...", "", "-.-"])
    for character in message.characters {
      #expect(abs(character.wpm / (36 / dot) - 1) < 0.01)
      #expect((0...1).contains(character.confidence))
    }
    // In dots: P begins at 0 and lasts 11, and K begins at 43 + 7. A dot of one frame keeps in step
    // with the frames, whose closed shutter then hides the edges.
    let unit = dot / 30
    #expect(abs(message.characters[0].time) < 0.4 * unit)
    #expect(abs(message.characters[0].duration - 11 * unit) < 0.3 * unit)
    #expect(abs(message.characters[6].time - 50 * unit) < 0.4 * unit)
    #expect(message.evidence > 20)
  }

  @Test("heed speeds that were asked for")
  func speeds() {
    let samples = LightTrace().samples("HELP US", dot: 0.8, seed: 4)
    #expect(
      SequenceDecoder.read(samples, options: TimingDecoder.Options(speeds: 44...46))?.text
        == "HELP US")
    #expect(
      SequenceDecoder.read(samples, options: TimingDecoder.Options(speeds: 24...26))?.text
        != "HELP US")
  }

  @Test(
    "say of themselves where they are uncertain: of characters at 0.9 and more nine in ten are right"
  )
  func confidence() {
    var sure = 0
    var right = 0
    var trace = LightTrace()
    trace.exposure = 0.5
    for (index, text) in lightTexts.enumerated() {
      for seed in 0..<3 {
        // Half a frame a dot at half exposure: where some dots and gaps are lost.
        let samples = trace.samples(text, dot: 0.52, seed: UInt64(40 * index + seed + 5))
        guard let read = SequenceDecoder.read(samples, options: TimingDecoder.Options()) else {
          continue
        }
        let truth = Keying(text, speed: Speed(wpm: 36 / 0.52))
        for character in read.characters where character.confidence >= 0.9 && character.code != "" {
          sure += 1
          if truth.keys(character) { right += 1 }
        }
      }
    }
    #expect(sure > 100)
    #expect(Double(right) >= 0.9 * Double(sure))
  }

  @Test("a short text whose dots last a frame is evidence", arguments: ["OK", "CQ", "TEST", "SOS"])
  func shortTexts(text: String) throws {
    for seed in UInt64(1)...4 {
      let samples = LightTrace().samples(text, dot: 1, seed: seed)
      let read = try #require(SequenceDecoder.read(samples, options: TimingDecoder.Options()))
      #expect(read.text == text)
      // More than a picture of which no part is pointed out asks of the only place that stands out.
      #expect(read.evidence > 6.9)
    }
  }
}

extension Keying {
  /// Whether the key went down as `character` says, within half a dot.
  fileprivate func keys(_ character: DecodedCharacter) -> Bool {
    let dot = 1.2 / character.wpm
    var time = character.time
    for element in character.code {
      let end = time + (element == "-" ? 3 : 1) * dot
      let down = events.contains { $0.isDown && abs($0.time - time) < 0.5 * dot }
      let up = events.contains { !$0.isDown && abs($0.time - end) < 0.5 * dot }
      guard down, up else { return false }
      time = end + dot
    }
    return true
  }
}

import MorseCode
import Testing

@testable import Receiver

@Suite struct DoubtTests {
  /// A text sent by dots of 80 ms.
  private func message(_ text: String, confidence: Double = 0.9) -> DecodedMessage {
    let characters = text.enumerated().map { index, sign in
      let code = sign == " " ? "" : CodeTable.international.codes[String(sign)] ?? "?"
      return DecodedCharacter(
        text: String(sign), code: code, time: Double(index),
        duration: code.isEmpty ? 0.5 : 0.08 * Double(units(code)), confidence: confidence, wpm: 15)
    }
    return DecodedMessage(characters: characters, evidence: 0)
  }

  private func units(_ code: String) -> Int {
    code.reduce(code.count - 1) { $0 + ($1 == "-" ? 3 : 1) }
  }

  @Test(arguments: ["SOS", "SOS SOS", "SOSSOSSOS", "OSSOSSO", "S SOS"])
  func `SOS is likelier than other letters, joined late or cut too`(text: String) {
    #expect(Doubt.weight(of: message(text), frame: 1.0 / 30, swing: 100) < 0)
  }

  @Test(arguments: ["SO", "SOSA", "ESOS", "SSS", "OOO", "ABC", "OSO"])
  func `other texts are as likely as their letters`(text: String) {
    #expect(Doubt.weight(of: message(text), frame: 1.0 / 30, swing: 100) == 0)
  }

  @Test(arguments: [
    ("SSSSS5", true), ("TEST", true), ("MEET", true), ("MEETA", false), ("SOS", false),
    ("TOSOS", false), ("", true),
  ])
  func `letters of one kind of mark each are those that shapes in groups make, but for SOS`(
    text: String, isOfOneKind: Bool
  ) {
    #expect(Doubt.hasOneKindOfLetters(message(text).characters) == isOfOneKind)
  }

  @Test func `eight of a kind are a light that repeats`() {
    #expect(Doubt.weight(of: message("SSSSSSSS"), frame: 1.0 / 30, swing: 100) == .infinity)
    #expect(Doubt.weight(of: message("TEEEEEEI"), frame: 1.0 / 30, swing: 100) == .infinity)
    #expect(Doubt.weight(of: message("SSSS"), frame: 1.0 / 30, swing: 100) == 0)
  }

  @Test func `lone flashes, which are surely an E, make unsure letters no text`() {
    let flashes = message("EEETEEETE", confidence: 0.999).characters
    let letters = message("J0B4Y1", confidence: 0.2).characters
    let mixed = DecodedMessage(characters: flashes + letters, evidence: 0)
    #expect(Doubt.weight(of: mixed, frame: 1.0 / 30, swing: 100) == .infinity)
  }

  @Test func `letters that stand alone are no text where dots hardly fill a frame`() {
    let flicker = message("T B R E B N I A A N T M I TE N T M T P T G")
    #expect(Doubt.weight(of: flicker, frame: 1.0 / 15, swing: 100) == .infinity)
    // Sent slowly, a pause after each letter is a beginner's.
    #expect(Doubt.weight(of: flicker, frame: 1.0 / 30, swing: 100) == 0)
    #expect(
      Doubt.weight(of: message("I AM AT A BAY K"), frame: 1.0 / 15, swing: 100) < .infinity)
    #expect(Doubt.weight(of: message("R U OK"), frame: 1.0 / 15, swing: 100) < .infinity)
  }

  @Test(arguments: [(1.5, true), (0.4, false)])
  func `pauses between words are not far longer than those between letters`(
    pause: Double, isFlicker: Bool
  ) {
    var time = 0.0
    var characters = message("KE IE EN 6IE EM IT").characters
    for index in characters.indices {
      characters[index].time = time
      if characters[index].code.isEmpty { characters[index].duration = pause }
      // Between letters 0.15 s.
      let isLast = index + 1 == characters.count || characters[index + 1].code.isEmpty
      time += characters[index].duration + (isLast || characters[index].code.isEmpty ? 0 : 0.15)
    }
    let weight = Doubt.weight(
      of: DecodedMessage(characters: characters, evidence: 0), frame: 1.0 / 15, swing: 100)
    #expect((weight == .infinity) == isFlicker)
  }

  @Test func `few letters far from each other are no text where dots hardly fill a frame`() {
    var flicker = message("S S E 1 M")
    for index in flicker.characters.indices where flicker.characters[index].code.isEmpty {
      flicker.characters[index].duration = 6
    }
    #expect(Doubt.weight(of: flicker, frame: 1.0 / 15, swing: 100) == .infinity)
    #expect(Doubt.weight(of: flicker, frame: 1.0 / 30, swing: 100) == 0)
    #expect(Doubt.weight(of: message("S S E 1 M"), frame: 1.0 / 15, swing: 100) < .infinity)
  }

  @Test(arguments: [(1.0, false), (1.8, false), (4, true), (0.3, true)])
  func `signs that keep no time at all are no text`(stretch: Double, isRefused: Bool) {
    var text = message("LAMP TEST OK")
    for index in [0, 4, 9] { text.characters[index].duration *= stretch }
    #expect((Doubt.weight(of: text, frame: 1.0 / 30, swing: 100) == .infinity) == isRefused)
    // A single one may be a slip.
    var slip = message("LAMP TEST OK")
    slip.characters[1].duration *= stretch
    #expect(Doubt.weight(of: slip, frame: 1.0 / 30, swing: 100) == 0)
    // All of them are a fist.
    var fist = message("LAMP TEST OK")
    for index in fist.characters.indices { fist.characters[index].duration *= stretch }
    #expect(Doubt.weight(of: fist, frame: 1.0 / 30, swing: 100) == 0)
  }

  @Test(arguments: [(0.5, 0.85, true), (1.1, 0.85, true), (1.1, 0.9, false), (2, 0.85, false)])
  func `the nearer dots are to a frame, the surer letters must be`(
    frames: Double, confidence: Double, isRefused: Bool
  ) {
    let text = message("LAMP TEST OK", confidence: confidence)
    let weight = Doubt.weight(of: text, frame: 0.08 / frames, swing: 100)
    #expect((weight == .infinity) == isRefused)
  }

  @Test func `what says one letter again and again in a word is a thing that turns`() {
    for text in ["EDDDDD", "EDDDDDDDNNNDB", "RNWMMMWWWW"] {
      #expect(Doubt.weight(of: message(text), frame: 1.0 / 30, swing: 100) == .infinity)
    }
    for text in [
      "VVV DE F5RN", "VVVVV DE F5RN", "EDDDD", "00000", "SEE THE TREE", "VVV VVV DE K",
      "RRR VVV DE K",
      "HMMM OHHH I DO NOT KNOW",
    ] {
      #expect(Doubt.weight(of: message(text), frame: 1.0 / 30, swing: 100) == 0)
    }
  }

  @Test func `a dozen of two brief kinds are a light that repeats in two ways`() {
    #expect(Doubt.weight(of: message("ITITTITITTITITTITIT"), frame: 0.04, swing: 100) == .infinity)
    let flicker = message("T ET ET IN ET EN EN IT ED ET EN IT IN")
    #expect(Doubt.weight(of: flicker, frame: 0.04, swing: 100) == .infinity)
    #expect(Doubt.weight(of: message("CQCQCQCQCQCQ"), frame: 0.04, swing: 100) == 0)
    #expect(Doubt.weight(of: message("EATTENTIONTEAM"), frame: 0.04, swing: 100) == 0)
  }

  @Test func `a dozen of dots alone are a flicker with omissions`() {
    let flicker = message("T5EIIHESEHS5HEEIHESEHSH5IESSHE5SEEES5EEDEIIEHSEE30")
    #expect(Doubt.weight(of: flicker, frame: 0.04, swing: 100) == .infinity)
    #expect(Doubt.weight(of: message("SHE SEES HIS"), frame: 0.04, swing: 100) == 0)
    #expect(Doubt.weight(of: message("SHE SEES HIS FISH IN THE SEA"), frame: 0.04, swing: 100) == 0)
  }

  @Test func `letters of which more than one in five is any other are no text`() {
    let unsure = message("OA AE1", confidence: 0.75)
    #expect(Doubt.weight(of: unsure, frame: 1.0 / 30, swing: 100) == .infinity)
    let sure = message("OA AE1", confidence: 0.85)
    #expect(Doubt.weight(of: sure, frame: 1.0 / 30, swing: 100) == 0)
  }

  @Test func `dots shorter than a frame are read without doubt or not at all`() {
    #expect(
      Doubt.weight(of: message("HELLO", confidence: 0.85), frame: 0.09, swing: 100) == .infinity)
    #expect(
      Doubt.weight(of: message("HELLO", confidence: 0.85), frame: 0.06, swing: 100) < .infinity)
    #expect(
      Doubt.weight(of: message("HELLO", confidence: 0.99), frame: 0.09, swing: 100) < .infinity)
  }

  @Test func `dots shorter than a frame without a dash are a flicker`() {
    let brief = message("H S", confidence: 0.99)
    #expect(Doubt.weight(of: brief, frame: 0.09, swing: 100) == .infinity)
    #expect(Doubt.weight(of: brief, frame: 0.04, swing: 100) == 0)
    let dashed = message("H T", confidence: 0.99)
    #expect(Doubt.weight(of: dashed, frame: 0.09, swing: 100) < .infinity)
  }

  @Test func `dots that hardly fill a frame are doubted`() {
    #expect(Doubt.weight(of: message("HELLO"), frame: 0.07, swing: 100) > 0)
    #expect(Doubt.weight(of: message("HELLO"), frame: 0.05, swing: 100) == 0)
  }

  @Test func `light of a step or two that changes from frame to frame is rounding`() {
    #expect(Doubt.weight(of: message("HELLO"), frame: 0.07, swing: 1.5) == .infinity)
    #expect(Doubt.weight(of: message("HELLO"), frame: 0.07, swing: 2.5) < .infinity)
    #expect(Doubt.weight(of: message("HELLO"), frame: 0.04, swing: 1.5) == 0)
  }

  @Test(arguments: [nil, 8])
  func `a faint light that is as fast may be a codec's rounding`(swing: Double?) {
    let clear = Doubt.weight(of: message("HELLO"), frame: 0.07, swing: 100)
    #expect(Doubt.weight(of: message("HELLO"), frame: 0.07, swing: swing) > clear + 6)
  }

  @Test(
    arguments: [
      (100, 1.0 / 30, true, true), (100, 1.0 / 30, false, false), (10, 1.0 / 30, true, false),
      (100, 0.07, true, false),
    ] as [(Double, Double, Bool, Bool)])
  func `a bright light that is switched in no hurry, and alone, is likelier a lamp`(
    swing: Double, frame: Double, isPlain: Bool, isWorth: Bool
  ) {
    let plainness = Doubt.plainness(
      of: message("TEST"), frame: frame, swing: swing, isPlain: isPlain)
    #expect((plainness > 0) == isWorth)
  }
}

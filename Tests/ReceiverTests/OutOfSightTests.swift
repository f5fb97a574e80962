import MorseCode
import Photometry
import Scene
import Testing

@testable import Receiver

/// What was sent while a camera had turned away is not known, nor what was sent in part.
@Suite(.timeLimit(.minutes(10))) struct OutOfSightTests {
  /// Ten samples a second: "-" in sight, "x" out of it.
  private static func outOfSight(_ marbles: String) -> OutOfSight {
    var outOfSight = OutOfSight()
    for (index, marble) in marbles.enumerated() {
      outOfSight.consume(
        BrightnessSample(time: 0.1 * Double(index), brightness: 0, isInSight: marble == "-"))
    }
    return outOfSight
  }

  /// A letter a second, of 0.4 seconds, with dots of 0.1 seconds; " " is a gap between words.
  private static func characters(_ text: String, from start: Double = 0) -> [DecodedCharacter] {
    text.enumerated().map { index, character in
      DecodedCharacter(
        text: String(character), code: character == " " ? "" : "..",
        time: start + Double(index), duration: 0.4, confidence: 0.9, wpm: 12)
    }
  }

  private static func string(_ characters: [DecodedCharacter]) -> String {
    characters.map(\.text).joined()
  }

  @Test(arguments: [
    ("----------------------------------------", "ABCD"),
    // B lasts from 1.0 to 1.4.
    ("-----------xx---------------------------", "A CD"),
    // Out of sight two dots before it, or after it: it may have begun before, or gone on.
    ("-------xx-------------------------------", "A CD"),
    ("---------------xxx----------------------", "A CD"),
    // Three dots are a gap between letters.
    ("-------x--------------------------------", "ABCD"),
    ("-----------------x----------------------", "ABCD"),
    ("------------x---------------------------", "A CD"),
    ("xx--------------------------------------", "BCD"),
    ("-------------------------------xxxxxxxxx", "ABC"),
    ("-----------xxxxxxxxxxxxx----------------", "A D"),
  ])
  func `signs that may be parts of others are left out`(marbles: String, text: String) {
    let outOfSight = Self.outOfSight(marbles)
    #expect(Self.string(outOfSight.seen(Self.characters("ABCD")).characters) == text)
  }

  /// B lasts from 1.0 to 1.4; a gap within a sign from dot to dot is 0.1.
  @Test(arguments: [
    (hidden: 0.6...0.9, text: "A CD"), (0.6...0.8, "ABCD"),
    (1.5...1.8, "A CD"), (1.6...1.8, "ABCD"),
  ])
  func `a sign is whole where dark was seen for longer than a gap within it`(
    hidden: ClosedRange<Double>, text: String
  ) {
    var outOfSight = OutOfSight()
    for index in 0..<400 {
      let time = 0.01 * Double(index)
      outOfSight.consume(
        BrightnessSample(
          time: time, brightness: 0,
          isInSight: !(hidden.lowerBound < time && time < hidden.upperBound)))
    }
    #expect(Self.string(outOfSight.seen(Self.characters("ABCD")).characters) == text)
  }

  /// Signs of 0.4 seconds with gaps of a dot, 0.1, between them, but for one of three dots; B begins at 1.0.
  @Test(arguments: [("AB CD", "CD"), ("AB CD EF", "CD EF"), ("ABC D", "D"), ("A BC", "A")])
  func `what is joined to a part of a sign is a part of it`(sent: String, text: String) {
    var (time, signs) = (0.5, [DecodedCharacter]())
    for character in sent {
      guard character != " " else {
        time += 0.2
        continue
      }
      signs.append(
        DecodedCharacter(
          text: String(character), code: "..", time: time, duration: 0.4, confidence: 0.9, wpm: 12))
      time += 0.5
    }
    // Nothing was seen before A, or from within C on.
    let outOfSight = Self.outOfSight(
      text == "A" ? "------------------xxxxxxxxxxx" : "xxxxxx-----------------------------------")
    #expect(Self.string(outOfSight.seen(signs).characters) == text.filter { $0 != " " })
  }

  @Test func `what is shorter than a dot hides no sign`() {
    var outOfSight = OutOfSight()
    for index in 0..<100 {
      outOfSight.consume(
        BrightnessSample(time: 0.04 * Double(index), brightness: 0, isInSight: index != 30))
    }
    #expect(Self.string(outOfSight.seen(Self.characters("ABCD")).characters) == "ABCD")
  }

  @Test func `one gap between words is left where some signs and gaps were`() {
    let outOfSight = Self.outOfSight("-----------xxxxxxxxxxxxxxxxxxxxx--------")
    let seen = outOfSight.seen(Self.characters("A B C"))
    #expect(Self.string(seen.characters) == "A C")
    #expect(seen.cut == nil)
  }

  @Test func `a sign that follows what was left out before comes after a gap`() {
    let outOfSight = Self.outOfSight("-----------xxx--------------------------")
    let first = outOfSight.seen(Self.characters("AB"))
    #expect(Self.string(first.characters) == "A")
    #expect(first.cut?.text == "B")
    let next = outOfSight.seen(
      Self.characters("CD", from: 2), after: first.characters.last,
      cut: first.cut)
    #expect(Self.string(next.characters) == " CD")
  }

  /// A message to 1.4 s, and one that begins at 11 s, or at 6 s; a second a marble.
  @Test(arguments: [
    ("---xxxxxxxx----", 11.0, 1.0, ["AB CD"]), ("--xxx---xxx----", 11, 1, ["AB CD"]),
    // Five seconds of dark were seen, or what came back is another light's.
    ("----xx-----xxxx", 11, 1, ["AB", "CD"]), ("---xxxxxxxx----", 11, -6, ["AB", "CD"]),
    // Never out of sight.
    ("---------------", 11, 1, ["AB", "CD"]), ("---------------", 6, 1, ["AB", "CD"]),
    ("---xx----------", 6, 1, ["AB CD"]),
  ])
  func `what is parted by nothing but a time out of sight is one message`(
    marbles: String, begin: Double, evidence: Double, texts: [String]
  ) {
    let joined = Self.joined(marbles, begin: begin, evidence: evidence) { $0 }
    #expect(joined.map(\.text) == texts)
    #expect(joined.map(\.evidence).reduce(0, +) == 9 + evidence)
  }

  @Test func `what is not believed as one message stays two`() {
    let joined = Self.joined("---xxxxxxxx----", begin: 11, evidence: 1) { message in
      DecodedMessage(
        characters: message.characters,
        evidence: message.text == "AB CD" ? -.infinity : message.evidence)
    }
    #expect(joined.map(\.text) == ["AB", "CD"])
    #expect(joined.map(\.evidence) == [9, 1])
  }

  private static func joined(
    _ marbles: String, begin: Double, evidence: Double,
    judged: (DecodedMessage) -> DecodedMessage
  ) -> [DecodedMessage] {
    var outOfSight = OutOfSight()
    for (index, marble) in marbles.enumerated() {
      outOfSight.consume(
        BrightnessSample(time: Double(index), brightness: 0, isInSight: marble == "-"))
    }
    return outOfSight.joined(
      [
        DecodedMessage(characters: characters("AB"), evidence: 9),
        DecodedMessage(characters: characters("CD", from: begin), evidence: evidence),
      ], judged: judged)
  }

  @Test func `samples that are given anew are in place of what was given`() {
    var outOfSight = Self.outOfSight("-----xxxxxxxxxx-----")
    for index in 8..<20 {
      outOfSight.consume(BrightnessSample(time: 0.1 * Double(index), brightness: 0))
    }
    #expect(outOfSight.spans == [0.4...0.8])
  }

  @Test func `live, what may be part of a sign is not told`() {
    var text = LiveText()
    for character in Self.characters("ABCD") { text.append(character) }
    let outOfSight = Self.outOfSight("-----------xxx--------------------------")
    #expect(Self.string(text.tell(by: [], outOfSight: outOfSight)) == "A CD")
    #expect(Self.string(text.told) == "A CD")
  }

  /// What is left of `whole` in `text`: nil where that is not `whole` without one piece.
  private static func missing(of whole: String, in text: String) -> Int? {
    let start = zip(whole, text).prefix { $0 == $1 }.count
    let end = zip(whole.reversed(), text.reversed()).prefix { $0 == $1 }.count
    // The gap is one between words, wherever it was.
    return start + end + 1 >= text.count ? whole.count - text.count : nil
  }

  @Test(arguments: [7202, 7203, 7205] as [UInt64])
  func `a pan loses only what was out of sight`(seed: UInt64) throws {
    let scene = try #require(SceneCatalogue.named("pan")).scene(seed: seed, seconds: 0)
    let texts = scene.textsRead()
    #expect(texts.count == 1)
    let missing = try #require(Self.missing(of: scene.lamps[0].text, in: texts.first ?? ""))
    // Out of sight for three seconds: at 15 WPM three or four signs and those that were cut.
    #expect((1...7).contains(missing))
  }

  @Test(arguments: [7203, 7204] as [UInt64])
  func `live, a pan loses only what was out of sight`(seed: UInt64) throws {
    let scene = try #require(SceneCatalogue.named("pan")).scene(seed: seed, seconds: 0)
    var receiver = LiveReceiver(options: ReceiverOptions())
    var text = ""
    func take(_ received: [Received]) {
      for case .character(_, let character) in received { text += character.text }
    }
    for picture in scene.pictures() {
      take(picture.withFrame { frame in receiver.consume(frame) })
    }
    take(receiver.finish())
    let missing = try #require(Self.missing(of: scene.lamps[0].text, in: text), "\(text)")
    #expect((1...7).contains(missing))
  }
}

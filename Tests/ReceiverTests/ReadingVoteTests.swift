import MorseCode
import Testing

@testable import Receiver

/// Readings as marbles: a letter begins where it stands and lasts to its last `_`, each a dot; a space is a word gap.
@Suite struct ReadingVoteTests {
  /// - Parameter unsure: How sure it is of letters, by their index among all characters; it is sure of the others.
  private static func reading(
    _ marbles: String, unsure: [Int: Double] = [:]
  ) -> [DecodedCharacter] {
    let dot = 0.1
    var characters: [DecodedCharacter] = []
    for (column, marble) in marbles.enumerated() where marble != "_" && marble != "." {
      characters.append(
        DecodedCharacter(
          text: String(marble), code: marble == " " ? "" : String(marble),
          time: dot * Double(column), duration: dot,
          confidence: unsure[characters.count] ?? 0.999, wpm: 12))
    }
    for (column, marble) in marbles.enumerated() where marble == "_" {
      let begun = characters.lastIndex { $0.time < dot * Double(column) }
      if let begun {
        characters[begun].duration = dot * Double(column + 1) - characters[begun].time
      }
    }
    return characters
  }

  private static func text(_ characters: [DecodedCharacter]) -> String {
    characters.map(\.text).joined()
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let own: String
    var unsure: [Int: Double] = [:]
    let other: String
    var otherUnsure: [Int: Double] = [:]
    let voted: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Case(
      name: "a letter of which the other is surer",
      own: "R_______.O____.X____", unsure: [0: 0.9], other: "F_______.O____.X____", voted: "FOX"),
    Case(
      name: "a letter of which the other is less sure",
      own: "F_______.O____.X____", unsure: [0: 0.9], other: "R_______.O____.X____",
      otherUnsure: [0: 0.8], voted: "FOX"),
    Case(
      name: "the last letter", own: "O____.V____", unsure: [1: 0.85], other: "O____.K____",
      voted: "OK"),
    Case(
      name: "two letters for one", own: "A____.U____.B____", unsure: [1: 0.7],
      other: "A____.S__.T.B____", voted: "ASTB"),
    Case(
      name: "one letter for two", own: "C____.E.T__. K____", unsure: [1: 0.7],
      other: "C____.A____. K____", voted: "CA K"),
    Case(
      name: "a gap within what is disputed", own: "C____.N____.K____", unsure: [1: 0.7],
      other: "C____.T. E_.K____", voted: "CT EK"),
    Case(
      name: "a dot that is missing between letters that are shared",
      own: "O____.I_....T____", unsure: [1: 0.7], other: "O____.S____.T____", voted: "OST"),
    Case(
      name: "what begins before the reading is left out", own: "......O____.X____",
      unsure: [0: 0.6],
      other: "T____.O____.X____", voted: "OX"),
    Case(
      name: "what the other did not see", own: "B____.R____.O____", unsure: [0: 0.5, 1: 0.5],
      other: "............O____", voted: "BRO"),
    Case(
      name: "a last letter of which the other saw but the beginning", own: "O____.K____",
      unsure: [1: 0.6], other: "O____.T__", voted: "OK"),
  ])
  func `a stretch is read as the surer reading has it`(_ example: Case) {
    let vote = ReadingVote(
      Self.reading(example.own, unsure: example.unsure),
      among: [Self.reading(example.other, unsure: example.otherUnsure)])
    #expect(Self.text(vote.characters) == example.voted)
  }

  @Test func `several that are less sure do not outvote one`() {
    let own = Self.reading("F____.O____", unsure: [0: 0.95])
    let other = Self.reading("R____.O____", unsure: [0: 0.9])
    #expect(Self.text(ReadingVote(own, among: [other, other]).characters) == "FO")
  }

  @Test func `of those that are sure the reading itself is right`() {
    let own = Self.reading("F____.O____", unsure: [0: 0.991])
    let other = Self.reading("R____.O____", unsure: [0: 0.999])
    #expect(Self.text(ReadingVote(own, among: [other]).characters) == "FO")
  }

  /// Two signs of which the gap between is filled make one that is too long.
  @Test
  func `of readings that are sure, one is taken whose signs have the length that they should`() {
    func sign(_ code: String, _ time: Double, dots: Double) -> DecodedCharacter {
      DecodedCharacter(
        text: code, code: code, time: time, duration: dots / 10, confidence: 0.999, wpm: 12)
    }
    let before = [sign("-.-", 0, dots: 9), sign(".-", 1.2, dots: 5)]
    let filled = before + [sign("..-", 2, dots: 11)]
    let apart = before + [sign("...", 2, dots: 5), sign("-", 2.8, dots: 3)]
    #expect(
      ReadingVote(filled, among: [apart]).characters.map(\.text) == ["-.-", ".-", "...", "-"])
    #expect(ReadingVote(apart, among: [filled]).characters == apart)
  }

  /// Marks that end late, or letters that are wide apart, change the length of all signs.
  @Test func `a sign that is as short as all others is none too short`() {
    func sign(_ code: String, _ time: Double, dots: Double) -> DecodedCharacter {
      DecodedCharacter(
        text: code, code: code, time: time, duration: 0.7 * dots / 10, confidence: 0.999, wpm: 12)
    }
    let rest = [sign("---", 2, dots: 11), sign("-.-", 4, dots: 9)]
    let own = [sign("-.-.", 0, dots: 11)] + rest
    let other = [sign(".", 0, dots: 3), sign(".-.", 0.28, dots: 7)] + rest
    #expect(ReadingVote(own, among: [other]).characters == own)
  }

  @Test func `letters that are shared keep their times`() {
    let own = Self.reading("R____.O____", unsure: [0: 0.8])
    let voted = ReadingVote(own, among: [Self.reading("F____.O____")]).characters
    #expect(voted.map(\.text) == ["F", "O"])
    #expect(voted.last == own.last)
  }
}

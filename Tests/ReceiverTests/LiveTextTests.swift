import MorseCode
import Testing

@testable import Receiver

/// What is told of a message while it comes, where it is read once more.
@Suite struct LiveTextTests {
  /// Characters side by side, a second each, with codes of their own; "_" stands for none.
  private static func characters(_ text: String, from start: Double = 0) -> [DecodedCharacter] {
    text.enumerated().filter { $0.element != "_" }.map { index, character in
      DecodedCharacter(
        text: String(character), code: character == " " ? "" : String(character),
        time: start + Double(index), duration: 0.8, confidence: 0.9, wpm: 12)
    }
  }

  private static func text(_ live: String) -> LiveText {
    var text = LiveText()
    for character in characters(live) { text.append(character) }
    return text
  }

  private static func string(_ characters: [DecodedCharacter]) -> String {
    characters.map(\.text).joined()
  }

  @Test(arguments: [
    ("FOVER 4", "ROVER 4", "ROVER 4", ""), ("FOVER 42", "ROVER", "ROVER", " 42"),
    ("O4ER", "OVER AND", "OVER", ""),
    // Not read again: as the decoder settled on it. The gap may yet be none.
    ("FOVER ", "", "FOVER", " "),
    // Where they hardly agree, either may be wrong.
    ("FIND", "HIHH", "", "FIND"), ("MEET", "____T", "", "MEET"),
  ])
  func `it is told as the whole says, as far as both see the same character end`(
    live: String, whole: String, told: String, waiting: String
  ) {
    var text = Self.text(live)
    #expect(Self.string(text.tell(by: Self.characters(whole))) == told)
    #expect(Self.string(text.told) == told)
    #expect(Self.string(text.waiting) == waiting)
  }

  @Test func `what was told stands, and the whole goes on from its end`() {
    var text = Self.text("ROV")
    _ = text.tell(by: Self.characters("ROV"))
    for character in Self.characters("___EN 4") { text.append(character) }
    #expect(Self.string(text.tell(by: Self.characters("XYVER 4"))) == "ER 4")
    #expect(Self.string(text.told) == "ROVER 4")
  }

  @Test func `what agrees with nothing is told when too much waits, or the message is over`() {
    var long = Self.text("ABCDEFGH")
    #expect(Self.string(long.tell(by: Self.characters("XYZ", from: 0.4))) == "ABCDEFGH")
    var over = Self.text("FIND")
    #expect(
      Self.string(over.tell(by: Self.characters("SEND HELP", from: 0.4), isOver: true))
        == "SEND HELP")
    #expect(!over.isWaiting)
  }
}

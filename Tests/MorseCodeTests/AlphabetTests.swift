import MorseCode
import Testing

@Suite struct AlphabetTests {
  @Test(
    "Texts are read back in their alphabet",
    arguments: [
      (Alphabet.cyrillic, "ПРИВЕТ МИР 73"), (.greek, "ΚΑΛΗΜΕΡΑ ΚΟΣΜΕ"), (.hebrew, "שלומ עולמ"),
      (.arabic, "سلام"), (.wabun, "イロハニホヘト"), (.wabun, "カ\u{3099}ハ\u{309A}"),
    ])
  func alphabets(alphabet: Alphabet, text: String) {
    let keying = Keying(text, speed: Speed(wpm: 12), table: alphabet.table)
    #expect(keying.unknown.isEmpty)
    let options = TimingDecoder.Options(alphabet: alphabet)
    #expect(
      recorded(keying.events, until: (keying.events.last?.time ?? 0) + 1, options: options) == text)
  }

  @Test("No code of an alphabet prints two things", arguments: Alphabet.allCases)
  func unambiguous(alphabet: Alphabet) {
    let table = alphabet.table
    for (text, code) in table.codes { #expect(table.texts[code] != nil, "\(text)") }
    for (code, text) in table.texts { #expect(table.codes[text] == code, "\(text)") }
  }
}

/// How a part of a line is shown: the control sequences of ECMA-48.
enum TerminalStyle: String {
  case bold = "1"
  case dim = "2"
  case lit = "7;1"
  case lamp = "1;33"
  case warning = "31"

  func apply(_ text: String) -> String {
    text.isEmpty ? "" : "\u{1b}[\(rawValue)m\(text)\u{1b}[0m"
  }

  /// Columns that text without control sequences takes: East Asian wide characters take two.
  static func width(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.value {
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
      return 2
    default: return 1
    }
  }

  /// As much of the beginning as `columns` hold; what would move the cursor is left out.
  static func cut(_ text: String, to columns: Int) -> String {
    var cut = ""
    var used = 0
    for character in text where !character.unicodeScalars.contains(where: { $0.value < 32 }) {
      used += width(character)
      if used > columns { break }
      cut.append(character)
    }
    return cut
  }
}

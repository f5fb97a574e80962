/// Keeps the view at the bottom of a terminal while text scrolls above it: a pure state machine that
/// says which control sequences (ECMA-48, DEC's scrolling region) to write.
struct TerminalScreen: Hashable {
  struct Size: Hashable {
    var columns: Int
    var rows: Int
  }

  private struct Reserved: Hashable {
    var rows: Int
    var size: Size
  }

  /// What was set aside at the bottom, for which size.
  private var reserved: Reserved?

  /// Rows that the view may take of a terminal: at least three stay for the text.
  static func room(in size: Size) -> Int { max(size.rows - 3, 0) }

  /// Shows `lines` at the bottom. The cursor stays where the text goes on.
  mutating func draw(_ lines: [String], size: Size) -> String {
    var output = ""
    let wanted = Reserved(rows: lines.count, size: size)
    if reserved != wanted {
      output += finish()
      guard !lines.isEmpty, lines.count < size.rows else { return output }
      // Rows are made free below the cursor, then kept out of the scrolling.
      output += String(repeating: "\n", count: lines.count) + "\u{1b}[\(lines.count)A"
      output += "\u{1b}7\u{1b}[1;\(size.rows - lines.count)r\u{1b}8"
      reserved = wanted
    }
    output += "\u{1b}7\u{1b}[?25l"
    for (index, line) in lines.enumerated() {
      output += "\u{1b}[\(size.rows - lines.count + index + 1);1H\u{1b}[2K" + line
    }
    return output + "\u{1b}8\u{1b}[?25h"
  }

  /// Gives the rows back, and clears them.
  mutating func finish() -> String {
    guard reserved != nil else { return "" }
    reserved = nil
    return TerminalScreen.reset
  }

  /// All of the terminal scrolls again, nothing is below the cursor, and the cursor shows.
  static let reset = "\u{1b}7\u{1b}[r\u{1b}8\u{1b}[J\u{1b}[?25h"
}

/// A text as key events.
public struct Keying: Sendable {
  /// Alternating down and up, the first at 0 seconds.
  public let events: [KeyEvent]
  /// What in the text has no code and was left out.
  public let unknown: [String]

  /// Keys `text` (case does not matter; prosigns in angle brackets: `<SK>`) with exact timing.
  public init(_ text: String, speed: Speed, table: CodeTable = .international) {
    var events: [KeyEvent] = []
    var unknown: [String] = []
    var time = 0.0
    var gap = 0.0
    for word in text.uppercased().split(whereSeparator: \.isWhitespace) {
      for sign in Keying.signs(of: word) {
        guard let code = table.codes[sign] else {
          unknown.append(sign)
          continue
        }
        time += gap
        for (index, element) in code.enumerated() {
          if index > 0 { time += speed.dot }
          events.append(KeyEvent(time: time, isDown: true))
          time += element == "." ? speed.dot : speed.dashRatio * speed.dot
          events.append(KeyEvent(time: time, isDown: false))
        }
        gap = 3 * speed.gapDot
      }
      if gap > 0 { gap = 7 * speed.gapDot }
    }
    self.events = events
    self.unknown = unknown
  }

  /// Single characters, and `<...>` as one.
  private static func signs(of word: Substring) -> [String] {
    var signs: [String] = []
    var rest = word
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">") {
        signs.append(String(rest[...end]))
        rest = rest[rest.index(after: end)...]
      } else {
        signs.append(String(first))
        rest = rest.dropFirst()
      }
    }
    return signs
  }
}

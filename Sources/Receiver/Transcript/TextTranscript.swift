import MorseCode

/// Writes what is received as text: a line a message.
///
/// One lamp's text streams as it becomes certain; where several lamps or files are known, whole
/// lines are written and say whose they are. Pure: `consume` returns what is to be written.
public struct TextTranscript: Sendable {
  private let file: String?
  private var lamps: Int
  /// What of the message under way has been streamed.
  private var streamed = ""
  /// A word gap is written with the sign that follows it: no line ends with a space.
  private var gap = ""
  private var cutOff: (lamp: Int, text: String)?

  /// - Parameters:
  ///   - file: the input's name, where there are several.
  ///   - lamps: how many lamps are known before the first is written; a recording knows all.
  public init(file: String? = nil, lamps: Int = 0) {
    // A name may hold a line's end, or what a terminal takes for a command.
    self.file = file.map { PlainName.text($0) }
    self.lamps = lamps
  }

  private var isStreaming: Bool { file == nil && lamps < 2 }

  public mutating func consume(_ received: Received) -> String {
    switch received {
    case .light: return ""
    case .character(let lamp, let character):
      let ended = know(lamp)
      return ended + (isStreaming ? stream(character.text) : "")
    case .message(let lamp, let message):
      return know(lamp) + end(message, of: lamp)
    }
  }

  /// Ends the line that is under way, if there is one.
  public mutating func finish() -> String {
    defer { streamed = "" }
    return streamed.isEmpty ? "" : "\n"
  }

  private mutating func know(_ lamp: Int) -> String {
    guard lamp > lamps else { return "" }
    let wasStreaming = isStreaming
    lamps = lamp
    guard wasStreaming, !isStreaming, !streamed.isEmpty else { return "" }
    cutOff = (1, streamed)
    return finish()
  }

  private mutating func stream(_ text: String) -> String {
    if text == " " {
      if !streamed.isEmpty { gap = text }
      return ""
    }
    defer { gap = "" }
    streamed += gap + text
    return gap + text
  }

  private mutating func end(_ message: Message, of lamp: Int) -> String {
    gap = ""
    if isStreaming {
      let rest = message.text.hasPrefix(streamed) ? message.text.dropFirst(streamed.count) : ""
      streamed = ""
      return rest + "\n"
    }
    var text = message.text[...]
    if let cut = cutOff, cut.lamp == lamp {
      cutOff = nil
      if text.hasPrefix(cut.text) { text = text.dropFirst(cut.text.count) }
      if text.isEmpty { return "" }
      if text.first == " " { text = text.dropFirst() }
    }
    let name = file.map { $0 + ": " } ?? ""
    return name + (lamps > 1 ? "lamp \(lamp): " : "") + text + "\n"
  }
}

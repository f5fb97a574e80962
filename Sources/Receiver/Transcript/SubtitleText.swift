/// Cuts a growing text into lines for the screen.
enum SubtitleText {
  /// Characters a line, and lines: what subtitling guides agree on (BBC and Netflix: two lines of some
  /// 37 to 42).
  static let width = 42
  static let most = 2

  /// The last two lines of `text`, broken between words. The first of all lines is shorter by `indent`.
  /// As the text grows, lines that are full stay as they are.
  static func lastLines(of text: String, after indent: Int = 0) -> String {
    var lines: [Substring] = []
    var line = ""
    var room = max(8, width - indent)
    func fits(_ count: Int) -> Bool { count <= room }
    for word in text.split(separator: " ") {
      var word = word[...]
      if !line.isEmpty, !fits(line.count + 1 + word.count) {
        lines.append(line[...])
        line = ""
        room = width
      }
      while !fits(word.count) {
        lines.append(word.prefix(room))
        word = word.dropFirst(room)
        room = width
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line[...]) }
    return lines.suffix(most).joined(separator: "\n")
  }
}

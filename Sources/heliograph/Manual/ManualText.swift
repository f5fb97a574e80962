/// Text for mdoc(7), the language of manual pages.
enum ManualText {
  /// As words of a macro's line or of a paragraph: nothing in it is taken for a request.
  static func escaped(_ text: String) -> String {
    var result = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    result = result.replacing("\u{2019}", with: "\\(cq").replacing("`", with: "\\(ga")
    result = result.replacing("\"", with: "\\(dq").replacing("'", with: "\\(aq")
    return result
  }

  /// What mandoc's own style asks a line to stay below: bytes.
  private static let width = 80

  /// A paragraph: sentences begin lines, as mandoc's own style asks for, none of which begins a request.
  static func paragraph(_ text: String) -> String {
    var lines: [String] = [""]
    let words = text.split(separator: " ")
    for (index, word) in words.enumerated() {
      let source = escaped(String(word))
      if let line = lines.last, !line.isEmpty, line.utf8.count + source.utf8.count + 3 > width {
        lines.append("")
      }
      let last = lines.count - 1
      lines[last] += (lines[last].isEmpty ? "" : " ") + source
      let isEnd = word.hasSuffix(".") || word.hasSuffix(".)")
      if isEnd, index + 1 < words.count, words[index + 1].first?.isUppercase == true {
        lines.append("")
      }
    }
    return lines.map { $0.hasPrefix(".") ? "\\&" + $0 : $0 }.joined(separator: "\n") + "\n"
  }

  /// Words as one argument of a macro.
  static func argument(_ text: String) -> String {
    text.contains(" ") ? "\"\(escaped(text))\"" : escaped(text)
  }

  /// A discussion: paragraphs, and indented lines as they stand.
  static func discussion(_ text: String) -> String {
    var result = ""
    var example: [Substring] = []
    func literal(_ lines: [Substring]) -> String {
      ".Bd -literal -offset indent\n" + lines.map { escaped(String($0)) + "\n" }.joined() + ".Ed\n"
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") {
        example.append(line.dropFirst(2))
        continue
      }
      if !example.isEmpty { result += literal(example) }
      example = []
      if !line.isEmpty { result += (result.isEmpty ? "" : ".Pp\n") + paragraph(String(line)) }
    }
    return result + (example.isEmpty ? "" : literal(example))
  }
}

/// Text from elsewhere, made fit for a log, a terminal and a page.
enum PlainText {
  /// Without control characters, marks that turn the direction of writing, and line separators; at
  /// most `limit` characters.
  static func harmless(_ text: String, limit: Int = 500) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      if count > limit { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
        .unassigned:
        result.append(" ")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether `name` may name a station: letters, digits, dots, dashes and low lines.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      } && name != "." && name != ".."
  }
}

/// A name as people are shown it: on one line, without what a terminal takes for a command.
public enum PlainName {
  /// `name` with a space for each control character (Unicode's C0, C1, DEL and the separators of lines).
  public static func text(_ name: String) -> String {
    var plain = ""
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: plain += " "
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }
}

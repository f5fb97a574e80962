/// Characters and their codes (dots and dashes as "." and "-"), both ways.
public struct CodeTable: Sendable {
  /// The code of each character or prosign that the table knows.
  public let codes: [String: String]
  /// What is printed for each code.
  public let texts: [String: String]

  /// `printed` decides what a code prints; `alsoSent` are further names that encode only.
  public init(printed: [String: String], alsoSent: [String: String] = [:]) {
    var texts: [String: String] = [:]
    for (text, code) in printed { texts[code] = text }
    self.texts = texts
    self.codes = printed.merging(alsoSent) { first, _ in first }
  }

  /// ITU-R M.1677-1 and, beyond it, `! & ; _ $`. A sign is printed wherever one exists, a
  /// prosign only where none does.
  public static let international = CodeTable(
    printed: [
      "A": ".-", "B": "-...", "C": "-.-.", "D": "-..", "E": ".", "F": "..-.", "G": "--.",
      "H": "....", "I": "..", "J": ".---", "K": "-.-", "L": ".-..", "M": "--", "N": "-.",
      "O": "---", "P": ".--.", "Q": "--.-", "R": ".-.", "S": "...", "T": "-", "U": "..-",
      "V": "...-", "W": ".--", "X": "-..-", "Y": "-.--", "Z": "--..", "É": "..-..",
      "0": "-----", "1": ".----", "2": "..---", "3": "...--", "4": "....-", "5": ".....",
      "6": "-....", "7": "--...", "8": "---..", "9": "----.",
      ".": ".-.-.-", ",": "--..--", ":": "---...", "?": "..--..", "'": ".----.", "-": "-....-",
      "/": "-..-.", "(": "-.--.", ")": "-.--.-", "\"": ".-..-.", "=": "-...-", "+": ".-.-.",
      "@": ".--.-.",
      "!": "-.-.--", "&": ".-...", ";": "-.-.-.", "_": "..--.-", "$": "...-..-",
      "<SK>": "...-.-", "<CT>": "-.-.-", "<HH>": "........", "<SN>": "...-.", "<SOS>": "...---...",
    ],
    alsoSent: ["×": "-..-", "<AR>": ".-.-.", "<BT>": "-...-", "<AS>": ".-...", "<KN>": "-.--."])
}

import Foundation
import MorseCode

extension Alphabet {
  /// `text` by the signs that have codes: what telegraphy leaves out, it leaves out here.
  func spelling(of text: String) -> String {
    switch self {
    case .international, .cyrillic: text
    // A voicing mark is sent after its sign.
    case .wabun: text.decomposedStringWithCanonicalMapping
    case .greek, .arabic: Self.unmarked(text)
    case .hebrew: String(Self.unmarked(text).map { Self.finalForms[$0] ?? $0 })
    }
  }

  /// Hebrew letters that end a word are written otherwise, and sent alike.
  private static let finalForms: [Character: Character] = [
    "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ",
  ]

  /// Without accents and vowel signs.
  private static func unmarked(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      kept.append(scalar)
    }
    return String(kept)
  }
}

/// How often characters occur, as weights.
struct CharacterFrequencies: Sendable {
  private let weights: [String: Double]
  private let otherwise: Double

  func weight(of sign: String) -> Double {
    if let weight = weights[sign] { return weight }
    return sign.hasPrefix("<") ? min(otherwise, 0.03) : otherwise
  }

  /// Every character as likely as any other; prosigns rare.
  static let flat = CharacterFrequencies(weights: [:], otherwise: 1)

  /// Letters of English (Lewand, "Cryptological Mathematics", 2000, in percent).
  private static let percent: [(letter: String, percent: Double)] = [
    ("E", 12.7), ("T", 9.1), ("A", 8.2), ("O", 7.5), ("I", 7.0), ("N", 6.7), ("S", 6.3),
    ("H", 6.1), ("R", 6.0), ("D", 4.3), ("L", 4.0), ("C", 2.8), ("U", 2.8), ("M", 2.4),
    ("W", 2.4), ("F", 2.2), ("G", 2.0), ("Y", 2.0), ("P", 1.9), ("B", 1.5), ("V", 1.0),
    ("K", 0.8), ("J", 0.15), ("X", 0.15), ("Q", 0.1), ("Z", 0.07),
  ]

  /// Parts of English text that are A, B, ... Z.
  static let english = percent.sorted { $0.letter < $1.letter }.map { $0.percent / 100 }

  /// What telegraphy has besides words: letters, digits and signs of call signs, numbers and groups.
  static let codes: CharacterFrequencies = {
    var weights: [String: Double] = [:]
    for (letter, _) in percent { weights[letter] = 0.3 }
    for digit in 0...9 { weights[String(digit)] = 0.9 }
    for sign in [".", ",", "?", "/"] { weights[sign] = 0.25 }
    return CharacterFrequencies(weights: weights, otherwise: 0.06)
  }()

  /// Letters of English, mixed with `codes`: enough to break ties, too little to rewrite a call sign.
  static let mild: CharacterFrequencies = {
    var weights = codes.weights
    for (letter, percent) in percent { weights[letter, default: 0] += 0.8 * percent }
    return CharacterFrequencies(weights: weights, otherwise: codes.otherwise)
  }()
}

import MorseCode

extension DecodedCharacter {
  /// How many times as long a sign is as its marks and gaps would be at its speed.
  var stretch: Double { duration * wpm / (1.2 * Double(units)) }

  /// Dots that its marks and the gaps within it last.
  var units: Int { max(1, code.reduce(code.count - 1) { $0 + ($1 == "-" ? 3 : 1) }) }
}

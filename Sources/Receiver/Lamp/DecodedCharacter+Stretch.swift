import MorseCode

extension DecodedCharacter {
  /// How many times as long a sign is as its marks and gaps would be at its speed.
  var stretch: Double {
    let units = code.reduce(code.count - 1) { $0 + ($1 == "-" ? 3 : 1) }
    return duration * wpm / (1.2 * Double(max(1, units)))
  }
}

import MorseCode

/// How far a sender's marks and gaps are from their nominal lengths.
enum KeyingSpread {
  /// Dots that hardly any gap within a sign lasts, whoever sends: hands whose gaps spread by a fifth of a dot make one of a
  /// hundred as long, and hardly ever one of three dots between two signs as short.
  static let mostWithinSign = 1.5

  /// Dots that one of a hundred gaps within this sender's signs lasts: one, and 2.33 standard deviations of a normal
  /// distribution; of what is sent by a machine at least the half frame by which an edge may be told wrong.
  static func gapWithinSign(_ characters: [DecodedCharacter]) -> Double {
    guard let deviation = deviation(characters) else { return mostWithinSign }
    return min(mostWithinSign, 1 + max(halfFrame, 2.33 * deviation))
  }

  /// In dots, of which the shortest that are read with ease last two and a half frames.
  private static let halfFrame = 0.2

  /// The standard deviation of a mark or a gap, in dots, by how long whole signs are; nil where they are too few to tell.
  static func deviation(_ characters: some Sequence<DecodedCharacter>) -> Double? {
    let signs = characters.filter { !$0.code.isEmpty }
    guard signs.count >= fewestSigns, let usual = signs.map(\.stretch).median, usual > 0 else {
      return nil
    }
    let squares = signs.reduce(0) { sum, sign in
      let dots = (sign.stretch / usual - 1) * Double(sign.units)
      return sum + dots * dots / Double(2 * sign.code.count - 1)
    }
    return (squares / Double(signs.count)).squareRoot()
  }

  /// Signs that tell a deviation to a third or so: each is of three to nine marks and gaps.
  private static let fewestSigns = 4
}

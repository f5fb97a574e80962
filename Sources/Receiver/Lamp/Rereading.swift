import MorseCode

/// What was read while the light came, put right by what all its samples say together.
///
/// The first letters are read before the speed is known. Until they are told they may still be read better, as a recording
/// is.
enum Rereading {
  /// `live` with what `whole` says in place of its first characters: as far as both see the same character end, for what
  /// comes after is yet to be read; where they agree on more than half of these, for otherwise one of them is far off, and
  /// it may be either.
  static func corrected(_ live: [DecodedCharacter], by whole: [DecodedCharacter])
    -> [DecodedCharacter]
  {
    for (index, character) in live.enumerated().reversed() where !character.code.isEmpty {
      guard let same = whole.lastIndex(where: { $0.endsWith(character) }) else { continue }
      let (first, other) = (live[...index], whole[...same])
      let agreed = first.count { own in other.contains { $0.endsWith(own) && $0.code == own.code } }
      let most = max(first.count { !$0.code.isEmpty }, other.count { !$0.code.isEmpty })
      return 2 * agreed > most ? Array(other + live[(index + 1)...]) : live
    }
    return live
  }
}

extension DecodedCharacter {
  /// Seconds.
  private var end: Double { time + duration }

  /// Whether this is a character that ends with another, as near as half a dot (PARIS).
  fileprivate func endsWith(_ other: DecodedCharacter) -> Bool {
    !code.isEmpty && !other.code.isEmpty && abs(end - other.end) < 0.6 / max(wpm, 1)
  }
}

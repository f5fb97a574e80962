import MorseCode

/// Tells one lamp seen twice, directly and in a reflection or its halo, from two lamps.
///
/// Two senders who send the same text are not in step to a dot for long; a reflection is.
enum Reflection {
  /// Whether `candidate` says what `lamp` says, at the same time. What only one of them holds before
  /// or after the other does not count.
  static func isSame(_ candidate: [DecodedCharacter], _ lamp: [DecodedCharacter]) -> Bool {
    let own = candidate.filter { !$0.code.isEmpty }
    let others = lamp.filter { !$0.code.isEmpty }
    guard let begin = others.first?.time, let last = others.last else { return false }
    let end = last.time + last.duration
    let shared = own.filter { $0.time + $0.duration > begin && $0.time < end }
    guard !shared.isEmpty else { return false }
    var next = 0
    let matching = shared.count { character in
      let dot = 1.2 / max(character.wpm, 1)
      while next < others.count, others[next].time < character.time - dot { next += 1 }
      return next < others.count && others[next].code == character.code
        && others[next].time <= character.time + dot
    }
    // A reflection is dimmer: some of it may be read wrongly. Chance agrees far less often.
    return 3 * matching >= 2 * shared.count
  }
}

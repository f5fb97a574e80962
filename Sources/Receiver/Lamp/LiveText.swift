import MorseCode

/// The text of a message while it comes: what the decoder has settled on waits to be read once more by all samples, as a
/// recording is, and is told then.
///
/// The decoder settles on a character by what came before it and a few characters after; the first ones before it knows
/// the speed.
struct LiveText: Sendable {
  private(set) var told: [DecodedCharacter] = []
  /// How many of those another message has.
  private var others = 0
  /// What the message says so far.
  var own: [DecodedCharacter] { Array(told.dropFirst(others)) }
  /// Settled, but not told yet.
  private(set) var waiting: [DecodedCharacter] = []
  /// The last of the signs after what was told that were left out, as they may be parts of others.
  private var cut: DecodedCharacter?

  /// Seconds: when the message began; nil before it did.
  var begin: Double? { (told.first ?? waiting.first)?.time }
  /// Seconds: from when on the message is to be read once more; nil: from its beginning. What was told long ago says little
  /// of the speed now.
  var since: Double? {
    var signs = 0
    for character in told.reversed() where character.isSign {
      signs += 1
      if signs == Self.telling { return character.time }
    }
    return nil
  }

  /// Signs that tell a hand's speed and spacing.
  private static let telling = 12

  /// Whether a character waits, and not only the gap after one that was told.
  var isWaiting: Bool { waiting.contains(where: \.isSign) }

  /// Whether as many signs wait as the decoder keeps back.
  var hasSeveral: Bool { waiting.count(where: \.isSign) >= 3 }

  mutating func append(_ character: DecodedCharacter) { waiting.append(character) }

  /// Goes on from what was told elsewhere, of which the first `others` characters are another message's.
  mutating func follow(_ told: [DecodedCharacter], ofOthers others: Int) {
    self.told = told
    self.others = others
    waiting.removeAll { !$0.follows(told) }
  }

  /// Forgets the first half of more than so many that wait: a place that flickers for days ends no message.
  mutating func forget(beyond most: Int) {
    if waiting.count > most { waiting.removeFirst(most / 2) }
  }

  /// Signs that wait at most for a reading that agrees with them.
  private static let mostWaiting = 8

  /// Tells what waits, as `whole` says it: from the end of what was told to that of the last sign whose end both see. Where
  /// they see none it waits, for one of them is far off, and it may be either; until too many do, or the message
  /// is over. What is not read again (`whole` is empty) is told as the decoder settled on it. Signs that were sent in part
  /// while the lamp was out of sight are left out.
  mutating func tell(
    by whole: [DecodedCharacter], isOver: Bool = false, outOfSight: OutOfSight = OutOfSight()
  ) -> [DecodedCharacter] {
    var new = due(by: whole, isOver: isOver)
    (new, cut) = outOfSight.seen(
      new, after: told.last(where: \.isSign), cut: cut, earlier: told)
    if told.last?.isSign != true { new.removeFirst(new.firstIndex(where: \.isSign) ?? 0) }
    told += new
    return new
  }

  private mutating func due(by whole: [DecodedCharacter], isOver: Bool) -> [DecodedCharacter] {
    for last in waiting.indices.reversed() where waiting[last].isSign {
      if let said = said(by: whole, until: waiting[last]) { return take(said, through: last) }
    }
    guard let last = waiting.lastIndex(where: \.isSign) else { return [] }
    if isOver, let rest = rest(of: whole) { return take(rest, through: last) }
    guard whole.isEmpty || isOver || waiting.count(where: \.isSign) >= Self.mostWaiting else {
      return []
    }
    return take(Array(waiting[...last]), through: last)
  }

  /// Characters in place of those that wait, as far as these.
  private mutating func take(
    _ characters: [DecodedCharacter], through last: Int
  ) -> [DecodedCharacter] {
    waiting.removeFirst(last + 1)
    return characters
  }

  /// What `whole` says until a sign's end.
  private func said(
    by whole: [DecodedCharacter], until end: DecodedCharacter
  ) -> [DecodedCharacter]? {
    guard let last = whole.lastIndex(where: { $0.endsWith(end) }),
      let said = rest(of: Array(whole[...last])), !said.isEmpty
    else { return nil }
    guard told.isEmpty else { return said }
    // Before anything is told they must agree on more than half.
    let first = waiting.filter { $0.time < end.end }
    let agreed = first.count { own in
      said.contains { $0.endsWith(own) && $0.code == own.code }
    }
    return 2 * agreed > max(first.count(where: \.isSign), said.count(where: \.isSign)) ? said : nil
  }

  /// What comes in `whole` after what was told; nil where that ends elsewhere.
  private func rest(of whole: [DecodedCharacter]) -> [DecodedCharacter]? {
    guard let before = told.last(where: \.isSign) else { return whole.isEmpty ? nil : whole }
    guard let first = whole.lastIndex(where: { $0.endsWith(before) }) else { return nil }
    return Array(whole[(first + 1)...])
  }
}

extension DecodedCharacter {
  /// Whether it is no word gap.
  var isSign: Bool { !code.isEmpty }

  /// Whether both are signs that end together, as near as half a dot (PARIS).
  fileprivate func endsWith(_ other: DecodedCharacter) -> Bool {
    isSign && other.isSign
      && abs(time + duration - other.time - other.duration) < 0.6 / max(wpm, 1)
  }
}

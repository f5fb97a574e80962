import MorseCode

/// What several readings of one light make of it together: where they differ, what they are surest of.
///
/// They see the same marks with other levels, at other places, or through other disturbances, and each is wrong in another
/// letter. This is how recognisers of speech are joined (ROVER: Fiscus, "A post-processing system to yield reduced word error
/// rates", 1997): letters are aligned, and the one that is surest of its own is taken at its word
/// (there "maximum confidence").
struct ReadingVote {
  /// The letters of one reading, and which of them are the ones that are voted on.
  private struct Voter {
    let characters: [DecodedCharacter]
    /// For each character of the reading that is voted on, the index of the same sign at the same time in this one.
    let matches: [Int?]
    /// Whether this reading saw light while each of those was sent.
    let sees: [Bool]

    init(_ characters: [DecodedCharacter], of own: [DecodedCharacter]) {
      self.characters = characters
      matches = own.map { character in
        characters.firstIndex { character.isSameSign($0) }
      }
      let begin = characters.first?.time ?? .infinity
      let end = characters.last?.end ?? -.infinity
      sees = own.map { $0.time > begin - $0.dot && $0.end < end + $0.dot }
    }

    func disputes(_ index: Int) -> Bool { sees[index] && matches[index] == nil }

    /// What it has instead of `disputed` ones of `own`, without gaps around it: from the sign that it shares before them to that
    /// after them, or from the same time, to the same time, where it shares none.
    func reading(
      insteadOf disputed: ClosedRange<Int>, in own: [DecodedCharacter]
    ) -> [DecodedCharacter]? {
      let dot = own[disputed.lowerBound].dot
      let before = own[..<disputed.lowerBound].lastIndex { !$0.isGap }.flatMap { matches[$0] }
      let after = own[(disputed.upperBound + 1)...].firstIndex { !$0.isGap }.flatMap { matches[$0] }
      let (begin, end) = (own[disputed.lowerBound].time, own[disputed.upperBound].end)
      let first = before.map { $0 + 1 } ?? characters.firstIndex { $0.time > begin - dot }
      let last = after.map { $0 - 1 } ?? characters.lastIndex { $0.end < end + dot }
      guard var first, var last else { return nil }
      while first <= last, characters[first].isGap { first += 1 }
      while first <= last, characters[last].isGap { last -= 1 }
      guard first <= last, before != nil || abs(characters[first].time - begin) < dot,
        after != nil || abs(characters[last].end - end) < dot
      else { return nil }
      return Array(characters[first...last])
    }
  }

  private let own: [DecodedCharacter]
  private let voters: [Voter]

  /// A vote on what one reading has, by itself and `others`. The surest counts, not how many agree: what disturbs one reading
  /// disturbs others the same way.
  init(_ own: [DecodedCharacter], among others: [[DecodedCharacter]]) {
    self.own = own
    voters = others.map { Voter($0, of: own) }
  }

  /// The reading with what was voted for.
  var characters: [DecodedCharacter] {
    var voted = own
    for stretch in disputed.reversed() {
      guard let elected = elected(insteadOf: stretch) else { continue }
      voted.replaceSubrange(stretch, with: elected)
    }
    return voted
  }

  /// The stretches that some reading has otherwise.
  private var disputed: [ClosedRange<Int>] {
    let letters = own.indices.filter { !own[$0].isGap }
    var stretches: [ClosedRange<Int>] = []
    var before: Int?
    for index in letters {
      defer { before = index }
      guard voters.contains(where: { $0.disputes(index) }) else { continue }
      if let last = stretches.last, last.upperBound == before {
        stretches[stretches.count - 1] = last.lowerBound...index
      } else {
        stretches.append(index...index)
      }
    }
    return stretches
  }

  /// What another reading is surer of than this is of what it has itself; nil where there is none.
  private func elected(insteadOf stretch: ClosedRange<Int>) -> [DecodedCharacter]? {
    let own = Array(own[stretch])
    var elected: [DecodedCharacter]?
    var most = Sureness(own, of: self.own)
    for voter in voters {
      guard let reading = voter.reading(insteadOf: stretch, in: self.own) else { continue }
      let sureness = Sureness(reading, of: voter.characters)
      guard most < sureness else { continue }
      most = sureness
      elected = reading
    }
    return elected
  }
}

/// How sure a reading is of some signs: where two are as sure as anybody can be, of those that have the length that they should.
private struct Sureness: Comparable {
  /// A probability beyond which nobody is surer: how sure a decoder is beyond that says what fits its levels, and not whether
  /// those are right.
  private static let surest = 0.99
  /// By what part a sign of several marks is longer than such signs usually are in a reading, for its marks and gaps, that is
  /// rather two: between two signs are three dots, of seven or eight. Hands are off by half as much.
  private static let strain = 1.0 / 3

  /// The probability that all are right.
  let probability: Double
  let isStrained: Bool

  /// Of some signs of a reading.
  init(_ signs: [DecodedCharacter], of reading: [DecodedCharacter]) {
    let signs = signs.filter { !$0.isGap }
    probability = min(Self.surest, signs.map(\.confidence).reduce(1, *))
    // How long a light glows on, or how wide the letters are apart, makes all of them longer, or shorter, than their speed says.
    let usual = reading.filter { $0.code.count > 1 }.map(\.stretch).median ?? 1
    isStrained = signs.contains {
      $0.code.count > 1 && $0.stretch > (1 + Self.strain) * usual
    }
  }

  static func < (left: Sureness, right: Sureness) -> Bool {
    left.probability == right.probability
      ? left.isStrained && !right.isStrained : left.probability < right.probability
  }
}

extension DecodedCharacter {
  fileprivate var isGap: Bool { code.isEmpty }
  /// Seconds.
  fileprivate var dot: Double { 1.2 / max(wpm, 1) }

  /// Whether another is the same sign, which begins and ends with this one.
  fileprivate func isSameSign(_ other: DecodedCharacter) -> Bool {
    // What costs least first: in hours of light each sign is held against all others.
    abs(time - other.time) < dot && abs(end - other.end) < dot && code == other.code
  }
}

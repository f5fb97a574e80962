/// What a place shows of a light: its brightness in each of some moments, and the levels between which that is switched.
struct Glimpse {
  var trace: [Double]
  var keyedness: Keyedness

  /// The share of the moments in which another is lit that it must be, too, to show all of that.
  private static let all = 0.95

  /// How much longer it may be lit: two lamps that are each lit half of the time are lit for half as long again.
  private static let longer = 1.3

  /// Whether it shows more marks than another, or as many that are further apart; where one's marks are whole and the other's
  /// cut, whether its are whole.
  func showsMore(than other: Glimpse?) -> Bool {
    guard let other else { return true }
    let (own, others) = (Double(keyedness.changes), Double(other.keyedness.changes))
    if own > Keyedness.moreMarks * others { return !other.makesWhole(self) }
    if own * Keyedness.moreMarks > others {
      return keyedness.separation > other.keyedness.separation
    }
    return makesWhole(other)
  }

  /// Whether it is lit whenever another is, and a little longer, by levels that are about as far apart: what more there is of
  /// the other's marks are parts of one, between which the light left its place.
  func makesWhole(_ other: Glimpse) -> Bool {
    guard CandidateSearch.worthWhile * keyedness.separation > other.keyedness.separation,
      2 * keyedness.changes > other.keyedness.changes
    else { return false }
    var (lit, others, both) = (0.0, 0.0, 0.0)
    for (own, value) in zip(trace, other.trace) {
      let isLit = keyedness.isHigh(own) ?? false
      let isOther = other.keyedness.isHigh(value) ?? false
      if isLit { lit += 1 }
      if isOther { others += 1 }
      if isLit, isOther { both += 1 }
    }
    return both > Self.all * others && lit < Self.longer * others
  }
}

extension Candidate {
  /// What it shows.
  var glimpse: Glimpse { Glimpse(trace: trace, keyedness: keyedness) }
}

/// When a light was lit, as its levels say of each moment, to tell one lamp that two places see in part from two lamps.
struct LitMarks {
  private let isLit: [Bool?]

  /// - Parameter isLit: nil where nobody saw it, or it was between its levels.
  init(_ isLit: [Bool?]) { self.isLit = isLit }

  /// Whether hardly any of it is not `other`'s.
  func areOf(_ other: [Bool?]) -> Bool {
    let told = zip(isLit, other).filter { $0 == true && $1 != nil }
    return !told.isEmpty
      && Double(told.count { $1 == true }) > Self.agreement * Double(told.count)
  }

  /// Whether it comes on again and again while `other` stays lit. Of one lamp no mark begins within another: what sees it in part
  /// comes on with it. Of two lamps that are lit for two fifths of their time each, as Morse is, two marks in five do.
  func areBeside(_ other: [Bool?]) -> Bool {
    // A lamp that has sent all says nothing of what comes after.
    guard let first = other.firstIndex(of: true), let end = other.lastIndex(of: true) else {
      return false
    }
    var (rises, within) = (0, 0)
    var last: Bool?
    for now in isLit.indices.dropFirst(Self.apart) where (first...end).contains(now) {
      defer { last = isLit[now] ?? last }
      guard isLit[now] == true, last == false else { continue }
      rises += 1
      if other[now - Self.apart...now].allSatisfy({ $0 == true }) { within += 1 }
    }
    return within >= Self.fewest && Double(within) > Self.share * Double(rises)
  }

  /// The share of a part's light that is the whole's (`Neighbourhood`).
  private static let agreement = 0.9
  /// Moments before, in which the other must be lit already: one lamp's light comes one later at another place at most.
  private static let apart = 2
  /// Marks within others that are no chance: one in a sway's turn may be.
  private static let fewest = 3
  /// Their share: a quarter of what two lamps' are.
  private static let share = 0.1
}

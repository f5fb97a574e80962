/// A light that many places show, some of which are out of sight while the picture sways: those in sight show it.
extension Probe {
  /// Terms of such a light: of fewer, one that is out of sight is more than a twelfth of what tells it.
  private static let spreadTerms = 12
  /// The part of them that may be out of sight, as clips of walls in swaying pictures were read best
  /// (Docs/silence-log.md).
  private static let mostHidden = 0.15
  /// The part of all weights that is of one sign: hardly one is taken off the others.
  private static let leastAlike = 0.9

  /// Whether its terms show one light, so many times.
  private var isOfManyPlaces: Bool {
    guard terms.count >= Self.spreadTerms, surroundings == nil else { return false }
    let (sum, sizes) = terms.reduce((0.0, 0.0)) { ($0.0 + $1.weight, $0.1 + abs($1.weight)) }
    return abs(sum) > Self.leastAlike * sizes
  }

  /// Whether it is read where some of its terms are out of sight.
  var isSpread: Bool { isOfManyPlaces && terms.allSatisfy { $0.usual != nil } }

  /// The same that knows what its terms usually are, if they are of a light that many places show: how bright each place is
  /// does not change what those in sight tell.
  func knowing(_ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap) -> Probe {
    guard isOfManyPlaces else { return self }
    var probe = self
    for index in terms.indices {
      let alone = Probe(signal: terms[index].signal, isAbsolute: terms[index].isAbsolute)
      probe.terms[index].usual = alone.trace(history, map).filter(\.isFinite).median
    }
    return probe
  }

  /// What all terms would show, of which those in sight sum up to `shown`: they are brighter than usual by as much as those
  /// in sight. Not a number where they are not of one light, or too many out of sight.
  func spread(of shown: Double, _ moment: SignalHistory.Moment) -> Double {
    guard isSpread else { return .nan }
    var (all, seen, usual, usualSeen) = (0.0, 0.0, 0.0, 0.0)
    for term in terms {
      let base = term.weight * (term.usual ?? 0)
      all += term.weight
      usual += base
      guard moment.view.shows(term.signal) else { continue }
      seen += term.weight
      usualSeen += base
    }
    guard abs(all - seen) < Self.mostHidden * abs(all) else { return .nan }
    return usual + (shown - usualSeen) * all / seen
  }
}

/// A place with all that stands out around it, as one: what a lamp sheds there, wherever in it the lamp is.
///
/// A torch in a hand goes to and fro by more than its own size, and what is left of a camera's movement
/// (it turns, it comes nearer) does the same to a lamp that keeps still: no tile sees all of its marks. What
/// they shed together does not depend on where in their midst the lamp is.
struct Neighbourhood: Hashable {
  /// Of the scene.
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>
  /// The tiles that stand out in it.
  let standing: Set<Signal>

  /// Tiles across and down at most: an eighth of a picture of 1920 pixels. What goes farther is followed
  /// (`FlashTracker`), and a picture that changes all over has no lamp's place.
  static let most = 32

  /// Deviations by which its levels must be apart: more than those of a sine, as what sways has it
  /// (`Keyedness.separation`).
  private static let leastSeparation = 4.1
  /// The share of a part's light that is the whole's.
  private static let agreement = 0.9

  /// All that hangs together with `main` among the signals that stand out; nil where that is too large.
  init?(of main: Signal, among standouts: Set<Signal>) {
    standing = main.tile.connected(among: standouts)
    let (across, down) = (standing.map(\.column), standing.map(\.row))
    guard let left = across.min(), let right = across.max(), let top = down.min(),
      let bottom = down.max()
    else { return nil }
    (columns, rows) = (left...right, top...bottom)
    guard max(columns.count, rows.count) <= Self.most else { return nil }
  }

  /// Its rectangle and a tile around it, as far as they are in sight.
  func tiles(_ view: TileView) -> [Signal] {
    (rows.lowerBound - 1...rows.upperBound + 1).flatMap { row in
      (columns.lowerBound - 1...columns.upperBound + 1).map { Signal.luma($0, row) }
    }.filter(view.shows)
  }

  /// Whether most of what stands out here does something else than `members`.
  func isDivided(_ members: Set<Signal>) -> Bool {
    2 * members.intersection(standing).count < standing.count
  }

  /// Whether `part` shows some of the marks of `whole`, the neighbourhood as one, and no others; and not once for all,
  /// as a tile on the way of a lamp that goes on: those are followed (`FlashTracker`).
  static func contains(_ whole: Candidate, part: [Double], _ keyedness: Keyedness)
    -> Bool
  {
    guard whole.isApart, whole.keyedness.separation > leastSeparation,
      whole.keyedness.changes > keyedness.changes
    else { return false }
    // What tells every sample is no part of what noise and a sway may be.
    if keyedness.isUndisturbed {
      guard whole.keyedness.separation > Keyedness.noiseless,
        whole.keyedness.showsMoreMarks(than: keyedness)
      else { return false }
    }
    var marks: [(moments: Int, seen: Int)] = []
    var (lit, both) = (0.0, 0.0)
    var wasLit = false
    for (own, value) in zip(part, whole.trace) where own.isFinite && value.isFinite {
      let isLit = whole.keyedness.position(value) > 0.5
      let isSeen = keyedness.isHigh(own) ?? false
      if isSeen { lit += 1 }
      if isSeen, isLit { both += 1 }
      if isLit, !wasLit { marks.append((0, 0)) }
      wasLit = isLit
      guard isLit, let last = marks.indices.last else { continue }
      marks[last].moments += 1
      if isSeen { marks[last].seen += 1 }
    }
    return lit > 0 && both > agreement * lit && returns(marks.map { 2 * $0.seen > $0.moments })
  }

  /// Whether a light is seen, then not for two marks or more (one alone may be noise), and again.
  static func returns(_ seen: [Bool]) -> Bool {
    let inner = seen.drop { !$0 }.reversed().drop { !$0 }
    return zip(inner, inner.dropFirst()).contains { !$0 && !$1 }
  }
}

extension LampSearch {
  /// The lamp of which some signals that vary together show but a part: what stands out around them, as one. nil where
  /// they show all that it does. `tile` is where it was found, `probe` how they are read, `trace` what they show.
  mutating func whole(
    _ members: [CandidateSearch.Member], around tile: Signal, part probe: Probe, _ trace: [Double],
    _ keyedness: Keyedness, _ search: CandidateSearch
  ) -> Candidate? {
    let main =
      members.max { abs($0.covariance) < abs($1.covariance) }?.strand.standout.signal ?? tile
    if !members.isEmpty, let place = Neighbourhood(of: main, among: standing),
      place.isDivided(Set(members.map(\.strand.standout.signal)))
    {
      let known = neighbourhoods[place]
      let whole = known ?? search.candidate(place, brightest: main.tile)
      neighbourhoods[place] = .some(whole)
      if let whole, Neighbourhood.contains(whole, part: trace, keyedness) { return whole }
    }
    // A light that is far smaller than a tile leaves it by less than any neighbourhood.
    if probe.terms.contains(where: { $0.signal.kind == .peak }),
      let peak = search.candidate(brightestAround: main.tile),
      Neighbourhood.contains(peak, part: trace, keyedness)
    {
      return peak
    }
    // The way that is known of a light that goes about is but a part of it as well.
    let isAbout = probe.roaming != nil || probe.brightest != nil
    guard keyedness.separation > Candidate.leastSeparation,
      isAbout
        || !keyedness.isUndisturbed
          && !isCoveredOnly(keyedness, trace, at: main.place, reach: 0, search),
      let roaming = roaming(from: main.tile, search)
    else { return nil }
    if isAbout, keyedness.showsMoreMarks(than: roaming.keyedness),
      roaming.glimpse.makesWhole(Glimpse(trace: trace, keyedness: keyedness))
    {
      return roaming
    }
    guard
      roaming.keyedness.showsMoreMarks(than: keyedness)
        || !keyedness.showsMoreMarks(than: roaming.keyedness)
          && roaming.keyedness.isBetter(than: keyedness, by: CandidateSearch.worthWhile),
      Neighbourhood.contains(roaming, part: trace, keyedness)
        || TraceMath.correlation(search.passed(roaming.trace), search.passed(trace))
          > TraceMath.ofOneLight
    else { return nil }
    return roaming
  }
}

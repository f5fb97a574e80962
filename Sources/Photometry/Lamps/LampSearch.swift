/// A look for lamps through the last half minute, with all that it needs: it can be made apart from the
/// pictures that go on coming.
public struct LampSearch: Sendable {
  /// What came of it.
  public struct Outcome: Sendable {
    let beginning: Int
    let followed: [Followed]
    let retired: [Retired]
    let nextIdentifier: Int
    let fruitless: FruitlessLooks
    let updates: [LampFinder.Update]
    /// The lights that do not move, without slow changes.
    let still: [[Double]]
    let search: CandidateSearch
  }

  /// Tiles within which places are the same.
  static let beside = 1.5
  /// Pictures before which nothing is told.
  static let fewest = 20

  let map: SignalMap
  let moments: [SignalHistory.Moment]
  let activity: SignalActivity
  let flashes: FlashTracker
  let mode: LampFinder.Mode
  /// What of the picture is looked at.
  let base: Region
  /// How many places compete.
  let places: Int
  /// Which scene is seen (`SceneChanges.Change`).
  let scene: Int
  /// Whether no picture comes after.
  let isFinal: Bool
  /// As of `LampFinder.Options`.
  let isAwaited: Bool
  /// How often the finder had begun again.
  let beginning: Int
  var followed: [Followed]
  var retired: [Retired]
  var nextIdentifier: Int
  var fruitless: FruitlessLooks
  /// The signals that stand out.
  var standing: Set<Signal> = []
  /// The same with their traces.
  var rivals: [CandidateSearch.Strand] = []
  /// What neighbourhoods show that were looked at, in this search.
  var neighbourhoods: [Neighbourhood: Candidate?] = [:]
  /// What lights go about where tiles are that were looked at, in this search.
  var roamings: [Signal: Candidate?] = [:]

  /// Looks.
  public func outcome() -> Outcome {
    var copy = self
    return copy.look()
  }

  private mutating func look() -> Outcome {
    var search = CandidateSearch(map, moments[...])
    guard search.times.count >= Self.fewest, let end = search.times.last else {
      return outcome([], still: [], search)
    }
    var updates: [LampFinder.Update] = []
    let limit = LampFinder.strandLimit
    let all = activity.standouts(map, limit: limit) { flashes.passed }
    let standouts = Array(all.prefix(limit))
    // What looks switched is read besides: nothing is left out for it, or read otherwise.
    let switched = all.count > limit ? search.switched(all) : []
    let looked = Set(standouts.map(\.signal))
    let besides = switched.filter { !looked.contains($0.signal) }
    search.keep((standouts + besides).map(\.signal))
    var strands = search.strands(standouts)
    var others = search.strands(besides)
    standing = Set(strands.map(\.standout.signal))
    rivals = strands
    // What belongs to lamps that are known is theirs: halos and reflections come and go.
    var known: [Known] = []
    let (dismissed, traces) = dismiss(search)
    updates += dismissed
    for (index, trace) in traces.enumerated() {
      known.append(Known(id: followed[index].id, trace, search))
      updates += turnOver(index, trace: trace, search)
      let members = search.members(like: known[index].passed, ofReliability: 1, among: &strands)
      let separation = known[index].keyedness?.separation ?? 0
      guard isFinal || followed[index].isDue(at: end, separation: separation) else { continue }
      guard let now = Keyedness(ofLight: trace, times: search.times) else { continue }
      var improved = readAlone(
        index, trace: trace, now: now, signals: Set(members.map(\.strand.standout.signal)), search)
      if improved.isEmpty {
        // What fills the picture is no part of anything.
        let probe = followed[index].probe
        if !followed[index].isWhole,
          let whole = whole(
            members, around: followed[index].tile, part: probe, trace, now, search)
        {
          improved = read(index, as: whole, isUpright: true, search)
        } else if let better = search.candidate(members) {
          improved = improve(index, trace: trace, now: now, better: better, search)
        }
        followed[index].noteLook(at: end, separation: separation, isFruitless: improved.isEmpty)
      }
      guard !improved.isEmpty else { continue }
      updates += improved
      known[index] = Known(
        id: followed[index].id, followed[index].probe.trace(moments[...], map), search)
    }

    var groups = takeGroups(from: &strands, search)
    var candidates = read(&groups, at: end, search)
    for light in known.map(\.passed) + candidates.map({ search.passed($0.trace) })
    where !others.isEmpty { _ = search.members(like: light, ofReliability: 1, among: &others) }
    groups += takeGroups(from: &others, search)
    groups = Self.ordered(groups, switched)
    candidates += read(&groups, at: end, search)
    candidates += specks(besides: candidates, at: end, search)
    fruitless.prune(at: end)
    // A lamp that has a place is read there; only what fills the picture has none.
    if let whole = search.wholePicture(),
      !candidates.contains(where: { search.places($0, whole.keyedness, trace: whole.trace) })
    {
      candidates.append(whole)
    }
    if let spread = spreadLight(search) { candidates.append(spread) }
    candidates.sort { $0.rank > $1.rank }
    let still =
      known.map(\.passed)
      + candidates.filter { $0.isStill && !isPassing($0, search) }.map {
        search.passed($0.trace)
      }
    for candidate in candidates where candidate.isApart {
      // What a light that passes leaves in each tile is no lamp.
      guard candidate.isSpread || !isPassing(candidate, search) else { continue }
      let passed = search.passed(candidate.trace)
      if let better = readBetter(as: candidate, passed, &known, search) {
        updates += better
        continue
      }
      guard !known.contains(where: { $0.isShown(by: candidate, passed) }) else { continue }
      // A place that is followed is one lamp, even where it is read badly. What else its light does there
      // (the colour of a saturated lamp shows as it fades) is not another.
      func isAt(_ x: Double, _ y: Double, reach: Double) -> Bool {
        max(abs(x - candidate.x), abs(y - candidate.y))
          < (candidate.keyedness.isClear ? Self.beside : max(Self.beside, reach))
      }
      let isRipe = candidate.isRipe(search.times, isFinal: isFinal)
      let here = followed.indices.filter {
        !candidate.isSpread && isAt(followed[$0].x, followed[$0].y, reach: followed[$0].reach)
      }
      // But for what it does far stronger.
      guard
        here.allSatisfy({ index in
          isRipe && !candidate.isWhole
            && known.contains { $0.id == followed[index].id && $0.isOutshone(by: candidate) }
        })
      else { continue }
      guard
        candidate.keyedness.isClear || candidate.isSpread
          || !candidates.contains(where: { $0.isStill && isAt($0.x, $0.y, reach: $0.reach) })
      else { continue }
      guard
        candidate.isWhole || candidate.isSpread
          || !isSwept(candidate.trace, candidate.keyedness, candidate.x, candidate.y, search)
      else { continue }
      // One that is not ripe yet keeps its weaker likenesses from being taken for lamps.
      known.append(Known(id: nil, passed: passed, keyedness: candidate.keyedness))
      if let first = here.first {
        updates += read(first, as: candidate, isUpright: true, search)
        followed[first].separation = candidate.keyedness.separation
      } else if isRipe {
        updates += follow(candidate, search)
      }
    }
    updates += readBlurred()
    updates += covered(search)
    return outcome(updates, still: still, search)
  }

  /// How many places compete with a light of `tiles` tiles that is read so, of which `trace` is the brightness. What noise
  /// makes may be anywhere; two levels that stand apart are none of it, and only other lights, taken to be as large, may show
  /// them.
  func competing(
    with keyedness: Keyedness, _ trace: [Double], tiles: Int, _ search: CandidateSearch
  ) -> Int {
    guard keyedness.isClear || keyedness.separation > Keyedness.noiseless else {
      return max(1, places / max(1, tiles))
    }
    let passed = search.passed(trace)
    let least = Keyedness.leastVariance(isClear: keyedness.isClear)
    let rivals = rivals.count {
      $0.standout.variance > least * $0.standout.noise
        && !TraceMath.areOfOneLight($0.trace, passed)
    }
    return 1 + (rivals + tiles - 1) / max(1, tiles)
  }

  func found(_ lamp: Followed, trace: [Double], searched: Int) -> LampFinder.Update {
    let place = pixels(ofTile: lamp.x, lamp.y)
    return .found(
      id: lamp.id, x: place.x, y: place.y, backlog: lamp.samples(moments[...], trace),
      searched: searched, swing: lamp.high - lamp.low)
  }

  private mutating func follow(
    _ candidate: Candidate, _ search: CandidateSearch
  ) -> [LampFinder.Update] {
    var updates: [LampFinder.Update] = []
    let limit = mode == .spot ? 1 : LampFinder.most
    if followed.count >= limit {
      guard
        let worst = followed.indices.min(by: { followed[$0].separation < followed[$1].separation }),
        candidate.keyedness.separation > 1.3 * followed[worst].separation
      else { return [] }
      let lamp = followed.remove(at: worst)
      retired.append(Retired(id: lamp.id, scene: scene, x: lamp.x, y: lamp.y))
      updates.append(.lost(id: lamp.id))
    }
    let id: Int
    if let index = retired.firstIndex(where: {
      $0.scene == scene && abs($0.x - candidate.x) < 2 && abs($0.y - candidate.y) < 2
    }) {
      id = retired.remove(at: index).id
    } else {
      id = nextIdentifier
      nextIdentifier += 1
    }
    if retired.count > 64 { retired.removeFirst() }
    let lamp = Followed(
      id: id, probe: candidate.probe, x: candidate.x, y: candidate.y,
      separation: candidate.keyedness.separation, low: candidate.keyedness.low,
      high: candidate.keyedness.high, isWhole: candidate.isWhole, isSpread: candidate.isSpread,
      isSpeck: candidate.isSpeck, reach: candidate.reach)
    followed.append(lamp)
    let searched = competing(
      with: candidate.keyedness, candidate.trace, tiles: candidate.tiles, search)
    updates.append(found(lamp, trace: candidate.trace, searched: searched))
    return updates
  }

  private func outcome(
    _ updates: [LampFinder.Update], still: [[Double]], _ search: CandidateSearch
  ) -> Outcome {
    Outcome(
      beginning: beginning, followed: followed, retired: retired, nextIdentifier: nextIdentifier,
      fruitless: fruitless, updates: updates, still: still,
      search: search)
  }
}

extension LampSearch {
  /// The pixel of the picture at which a place of the scene, in tiles, was on average while it was in sight: a camera that
  /// is raised shows it elsewhere than where it would have been in the first picture.
  func pixels(ofTile x: Double, _ y: Double) -> (x: Double, y: Double) {
    let tile = Signal.luma(at: (x, y))
    let views = moments.lazy.map(\.view).filter { $0.shows(tile) }
    let count = Double(max(1, views.count))
    let across = Double(views.reduce(0) { $0 + $1.firstColumn }) / count
    let down = Double(views.reduce(0) { $0 + $1.firstRow }) / count
    return base.pixels(ofTile: x - across, y - down)
  }
}

extension Region {
  /// A place in tiles as pixels of the picture.
  func pixels(ofTile x: Double, _ y: Double) -> (x: Double, y: Double) {
    let side = Double(TileGrid.side)
    return (
      Double(self.x) + min(x * side, Double(width)), Double(self.y) + min(y * side, Double(height))
    )
  }
}

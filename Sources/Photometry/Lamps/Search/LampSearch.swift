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
    /// Whether a place shows two levels clearly, but not for long enough yet.
    let isPromising: Bool
    let search: CandidateSearch
  }

  /// Tiles within which places are the same.
  static let beside = 1.5
  /// Pictures before which nothing is told.
  static let fewest = 20
  /// Changes of level of a place that is soon looked at again: a flash, and the next.
  private static let fewFlashes = 3

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
  /// Whether somebody waits, or a light that moves is followed.
  let isHurried: Bool
  /// The last seconds, that no search before has looked at.
  let unsearched: Double
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
  /// What is around the places that were looked at, in this search.
  var vicinity = Vicinity()

  /// Seconds of pictures that may be taken while it is made: half of those to the next, where nobody waits.
  public var time: Double {
    (isHurried ? SearchSchedule.moving : SearchSchedule.unawaited) / 2
  }

  /// Looks.
  public func outcome() -> Outcome {
    var copy = self
    return copy.look()
  }

  private mutating func look() -> Outcome {
    var search = CandidateSearch(map, moments[...], isFinal: isFinal)
    guard search.times.count >= Self.fewest, let end = search.times.last else {
      return outcome([], still: [], isPromising: false, search)
    }
    let (standouts, switched) = outstanding(search)
    standing = Set(standouts.map(\.signal))
    let besides = switched.filter { !standing.contains($0.signal) }
    search.keep((standouts + besides).map(\.signal))
    var strands = search.strands(standouts)
    rivals = strands
    var (updates, known) = lookAtFollowed(among: &strands, search)

    var groups = takeGroups(from: &strands, search)
    var candidates = read(&groups, at: end, search)
    var others = search.strands(besides)
    if !others.isEmpty {
      for light in known.map(\.passed) + candidates.map({ search.passed($0.trace) }) {
        _ = search.members(like: light, ofReliability: 1, among: &others)
      }
    }
    // What looks switched is read besides: nothing is left out for it, or read otherwise.
    groups = Self.ordered(groups + takeGroups(from: &others, search), switched)
    candidates += read(&groups, at: end, search)
    candidates += specks(besides: candidates, known, at: end, search)
    fruitless.prune(at: end)
    let spread = spreadLight(search)
    // A lamp that has a place is read there; only what fills the picture has none.
    if let whole = search.wholePicture(),
      !candidates.contains(where: { search.places($0, whole.keyedness, trace: whole.trace) })
    {
      candidates = (candidates + [spread].compactMap(\.self)).filter {
        !search.isPart($0, of: whole)
      }
      candidates.append(whole)
    } else if let spread {
      candidates.append(spread)
    }
    candidates = ranked(candidates, search)
    let still =
      known.map(\.passed)
      + candidates.filter { $0.isStill && !isPassing($0, search) }.map {
        search.passed($0.trace)
      }
    for candidate in candidates where candidate.isApart {
      updates += take(candidate, among: candidates, &known, search)
    }
    updates += readBlurred()
    updates += covered(search)
    let isPromising = candidates.contains {
      $0.isStill && !$0.isRipe(search.times, isFinal: isFinal)
        && $0.keyedness.changes >= Self.fewFlashes && !isPassing($0, search)
    }
    return outcome(updates, still: still, isPromising: isPromising, search)
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
      searched: searched,
      contrast: LampFinder.Contrast(
        swing: lamp.high - lamp.low, isBeyondNoise: lamp.separation > Keyedness.noiseless))
  }

  mutating func follow(
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
    let probe = candidate.probe.knowing(
      low: candidate.keyedness.low, high: candidate.keyedness.high, moments[...], search.map)
    let lamp = Followed(
      id: id, probe: probe, x: candidate.x, y: candidate.y,
      separation: candidate.keyedness.separation, low: candidate.keyedness.low,
      high: candidate.keyedness.high, isWhole: candidate.isWhole, isSpread: candidate.isSpread,
      isSpeck: candidate.isSpeck, reach: candidate.reach)
    followed.append(lamp)
    let searched = competing(
      with: candidate.keyedness, candidate.trace, tiles: candidate.tiles, search)
    updates.append(
      found(lamp, trace: lamp.trace(moments[...], search.map), searched: searched))
    return updates
  }

  private func outcome(
    _ updates: [LampFinder.Update], still: [[Double]], isPromising: Bool, _ search: CandidateSearch
  ) -> Outcome {
    Outcome(
      beginning: beginning, followed: followed, retired: retired, nextIdentifier: nextIdentifier,
      fruitless: fruitless, updates: updates, still: still,
      isPromising: isPromising, search: search)
  }
}

extension LampSearch {
  /// The pixel of the picture at which a place of the scene, in tiles, was on average while it was in sight: a camera that
  /// is raised shows it elsewhere than where it would have been in the first picture.
  func pixels(ofTile x: Double, _ y: Double) -> (x: Double, y: Double) {
    let tile = Signal.luma(at: (x, y))
    var (across, down, count) = (0.0, 0.0, 0.0)
    for moment in moments where moment.view.shows(tile) {
      let pixel = moment.placement.pixel(ofTile: x, y)
      across += pixel.x
      down += pixel.y
      count += 1
    }
    guard count > 0 else {
      // Never in sight: where it would be now.
      return base.nearest(to: moments.placement.pixel(ofTile: x, y))
    }
    return base.nearest(to: (across / count, down / count))
  }
}

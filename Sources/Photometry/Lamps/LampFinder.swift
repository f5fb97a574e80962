/// Finds lamps in pictures: places that are switched between two levels, wherever they are and however
/// small, and gives the brightness of each.
///
/// Stateful, fed picture by picture. It proposes; whether a candidate sends Morse is for the reader of
/// its trace to say. Pictures are not kept: half a minute of tile means is.
public struct LampFinder: Sendable {
  /// Candidates that are followed at once: eight lamps, and as many that only look like it.
  static let most = 16
  /// Signals that are looked at closely at once.
  static let strandLimit = 192
  /// Seconds between searches.
  static let searchInterval = 1.0
  /// Seconds after which the first search is worth while: a letter or two.
  static let firstSearch = 1.5

  let options: Options
  private var motion = SceneMotion()
  private var map: SignalMap?
  private var signals: [Float] = []
  var activity = SignalActivity()
  private var history = SignalHistory()
  private var followed: [Followed] = []
  var flashes = FlashTracker()
  var movers: [Int: Mover] = [:]
  private var retired: [(id: Int, x: Double, y: Double)] = []
  private var nextIdentifier = 0
  private var lastSearch: Double?
  private var isSearchDue = false
  private var start: Double?

  /// A light that moves and has been reported.
  struct Mover: Sendable {
    /// Brightness around it.
    var ambient: Double
    /// In tiles, as last told.
    var x: Double
    var y: Double
  }

  public init(options: Options = Options()) {
    self.options = options
  }

  /// Takes the next picture. One that cannot be measured (`FrameError`) is passed over.
  public mutating func consume(_ frame: borrowing Frame) -> [Update] {
    var updates: [Update] = []
    let sight: SceneMotion.Sight
    do throws(FrameError) {
      sight = try motion.measure(
        frame, region: options.region, compensated: options.compensatesMotion)
    } catch {
      return []
    }
    let hasChroma = frame.format.layout != .gray
    let map = SignalMap(
      columns: (motion.base.width + TileGrid.side - 1) / TileGrid.side,
      rows: (motion.base.height + TileGrid.side - 1) / TileGrid.side, hasChroma: hasChroma)
    if let known = self.map, known != map { updates += restart() }
    self.map = map
    let view = sight.view
    map.fill(&signals, from: motion.grid, view)
    let gain = activity.gain(signals, map, view)
    var stored = history.buffer(count: map.count)
    activity.update(signals, map, view, time: frame.time, gain: gain, stored: &stored)
    let moment = SignalHistory.Moment(
      time: frame.time, exposure: frame.exposure, gain: Double(gain), mean: motion.mean,
      view: view, restX: sight.restX, restY: sight.restY, stored: stored)
    history.append(moment)
    for lamp in followed {
      let seen = lamp.probe.value(moment, map)
      let brightness = seen.isFinite ? seen : lamp.low
      let sample = BrightnessSample(
        time: moment.time, exposure: moment.exposure, brightness: brightness)
      updates.append(.sample(id: lamp.id, sample))
    }
    if options.compensatesMotion, let noise = activity.usualNoise {
      flashes.update(
        signals, activity, map, view, time: frame.time, gain: gain, noise: noise)
      updates += followMovers(moment, map)
    }
    let begun = start ?? frame.time
    start = begun
    let due = (lastSearch.map { $0 + Self.searchInterval }) ?? (begun + Self.firstSearch)
    if frame.time >= due {
      lastSearch = frame.time
      isSearchDue = options.searchesApart
      if !isSearchDue { updates += search(map) }
    }
    return updates
  }

  /// Looks for lamps where that is due and was left to this call; before the next picture.
  public mutating func search() -> [Update] {
    guard isSearchDue, let map else { return [] }
    isSearchDue = false
    return search(map)
  }

  /// Ends the input: looks once more at what came since the last search.
  public mutating func finish() -> [Update] {
    guard let map else { return [] }
    return search(map, isFinal: true)
  }

  /// A picture of another size: everything begins again.
  private mutating func restart() -> [Update] {
    let updates = followed.map { Update.lost(id: $0.id) }
    followed = []
    flashes = FlashTracker()
    movers = [:]
    retired = []
    activity = SignalActivity()
    history.removeAll()
    lastSearch = nil
    start = nil
    return updates
  }

  private mutating func search(_ map: SignalMap, isFinal: Bool = false) -> [Update] {
    let search = CandidateSearch(map, history.moments[...])
    guard search.times.count >= 20 else { return [] }
    var updates: [Update] = []
    var strands = search.strands(activity.standouts(map, limit: Self.strandLimit))
    // What belongs to lamps that are known is theirs: halos and reflections come and go.
    var known: [[Double]] = []
    for index in followed.indices {
      let trace = followed[index].probe.trace(history.moments[...], map)
      let passed = TraceMath.highPassed(trace, width: search.slowWidth)
      known.append(passed)
      updates += turnOver(index, trace: trace, search)
      let members = search.members(like: passed, ofReliability: 1, among: &strands)
      guard let better = search.candidate(members), let now = Keyedness(trace) else { continue }
      updates += improve(index, trace: trace, now: now, better: better, search)
    }

    var candidates: [Candidate] = []
    for index in strands.indices {
      guard !strands[index].isTaken, candidates.count < Self.most else { continue }
      let seed = strands[index]
      let reliability = 1 - Double(seed.standout.noise / max(seed.standout.variance, 1e-6))
      let members = search.members(
        like: seed.trace, ofReliability: reliability, among: &strands)
      if let candidate = search.candidate(members) { candidates.append(candidate) }
    }
    // A lamp that has a place is read there; only what fills the picture has none.
    if let whole = search.wholePicture(),
      !candidates.contains(where: { search.places($0, whole.keyedness, trace: whole.trace) })
    {
      candidates.append(whole)
    }
    candidates.sort { $0.rank > $1.rank }
    if options.compensatesMotion, options.mode == .auto {
      updates += findMovers(
        search,
        still: known
          + candidates.filter(\.isStill).map {
            TraceMath.highPassed($0.trace, width: search.slowWidth)
          })
    }
    for candidate in candidates where candidate.isApart {
      // What a light that passes leaves in each tile is no lamp.
      guard candidate.isStill || !flashes.hasPassed(candidate.x, candidate.y) else { continue }
      let passed = TraceMath.highPassed(candidate.trace, width: search.slowWidth)
      guard !known.contains(where: { abs(TraceMath.laggedCorrelation($0, passed)) > 0.6 }) else {
        continue
      }
      // A place that is followed is one lamp, even where it is read badly.
      guard
        !followed.contains(where: { max(abs($0.x - candidate.x), abs($0.y - candidate.y)) < 1.5 })
      else { continue }
      // One that is not ripe yet keeps its weaker likenesses from being taken for lamps.
      known.append(passed)
      if candidate.isRipe(search.times, isFinal: isFinal) { updates += follow(candidate) }
    }
    return updates
  }

  /// Gives a lamp whose bright level proves to be its rest back as a new one, the right way up.
  private mutating func turnOver(
    _ index: Int, trace: [Double], _ search: CandidateSearch
  ) -> [Update] {
    guard let keyedness = Keyedness(trace), keyedness.changes >= Sense.manyChanges,
      Sense.isInverted(trace, times: search.times, keyedness)
    else { return [] }
    followed[index].probe = followed[index].probe.turned(keyedness)
    let turned = trace.map { keyedness.low + keyedness.high - $0 }
    return [
      .lost(id: followed[index].id), found(followed[index], trace: turned, tiles: 1),
    ]
  }

  private func found(_ lamp: Followed, trace: [Double], tiles: Int) -> Update {
    let place = pixels(lamp.x, lamp.y)
    return .found(
      id: lamp.id, x: place.x, y: place.y, backlog: backlog(lamp, trace),
      searched: max(1, motion.grid.luma.count / max(1, tiles)))
  }

  private func backlog(_ lamp: Followed, _ trace: [Double]) -> [BrightnessSample] {
    zip(history.moments, trace).map { moment, brightness in
      BrightnessSample(
        time: moment.time, exposure: moment.exposure,
        brightness: brightness.isFinite ? brightness : lamp.low)
    }
  }

  /// Reads a known lamp in a better way, where there is one now: it drifts, or the light changes.
  private mutating func improve(
    _ index: Int, trace: [Double], now: Keyedness, better: Candidate, _ search: CandidateSearch
  ) -> [Update] {
    let lamp = followed[index]
    let passed = TraceMath.highPassed(better.trace, width: search.slowWidth)
    let old = TraceMath.highPassed(trace, width: search.slowWidth)
    let correlation = TraceMath.correlation(passed, old)
    guard abs(correlation) > 0.7 else { return [] }
    followed[index].separation = max(now.separation, better.keyedness.separation)
    guard better.keyedness.separation > 1.1 * now.separation,
      !lamp.isWhole || search.places(better, now, trace: trace),
      lamp.agrees(trace, better)
    else { return [] }
    followed[index].isWhole = better.isWhole
    // The sense, once told, stays, and so do the levels.
    let upright = correlation > 0 ? better.probe : better.probe.turned(better.keyedness)
    let scale = (lamp.high - lamp.low) / better.keyedness.swing
    var probe = Probe(offset: lamp.low - better.keyedness.low * scale)
    probe.add(upright, weight: scale)
    followed[index].probe = probe
    let reread = Update.reread(
      id: lamp.id, backlog: backlog(lamp, probe.trace(history.moments[...], search.map)))
    guard abs(better.x - lamp.x) > 0.5 || abs(better.y - lamp.y) > 0.5 else { return [reread] }
    followed[index].x = better.x
    followed[index].y = better.y
    let place = pixels(better.x, better.y)
    return [reread, .moved(id: lamp.id, x: place.x, y: place.y)]
  }

  mutating func newIdentifier() -> Int {
    defer { nextIdentifier += 1 }
    return nextIdentifier
  }

  /// A place in tiles as pixels of the picture.
  func pixels(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let side = Double(TileGrid.side)
    return (
      Double(motion.base.x) + min(x * side, Double(motion.base.width)),
      Double(motion.base.y) + min(y * side, Double(motion.base.height))
    )
  }

  private mutating func follow(_ candidate: Candidate) -> [Update] {
    var updates: [Update] = []
    let limit = options.mode == .spot ? 1 : Self.most
    if followed.count >= limit {
      guard
        let worst = followed.indices.min(by: { followed[$0].separation < followed[$1].separation }),
        candidate.keyedness.separation > 1.3 * followed[worst].separation
      else { return [] }
      let lamp = followed.remove(at: worst)
      retired.append((lamp.id, lamp.x, lamp.y))
      updates.append(.lost(id: lamp.id))
    }
    let id: Int
    if let index = retired.firstIndex(where: {
      abs($0.x - candidate.x) < 2 && abs($0.y - candidate.y) < 2
    }) {
      id = retired.remove(at: index).id
    } else {
      id = newIdentifier()
    }
    if retired.count > 64 { retired.removeFirst() }
    let lamp = Followed(
      id: id, probe: candidate.probe, x: candidate.x, y: candidate.y,
      separation: candidate.keyedness.separation, low: candidate.keyedness.low,
      high: candidate.keyedness.high, isWhole: candidate.isWhole)
    followed.append(lamp)
    updates.append(found(lamp, trace: candidate.trace, tiles: candidate.tiles))
    return updates
  }
}

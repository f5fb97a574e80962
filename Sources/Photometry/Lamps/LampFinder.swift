/// Finds lamps in pictures: places that are switched between two levels, wherever they are and however
/// small, and gives the brightness of each.
///
/// Stateful, fed picture by picture. It proposes; whether a candidate sends Morse is for the reader of
/// its trace to say. Pictures are not kept: half a minute of tile means is.
public struct LampFinder: Sendable {
  public enum Mode: Hashable, Sendable {
    /// Every lamp.
    case auto
    /// The one strongest.
    case spot
  }

  public struct Options: Hashable, Sendable {
    /// Where to look, in pixels as stored; nil: everywhere.
    public var region: Region?
    public var mode: Mode

    public init(region: Region? = nil, mode: Mode = .auto) {
      self.region = region
      self.mode = mode
    }
  }

  /// What became known by a picture.
  public enum Update: Sendable {
    /// A candidate at (x, y) in pixels as stored, with its brightness in the last half minute at most,
    /// this picture's included. `searched` places competed for being found. An identifier that was lost
    /// comes again when its place is found again.
    case found(id: Int, x: Double, y: Double, backlog: [BrightnessSample], searched: Int)
    /// The brightness of a candidate in this picture; none where it is out of sight.
    case sample(id: Int, BrightnessSample)
    /// A candidate's place changed.
    case moved(id: Int, x: Double, y: Double)
    /// A candidate was given up for better ones.
    case lost(id: Int)
  }

  /// Candidates that are followed at once: eight lamps, and as many that only look like it.
  static let most = 16
  /// Signals that are looked at closely at once.
  static let strandLimit = 192
  /// Seconds between searches.
  static let searchInterval = 1.0
  /// Seconds after which the first search is worth while: a letter or two.
  static let firstSearch = 1.5

  private let options: Options
  private var grid = TileGrid()
  private var map: SignalMap?
  private var signals: [Float] = []
  private var activity = SignalActivity()
  private var history = SignalHistory()
  private var followed: [Followed] = []
  private var retired: [(id: Int, x: Double, y: Double)] = []
  private var nextIdentifier = 0
  private var lastSearch: Double?
  private var start: Double?

  /// A candidate that has been reported.
  private struct Followed: Sendable {
    var id: Int
    var probe: Probe
    /// In tiles.
    var x: Double
    var y: Double
    var separation: Double
  }

  public init(options: Options = Options()) {
    self.options = options
  }

  /// Takes the next picture. One that cannot be measured (`FrameError`) is passed over.
  public mutating func consume(_ frame: borrowing Frame) -> [Update] {
    var updates: [Update] = []
    do throws(FrameError) {
      try grid.measure(frame, region: options.region)
    } catch {
      return []
    }
    let hasChroma = frame.format.layout != .gray
    let map = SignalMap(columns: grid.columns, rows: grid.rows, hasChroma: hasChroma)
    if let known = self.map, known != map { updates += restart() }
    self.map = map
    map.fill(&signals, from: grid)
    let gain = activity.gain(signals, map)
    var stored = history.buffer(count: map.count)
    activity.update(signals, map, time: frame.time, gain: gain, stored: &stored)
    let moment = SignalHistory.Moment(
      time: frame.time, exposure: frame.exposure, gain: Double(gain), mean: grid.mean,
      stored: stored)
    history.append(moment)
    for lamp in followed {
      updates.append(.sample(id: lamp.id, sample(moment, lamp.probe, map)))
    }
    let begun = start ?? frame.time
    start = begun
    let due = (lastSearch.map { $0 + Self.searchInterval }) ?? (begun + Self.firstSearch)
    if frame.time >= due {
      lastSearch = frame.time
      updates += search(map)
    }
    return updates
  }

  /// Ends the input: looks once more at what came since the last search.
  public mutating func finish() -> [Update] {
    guard let map else { return [] }
    return search(map)
  }

  private func sample(
    _ moment: SignalHistory.Moment, _ probe: Probe, _ map: SignalMap
  ) -> BrightnessSample {
    BrightnessSample(
      time: moment.time, exposure: moment.exposure, brightness: probe.value(moment, map))
  }

  /// A picture of another size: everything begins again.
  private mutating func restart() -> [Update] {
    let updates = followed.map { Update.lost(id: $0.id) }
    followed = []
    retired = []
    activity = SignalActivity()
    history.removeAll()
    lastSearch = nil
    start = nil
    return updates
  }

  private mutating func search(_ map: SignalMap) -> [Update] {
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
      let members = search.members(like: passed, ofReliability: 1, among: &strands)
      guard let better = search.candidate(members), let now = Keyedness(trace) else { continue }
      updates += improve(index, trace: trace, now: now, better: better, search)
    }

    var candidates: [Candidate] = []
    if let whole = search.wholePicture() { candidates.append(whole) }
    for index in strands.indices {
      guard !strands[index].isTaken, candidates.count < Self.most else { continue }
      let seed = strands[index]
      let reliability = 1 - Double(seed.standout.noise / max(seed.standout.variance, 1e-6))
      let members = search.members(
        like: seed.trace, ofReliability: reliability, among: &strands)
      if let candidate = search.candidate(members) { candidates.append(candidate) }
    }
    candidates.sort { $0.keyedness.separation > $1.keyedness.separation }
    for candidate in candidates {
      guard candidate.isPromising else { continue }
      let passed = TraceMath.highPassed(candidate.trace, width: search.slowWidth)
      guard !known.contains(where: { abs(TraceMath.laggedCorrelation($0, passed)) > 0.6 }) else {
        continue
      }
      known.append(passed)
      updates += follow(candidate, map)
    }
    return updates
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
    let isApart = better.keyedness.separation > 1.05 * now.separation
    let isBrighter = better.keyedness.swing > 1.15 * now.swing
    guard isApart || (isBrighter && better.keyedness.separation > 0.95 * now.separation) else {
      return []
    }
    // The sense, once told, stays.
    followed[index].probe = correlation > 0 ? better.probe : better.probe.turned(better.keyedness)
    guard abs(better.x - lamp.x) > 0.5 || abs(better.y - lamp.y) > 0.5 else { return [] }
    followed[index].x = better.x
    followed[index].y = better.y
    let place = pixels(better.x, better.y)
    return [.moved(id: lamp.id, x: place.x, y: place.y)]
  }

  /// A place in tiles as pixels of the picture.
  private func pixels(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let side = Double(TileGrid.side)
    return (
      Double(grid.region.x) + min(x * side, Double(grid.region.width)),
      Double(grid.region.y) + min(y * side, Double(grid.region.height))
    )
  }

  private mutating func follow(_ candidate: Candidate, _ map: SignalMap) -> [Update] {
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
      id = nextIdentifier
      nextIdentifier += 1
    }
    if retired.count > 64 { retired.removeFirst() }
    followed.append(
      Followed(
        id: id, probe: candidate.probe, x: candidate.x, y: candidate.y,
        separation: candidate.keyedness.separation))
    let backlog = zip(history.moments, candidate.trace).map {
      BrightnessSample(time: $0.time, exposure: $0.exposure, brightness: $1)
    }
    let place = pixels(candidate.x, candidate.y)
    updates.append(
      .found(
        id: id, x: place.x, y: place.y, backlog: backlog,
        searched: max(1, map.tiles / max(1, candidate.tiles))))
    return updates
  }
}

extension Candidate {
  /// Whether it is worth reading: more apart than noise ever is, and switched a few times.
  var isPromising: Bool {
    keyedness.separation > 3.3 && keyedness.changes >= 4 && keyedness.share > 0.02
      && keyedness.share < 0.98
  }
}

extension CandidateSearch {
  /// The lamp that fills the picture.
  func wholePicture() -> Candidate? {
    let probe = Probe(mean: 1)
    let trace = probe.trace(history, map)
    guard let keyedness = Keyedness(trace) else { return nil }
    return Candidate(
      probe: probe, keyedness: keyedness, trace: trace, x: Double(map.columns) / 2,
      y: Double(map.rows) / 2, tiles: map.tiles)
  }
}

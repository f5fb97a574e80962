/// Finds lamps in pictures: places that are switched between two levels, wherever they are and however
/// small, and gives the brightness of each.
///
/// Stateful, fed picture by picture. It proposes; whether a candidate sends Morse is for the reader of
/// its trace to say. Pictures are not kept: half a minute of tile means is.
public struct LampFinder: Sendable {
  /// Candidates that are followed at once: eight lamps, and as many that only look like it.
  public static let most = 16
  /// Signals that are looked at closely at once.
  static let strandLimit = 192
  /// Seconds after which it is seen whether another scene has begun, where no search does it before.
  static let sceneInterval = 2.0
  /// Seconds from one search to the next, where nobody waits for what they find and nothing is seen that moves.
  public static let searchInterval = SearchSchedule.unawaited

  let options: Options
  private var motion = SceneMotion()
  private var map: SignalMap?
  private var signals: [Float] = []
  var activity = SignalActivity()
  var history = SignalHistory()
  var scenes = SceneChanges()
  var bands = FlickerBands()
  /// When the scene that is seen began, where another one was seen before.
  var sceneBegin: Double?
  /// Which scene it is (`SceneChanges.Change`).
  var scene = 0
  private(set) var followed: [Followed] = []
  var flashes = FlashTracker()
  var points = PointTracker()
  private var meter = PeakMeter()
  private var sharpness = Sharpness()
  var movers: [Int: Mover] = [:]
  private var retired: [LampSearch.Retired] = []
  private var nextIdentifier = 0
  private var fruitless: FruitlessLooks
  private var schedule: SearchSchedule
  /// When it was last seen whether another scene had begun.
  private(set) var lastLook: Double?
  /// Whether a search that is due is left to `takeSearch`.
  public private(set) var isSearchLeft = false
  /// Whether a search was handed out whose outcome has not come.
  private var isSearching = false
  /// How often everything began again.
  private var beginning = 0
  private var start: Double?

  /// A light that moves and has been reported.
  struct Mover: Sendable {
    /// Brightness around it.
    var ambient: Double
    /// In tiles, as last told.
    var x: Double
    var y: Double
    /// How the pixels tell its light; nil where tiles do.
    var pixels: PixelReading?
    /// The levels of its tiles when it was found, where those told its light then.
    var tiles: Keyedness?
  }

  public init(options: Options = Options()) {
    self.options = options
    fruitless = FruitlessLooks(isAwaited: options.isAwaited)
    schedule = SearchSchedule(isAwaited: options.isAwaited)
  }

  /// Takes the next picture. One that cannot be measured (`FrameError`) is passed over.
  public mutating func consume(_ frame: borrowing Frame) -> [Update] {
    var updates: [Update] = []
    let sight: SceneMotion.Sight
    do throws(FrameError) {
      sight = try motion.measure(
        frame, region: options.region, compensated: options.compensatesMotion,
        isFree: followed.isEmpty && movers.isEmpty)
    } catch {
      return []
    }
    let hasChroma = frame.format.layout != .gray
    let map = SignalMap(
      columns: (motion.base.width + TileGrid.side - 1) / TileGrid.side,
      rows: (motion.base.height + TileGrid.side - 1) / TileGrid.side, hasChroma: hasChroma)
    if sight.isOfAnotherSize || self.map.map({ $0 != map }) ?? false { updates += restart() }
    self.map = map
    let view = sight.view
    let placement = motion.placement(view)
    map.fill(&signals, from: motion.grid, view)
    bands.remove(from: &signals, usual: activity.mean, map, view)
    let gain = activity.gain(signals, map, view)
    var (stored, peaks) = history.buffers(for: map)
    map.fill(&peaks, from: motion.grid, view)
    activity.update(signals, map, view, time: frame.time, gain: gain, stored: &stored)
    var moment = SignalHistory.Moment(
      time: frame.time, exposure: frame.exposure, gain: Double(gain), mean: motion.mean,
      view: view, placement: placement, restX: sight.restX, restY: sight.restY,
      stored: stored, peaks: peaks)
    moment.sharpness = sharpness.value(moment, map)
    history.append(moment)
    if options.compensatesMotion { scenes.look(at: moment, map, isTold: motion.isTold) }
    for lamp in followed {
      let samples = lamp.samples([moment], [lamp.value(moment, map)])
      updates += samples.map { .sample(id: lamp.id, $0) }
    }
    if options.compensatesMotion, let noise = activity.usualNoise {
      flashes.range = frame.range
      flashes.update(
        signals, moment.peaks, activity, map, view, time: frame.time, gain: gain, noise: noise)
      points.update(
        signals, moment.peaks, activity, map, view, time: frame.time, gain: gain, range: frame.range
      )
      if !view.isEmpty {
        flashes.look(at: frame, &meter, placement)
        points.look(at: frame, &meter, placement)
      }
      updates += followMovers(moment, map)
    }
    if sight.endsScene { updates += endScene(map, at: frame.time) }
    let begun = start ?? frame.time
    start = begun
    let isSearched = isSearchDue(at: frame.time, begun: begun, map)
    if isSearched
      || frame.time >= lastLook.map({ $0 + Self.sceneInterval }) ?? (begun + SearchSchedule.first)
    {
      lastLook = frame.time
      updates += followScenes(map)
      removeBands(map)
      // Lights that move are followed from now on, however long the search takes.
      activity.learnUsualNoise(map)
      points.learnNoise()
    }
    if isSearched {
      schedule.note(dueAt: frame.time)
      if sharpness.learn(ofScene { _ in true }, map) { history.take(sharpness, map) }
      isSearchLeft = options.searchesApart
      if !isSearchLeft { updates += consume(nextSearch(map).outcome()) }
    }
    return updates
  }

  private mutating func isSearchDue(at time: Double, begun: Double, _ map: SignalMap) -> Bool {
    if schedule.isDue(at: time, begun: begun, isFollowing: isFollowing) { return true }
    guard isFollowing, schedule.isMoverLookDue(at: time, begun: begun) else { return false }
    let seesMover = hasMover(map)
    schedule.noteMoverLook(at: time, seesMover: seesMover)
    return seesMover
  }

  /// The search that is due and was left to this call. It may be made on another thread while pictures
  /// are taken; `consume` takes what came of it.
  public mutating func takeSearch() -> LampSearch? {
    guard isSearchLeft, !isSearching, let map else { return nil }
    isSearchLeft = false
    isSearching = true
    return nextSearch(map)
  }

  /// Takes what came of a search.
  public mutating func consume(_ outcome: LampSearch.Outcome) -> [Update] {
    take(outcome).map { completed($0, since: outcome.search.times.last) }
  }

  /// The same as far as the search saw.
  mutating func take(_ outcome: LampSearch.Outcome) -> [Update] {
    guard outcome.beginning == beginning else { return [] }
    isSearching = false
    followed = outcome.followed
    retired = outcome.retired
    nextIdentifier = outcome.nextIdentifier
    fruitless = outcome.fruitless
    var updates = outcome.updates
    var movers: [Update] = []
    if options.compensatesMotion, options.mode == .auto {
      movers = findMovers(outcome.search, still: outcome.still)
      updates += movers
    }
    schedule.take(isPromising: outcome.isPromising, foundMover: !movers.isEmpty)
    return updates
  }

  /// What a search found, with what came while it was made.
  private func completed(_ update: Update, since end: Double?) -> Update {
    guard let map, let end, let last = history.moments.last, last.time > end else { return update }
    let later = history.moments.drop { $0.time <= end }
    func samples(_ id: Int) -> [BrightnessSample] {
      if let lamp = followed.first(where: { $0.id == id }) {
        return lamp.samples(later, lamp.trace(later, map))
      }
      guard let mover = movers[id], let track = movingTracks.first(where: { $0.id == id }) else {
        return []
      }
      return later.map { sample(of: mover, track, in: $0, map) }
    }
    switch update {
    case .found(let id, let x, let y, let backlog, let searched, let contrast):
      return .found(
        id: id, x: x, y: y, backlog: backlog + samples(id), searched: searched,
        contrast: contrast)
    case .reread(let id, let backlog): return .reread(id: id, backlog: backlog + samples(id))
    default: return update
    }
  }

  /// The search that is due.
  private mutating func nextSearch(_ map: SignalMap) -> LampSearch {
    defer {
      activity.forgetProminence()
      if let end = history.moments.last?.time { schedule.begin(until: end) }
    }
    return search(map)
  }

  private func search(_ map: SignalMap, isFinal: Bool = false) -> LampSearch {
    search(map, ofScene { _ in true }, isFinal: isFinal)
  }

  /// Those of the moments in which the scene was seen.
  func ofScene(where isWanted: (SignalHistory.Moment) -> Bool) -> [SignalHistory.Moment] {
    guard let sceneBegin else { return history.moments.filter(isWanted) }
    return history.moments.filter { $0.time >= sceneBegin && isWanted($0) }
  }

  func search(
    _ map: SignalMap, _ moments: [SignalHistory.Moment], isFinal: Bool
  ) -> LampSearch {
    LampSearch(
      map: map, moments: moments, activity: activity,
      flashes: flashes.with(points.tracks.filter { $0.id != nil }), mode: options.mode,
      base: motion.base, places: motion.grid.luma.count, scene: scene, isFinal: isFinal,
      isAwaited: options.isAwaited,
      isHurried: options.isAwaited || isFollowing,
      unsearched: schedule.unsearched(until: moments.last?.time ?? 0), beginning: beginning,
      followed: followed, retired: retired, nextIdentifier: nextIdentifier,
      fruitless: fruitless)
  }

  /// Ends the input: looks once more at what came since the last search.
  public mutating func finish() -> [Update] {
    guard let map else { return [] }
    let updates = followScenes(map, isFinal: true)
    if sharpness.learn(ofScene { _ in true }, map, isFinal: true) { history.take(sharpness, map) }
    return updates + consume(search(map, isFinal: true).outcome())
  }

  /// A picture of another size: everything begins again.
  private mutating func restart() -> [Update] {
    let updates = (followed.map(\.id) + movers.keys.sorted()).map { Update.lost(id: $0) }
    followed = []
    flashes = FlashTracker()
    points = PointTracker()
    movers = [:]
    retired = []
    fruitless = FruitlessLooks(isAwaited: options.isAwaited)
    activity = SignalActivity()
    sharpness = Sharpness()
    bands = FlickerBands()
    history.removeAll()
    scenes.removeAll()
    sceneBegin = nil
    scene = 0
    schedule = SearchSchedule(isAwaited: options.isAwaited)
    lastLook = nil
    start = nil
    beginning += 1
    isSearching = false
    return updates
  }

  /// Ends all lamps that are followed, at `time`. They may be found again where they were.
  mutating func endAll(at time: Double) -> [Update] {
    let updates = (followed.map(\.id) + movers.keys.sorted()).map { Update.ended(id: $0, at: time) }
    retired += followed.map { LampSearch.Retired(id: $0.id, scene: scene, x: $0.x, y: $0.y) }
    followed = []
    flashes = FlashTracker()
    points = PointTracker()
    movers = [:]
    fruitless = FruitlessLooks(isAwaited: options.isAwaited)
    sharpness = Sharpness()
    // What a search that is under way finds is of the scene before.
    beginning += 1
    isSearching = false
    return updates
  }

  mutating func newIdentifier() -> Int {
    defer { nextIdentifier += 1 }
    return nextIdentifier
  }

  /// The pixel of the last picture at which a place of the scene is, in tiles.
  func pixels(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    motion.base.nearest(to: history.moments.placement.pixel(ofTile: x, y))
  }
}

/// Looks through the history for places that are switched between two levels.
struct CandidateSearch {
  let map: SignalMap
  let history: ArraySlice<SignalHistory.Moment>
  /// Whether all else waits for this search, so that all processors may help.
  let isFinal: Bool
  let times: [Double]
  /// What of the scene was in sight last.
  let view: TileView
  /// Samples over which slow changes are taken out: about four seconds.
  let slowWidth: Int
  let steadiness: Steadiness
  /// The signals that stand out, in each of the history's moments.
  private var kept: KeptSignals
  /// The variance of the picture's brightness, as a part of the usual.
  private let gainVariance: Double

  /// A signal that stands out, with its trace.
  struct Strand {
    var standout: SignalActivity.Standout
    /// Without the picture's gain, without slow changes.
    var trace: [Double]
    var isTaken = false
    /// Whether something bursts into it, without which the trace is.
    var isBursting = false
  }

  /// A signal that varies like others, and its covariance with them.
  typealias Member = (strand: Strand, covariance: Double)

  init(
    _ map: SignalMap, _ history: ArraySlice<SignalHistory.Moment>, isFinal: Bool = false
  ) {
    self.map = map
    self.history = history
    self.isFinal = isFinal
    steadiness = Steadiness(history)
    kept = KeptSignals([], history, map)
    gainVariance = TraceMath.variance(history.map(\.gain))
    times = history.map(\.time)
    view =
      history.last { !$0.view.isEmpty }?.view
      ?? TileView(firstColumn: 0, firstRow: 0, columns: 0, rows: 0)
    let duration = (times.last ?? 0) - (times.first ?? 0)
    let rate = duration > 0 ? Double(times.count - 1) / duration : 30
    slowWidth = max(15, Int(min(rate, 240) * SignalActivity.window)) | 1
  }

  /// Keeps signals that will be asked for many times.
  mutating func keep(_ signals: [Signal]) { kept = KeptSignals(signals, history, map) }

  /// What a probe reads in each of the history's moments.
  func trace(_ probe: Probe) -> [Double] { probe.trace(history, map, kept) }

  /// Makes the best of a group of signals that vary together; nil where they do not look switched.
  func candidate(_ members: [Member]) -> Candidate? {
    guard !members.isEmpty else { return nil }
    let signals = Set(members.map { $0.strand.standout.signal })
    guard var found = located(read(members, signals: signals), among: signals) else { return nil }
    if found.isChromaRounding {
      let luma = members.filter { $0.strand.standout.signal.kind == .luma }
      found.isNoRounding =
        isShown(by: luma, signals: signals) || isBeyondLuma(found, main: members[0])
    }
    return found
  }

  /// Whether luma alone has two levels: a lamp on the corner of four blocks moves each one's colour by a quarter of what it
  /// would move one by.
  private func isShown(by luma: [Member], signals: Set<Signal>) -> Bool {
    let shown = luma.isEmpty ? nil : read(luma, signals: signals)
    return shown.map { $0.isApart && $0.keyedness.separation > Keyedness.noiseless } ?? false
  }

  /// Whether a light that colour shows moves it by more than the luma there moves: what makes a codec round colour anew is
  /// luma that flickers by more than a step.
  private func isBeyondLuma(_ candidate: Candidate, main: Member) -> Bool {
    guard candidate.keyedness.separation > Keyedness.noiseless else { return false }
    let tile = main.strand.standout.signal.tile
    let block = (0..<4).map {
      Signal.luma(tile.column.floored(2) * 2 + $0 % 2, tile.row.floored(2) * 2 + $0 / 2)
    }
    let luma = trace(Probe(meanOf: block.filter(view.shows)).absolute())
    return TraceMath.variance(candidate.trace) > TraceMath.variance(luma)
  }

  private func read(
    _ members: [Member], signals: Set<Signal>
  ) -> Candidate? {
    let filter = MatchedFilter(members)
    guard let main = filter.members.first?.signal else { return nil }
    // Where the light itself is, not its reflection or what darkens when the exposure is pulled down.
    let shown = filter.members.max { abs($0.slope) < abs($1.slope) }?.signal ?? main
    let matched = filter.probe
    // As it is, where that is clear: whatever is taken off brings its own noise.
    let absolute = steady(matched.absolute().knowing(history, map))
    let plain = refine(absolute, main: shown)
    var alone: Candidate?
    // Where something comes over it, and the surroundings, only: to weigh that is most of a look's work.
    if members.contains(where: \.strand.isBursting) || plain?.keyedness.isDisturbed ?? false,
      let around = Surroundings(ring(around: main, without: signals), history, map)
    {
      alone = refine(matched.absolute().without(around), main: shown)
    }
    if let plain, plain.keyedness.isUndisturbed { return best(of: [plain, alone]) }
    let core = core(of: members, plain)
    if let core, core.isApart, core.keyedness.isUndisturbed {
      return best(of: [core, plain, alone])
    }
    let bobbing = bobbing(around: shown)
    let small = best(of: small(absolute, members, main: shown))
    if let small, small.isApart, small.keyedness.isUndisturbed {
      return best(of: [small, plain, alone, bobbing])
    }
    // Where the picture's brightness keeps still, what shows no levels shows none against it.
    if plain == nil, isGainSteady(for: absolute.trace) {
      return best(of: [core, alone, small, bobbing])
    }
    let against = steady(matched.knowing(history, map))
    let relative = refine(against, main: shown)
    // Where the light jumps far beyond the noise and its levels only wander, weights fitted to how they went so far mean
    // nothing to how they will go.
    if let plain, !plain.keyedness.isDisturbed,
      Jump(plain.trace.filter(\.isFinite), clear: Keyedness.clear) != nil
    {
      let own = best(of: [plain, alone, core, small, relative, bobbing])
      if let own, own.isApart { return own }
    }
    guard mostFeatures > 1 else { return best(of: [plain, alone, core, small, relative, bobbing]) }
    var features: [Probe] = []
    features += filter.members.prefix(4).map { Probe(signal: $0.signal) }
    features += surroundings(of: main, without: signals)
    return best(of: [
      plain, alone, core, small, bobbing,
      refine(against, features.prefix(mostFeatures - 1), main: shown),
      added(absolute, lit: against.lit, main: shown, without: signals),
    ])
  }

  /// A lamp that adds the same to its place however bright the ambient is, by what that does to the picture and around the
  /// lamp: without the picture's gain its own levels would go up and down. It is `lit` as it is without the gain.
  private func added(
    _ lamp: Shown, lit: [Bool?]?, main: Signal, without signals: Set<Signal>
  ) -> Candidate? {
    guard let lit, !isGainSteady(for: lamp.trace) else { return nil }
    var ambient = [Probe(mean: 1)]
    let ring = ring(around: main, without: signals)
    if !ring.isEmpty { ambient.append(Probe(meanOf: ring).absolute()) }
    let shown = Shown(probe: lamp.probe, trace: lamp.trace, lit: lit)
    return refine(shown, ambient.prefix(mostFeatures - 1), main: main)
  }

  /// Whether the picture's brightness moves a trace by less than a tenth of what it does: a hundredth of its variance.
  private func isGainSteady(for trace: [Double]) -> Bool {
    let seen = trace.filter(\.isFinite)
    guard !seen.isEmpty else { return false }
    let mean = seen.reduce(0, +) / Double(seen.count)
    return 100 * mean * mean * gainVariance < TraceMath.variance(seen)
  }

  /// How many features can be weighed: each needs a few moments of its own, and what moves the picture or its light sways
  /// up to 2.5 times a second, which makes five of them in three seconds at least. With fewer, some sum of them always
  /// shows two levels.
  var mostFeatures: Int {
    let span = (times.last ?? 0) - (times.first ?? 0)
    return max(1, Int(min(SignalHistory.span, max(0, span.isFinite ? span : 0))) * 5 / 3)
  }

  /// The first of some readings of a lamp that no later one is better than.
  func best(of readings: [Candidate?]) -> Candidate? {
    readings.reduce(nil) { best, next in
      guard let best, let next else { return best ?? next }
      return next.keyedness.isBetter(than: best.keyedness, by: Self.worthWhile) ? next : best
    }
  }

  /// A known lamp as it is read now, but without what comes over its surroundings; nil where it is read so already.
  /// - Parameter signals: those that show its light.
  func alone(_ lamp: Followed, signals: Set<Signal>) -> Candidate? {
    // Without the picture's gain there is less that comes over all, and its own would be taken off twice.
    let isAbsolute = lamp.probe.terms.allSatisfy { $0.isAbsolute || $0.signal.kind != .luma }
    guard !lamp.isWhole, isAbsolute, lamp.probe.surroundings == nil,
      lamp.probe.brightest == nil, lamp.probe.roaming == nil
    else { return nil }
    let tile = Signal.luma(at: (lamp.x, lamp.y))
    let ring = ring(around: tile, without: signals.union(lamp.probe.terms.map(\.signal)))
    guard let surroundings = Surroundings(ring, history, map) else { return nil }
    let probe = lamp.probe.without(surroundings)
    let trace = self.trace(probe)
    guard let keyedness = Keyedness(trace) else { return nil }
    return Candidate(
      probe: probe, keyedness: keyedness, trace: trace, x: lamp.x, y: lamp.y, tiles: 1)
  }

  /// A neighbourhood as one place: by the mean of its tiles, or by the brightest sample of all of them.
  func candidate(_ place: Neighbourhood, brightest: Signal) -> Candidate? {
    let tiles = place.tiles(view)
    let peak = Brightest(columns: place.columns, rows: place.rows)
    return best(of: [
      located(
        refine(Probe(meanOf: tiles).knowing(history, map), main: brightest), among: Set(tiles)),
      located(refine(peak, main: brightest), among: Set(tiles)),
    ])
  }

  /// A tile with those around it, by the brightest sample of all of them.
  func candidate(brightestAround tile: Signal) -> Candidate? {
    let peak = Brightest(around: tile.place)
    let tiles = [tile] + tile.around(1)
    return located(refine(peak, main: tile), among: Set(tiles))
  }

  /// What a lamp's place shares with what is around it.
  func surroundings(of main: Signal, without signals: Set<Signal>) -> [Probe] {
    var probes: [Probe] = []
    let ring = ring(around: main, without: signals)
    if !ring.isEmpty { probes.append(Probe(meanOf: ring)) }
    if map.hasChroma {
      for chroma in main.chroma where !signals.contains(chroma) && view.shows(chroma) {
        probes.append(Probe(signal: chroma))
      }
    }
    return probes
  }

  /// The tiles in sight three or, where those are the lamp's own, six tiles from a place; none where they are too few.
  func ring(around main: Signal, without signals: Set<Signal>) -> [Signal] {
    for radius in [3, 6] {
      let ring = main.tile.ring(radius).filter { view.shows($0) && !signals.contains($0) }
      if ring.count >= Surroundings.fewest { return ring }
    }
    return []
  }

  /// A candidate in the middle of the signals that hang together with its tile.
  func located(_ candidate: Candidate?, among signals: Set<Signal>) -> Candidate? {
    guard var candidate else { return nil }
    let tile = Signal.luma(at: (candidate.x, candidate.y))
    let seen = Array(tile.connected(among: signals))
    var sums = (x: 0.0, y: 0.0, weight: 0.0)
    for (member, trace) in zip(seen, Probe.traces(of: seen, history, map)) {
      // Weighed with how much the tile brightens, roughly: its spread over the history.
      let values = trace.filter(\.isFinite)
      let mean = values.reduce(0, +) / Double(max(1, values.count))
      let spread = values.reduce(0) { $0 + abs($1 - mean) }
      sums.x += member.place.x * spread
      sums.y += member.place.y * spread
      sums.weight += spread
    }
    guard sums.weight > 0 else { return candidate }
    candidate.x = sums.x / sums.weight
    candidate.y = sums.y / sums.weight
    candidate.tiles = seen.count
    return candidate
  }
}

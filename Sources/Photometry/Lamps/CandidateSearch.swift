/// Looks through the history for places that are switched between two levels.
struct CandidateSearch {
  let map: SignalMap
  let history: ArraySlice<SignalHistory.Moment>
  let times: [Double]
  /// What of the scene is in sight now.
  let view: TileView
  /// Samples over which slow changes are taken out: about four seconds.
  let slowWidth: Int
  let steadiness: Steadiness

  /// A signal that stands out, with its trace.
  struct Strand {
    var standout: SignalActivity.Standout
    /// Without the picture's gain, without slow changes.
    var trace: [Double]
    var isTaken = false
    /// Whether something bursts into it, without which the trace is.
    var isBursting = false
  }

  init(_ map: SignalMap, _ history: ArraySlice<SignalHistory.Moment>) {
    self.map = map
    self.history = history
    steadiness = Steadiness(history)
    times = history.map(\.time)
    view = history.last?.view ?? TileView(firstColumn: 0, firstRow: 0, columns: 0, rows: 0)
    let duration = (times.last ?? 0) - (times.first ?? 0)
    let rate = duration > 0 ? Double(times.count - 1) / duration : 30
    slowWidth = max(15, Int(min(rate, 240) * SignalActivity.window)) | 1
  }

  /// Makes the best of a group of signals that vary together; nil where they do not look switched.
  func candidate(_ members: [(strand: Strand, covariance: Double)]) -> Candidate? {
    guard !members.isEmpty else { return nil }
    let signals = Set(members.map { $0.strand.standout.signal })
    return located(read(members, signals: signals), among: signals)
  }

  private func read(
    _ members: [(strand: Strand, covariance: Double)], signals: Set<Signal>
  ) -> Candidate? {
    let filter = MatchedFilter(members)
    guard let main = filter.members.first?.signal else { return nil }
    // Where the light itself is, not its reflection or what darkens when the exposure is pulled down.
    let shown = filter.members.max { abs($0.slope) < abs($1.slope) }?.signal ?? main
    let matched = filter.probe
    // As it is, where that is clear: whatever is taken off brings its own noise.
    let plain = refine([matched.absolute()], main: shown)
    var alone: Candidate?
    // Where something comes over it, and the surroundings, only: to weigh that is most of a look's work.
    if members.contains(where: \.strand.isBursting) || plain?.keyedness.isDisturbed ?? false,
      let around = Surroundings(ring(around: main, without: signals), history, map)
    {
      alone = refine([matched.absolute().without(around)], main: shown)
    }
    if let plain, plain.keyedness.isUndisturbed { return best(of: [plain, alone]) }
    let core = core(of: members, plain)
    if let core, core.isApart, core.keyedness.isUndisturbed {
      return best(of: [core, plain, alone])
    }
    let relative = refine([matched], main: shown)
    // Where the light jumps far beyond the noise and its levels only wander, weights fitted to how they went so far mean
    // nothing to how they will go.
    if let plain, !plain.keyedness.isDisturbed,
      Jump(plain.trace.filter(\.isFinite), clear: Keyedness.clear) != nil
    {
      let own = best(of: [plain, alone, core, relative])
      if let own, own.isApart { return own }
    }
    guard mostFeatures > 1 else { return best(of: [plain, alone, core, relative]) }
    var features = [matched]
    features += filter.members.prefix(4).map { Probe(signal: $0.signal) }
    features += surroundings(of: main, without: signals)
    return best(of: [
      plain, alone, core, refine(Array(features.prefix(mostFeatures)), main: shown),
    ])
  }

  /// How many features can be weighed: each needs a few moments of its own, and what moves the picture or its light sways
  /// up to 2.5 times a second, which makes five of them in three seconds at least. With fewer, some sum of them always
  /// shows two levels.
  private var mostFeatures: Int {
    let span = (times.last ?? 0) - (times.first ?? 0)
    return max(1, Int(min(SignalHistory.span, max(0, span.isFinite ? span : 0))) * 5 / 3)
  }

  /// The first of some readings of a lamp that no later one is better than.
  private func best(of readings: [Candidate?]) -> Candidate? {
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
    guard !lamp.isWhole, isAbsolute, lamp.probe.surroundings == nil else { return nil }
    let tile = Signal.luma(Int(lamp.x.rounded(.down)), Int(lamp.y.rounded(.down)))
    let ring = ring(around: tile, without: signals.union(lamp.probe.terms.map(\.signal)))
    guard let surroundings = Surroundings(ring, history, map) else { return nil }
    let probe = lamp.probe.without(surroundings)
    let trace = probe.trace(history, map)
    guard let keyedness = Keyedness(trace) else { return nil }
    return Candidate(
      probe: probe, keyedness: keyedness, trace: trace, x: lamp.x, y: lamp.y, tiles: 1)
  }

  /// Some tiles as one place.
  func candidate(_ tiles: [Signal], brightest: Signal) -> Candidate? {
    located(refine([Probe(meanOf: tiles)], main: brightest), among: Set(tiles))
  }

  /// The lamp that fills the picture.
  func wholePicture() -> Candidate? {
    let probe = Probe(mean: 1)
    var trace = probe.trace(history, map)
    guard var keyedness = Keyedness(trace) else { return nil }
    var shown = probe
    if Sense.isInverted(trace, times: times, keyedness) {
      shown = probe.turned(keyedness)
      trace = shown.trace(history, map)
      guard let turned = Keyedness(trace) else { return nil }
      keyedness = turned
    }
    return Candidate(
      probe: shown, keyedness: keyedness, trace: trace,
      x: Double(view.firstColumn) + Double(view.columns) / 2,
      y: Double(view.firstRow) + Double(view.rows) / 2, tiles: view.columns * view.rows,
      isWhole: true)
  }

  /// Whether a candidate is what moves the whole picture's mean as `whole` shows, and is read no worse.
  func places(_ candidate: Candidate, _ whole: Keyedness, trace: [Double]) -> Bool {
    guard candidate.isApart,
      candidate.keyedness.isClear || candidate.keyedness.separation >= whole.separation,
      whole.swing < Self.fillingShare * candidate.keyedness.swing
    else { return false }
    return abs(TraceMath.correlation(passed(candidate.trace), passed(trace))) > 0.9
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
    let tile = main.tile
    for radius in [3, 6] {
      var ring: [Signal] = []
      for y in -radius...radius {
        for x in -radius...radius where max(abs(x), abs(y)) == radius {
          let other = Signal.luma(tile.column + x, tile.row + y)
          if view.shows(other), !signals.contains(other) { ring.append(other) }
        }
      }
      if ring.count >= Surroundings.fewest { return ring }
    }
    return []
  }

  /// Finds the weights that separate the two levels best, beginning with the first feature. Its place is the tile's alone
  /// (`located`).
  func refine(_ raw: [Probe], main: Signal) -> Candidate? {
    guard let leading = raw.first.map(steady), let lit = leading.lit else { return nil }
    var best: (weights: [Double], trace: [Double], keyedness: Keyedness)?
    func consider(_ weights: [Double], _ trace: [Double], _ keyedness: Keyedness?) {
      guard let keyedness,
        keyedness.separation > Self.worthWhile * (best?.keyedness.separation ?? 0)
      else { return }
      best = (weights, trace, keyedness)
    }
    consider([1], leading.trace, leading.keyedness)
    var features = [(probe: leading.probe, trace: leading.trace)]
    // What is clear as it is must not rest on surroundings that mean nothing to it.
    if !(leading.keyedness?.isUndisturbed ?? false), raw.count > 1 {
      features += raw.dropFirst().map {
        steadiness.steadied($0, $0.trace(history, map), lit: lit)
      }
      let traces = features.map(\.trace)
      var label = lit
      for _ in 0..<3 {
        var isLit = label
        for trace in traces {
          for index in isLit.indices where !trace[index].isFinite { isLit[index] = nil }
        }
        guard let weights = Discriminant.weights(traces, lit: isLit) else { break }
        var trace = [Double](repeating: 0, count: leading.trace.count)
        for (weight, values) in zip(weights, traces) {
          for index in trace.indices { trace[index] += weight * values[index] }
        }
        let keyedness = Keyedness(trace)
        consider(weights, trace, keyedness)
        guard let next = labels(trace, keyedness), next != label else { break }
        label = next
      }
    }
    guard let best else { return nil }
    var probe = Probe()
    for (weight, feature) in zip(best.weights, features) {
      probe.add(feature.probe, weight: weight)
    }
    return scaled(probe, best.trace, best.keyedness, main: main)
  }

  /// How much further apart the levels must be for a reading that rests on more than the lamp itself: by
  /// less, chance in the weights does it.
  static let worthWhile = 1.2

  /// A light that moves the picture's mean by more than this part of its own swing fills the picture,
  /// its glow included: it has no place, and all of the picture shows it with the least noise.
  private static let fillingShare = 0.25

  /// Gives the trace the unit, the sense and the ambient of the signal that shows the lamp best.
  private func scaled(
    _ probe: Probe, _ trace: [Double], _ keyedness: Keyedness, main: Signal
  ) -> Candidate? {
    var numbers = [0.0, 0.0]
    var means = [[0.0, 0.0], [0.0, 0.0]]
    let tile = view.shows(main.tile) ? main.tile : main
    let isAbsolute = probe.terms.allSatisfy(\.isAbsolute)
    let mainProbe = Probe(signal: main, isAbsolute: isAbsolute)
    let tileProbe = Probe(signal: tile, isAbsolute: isAbsolute)
    for (moment, value) in zip(history, trace) {
      guard value.isFinite, let isHigh = keyedness.isHigh(value) else { continue }
      let group = isHigh ? 1 : 0
      numbers[group] += 1
      means[group][0] += mainProbe.value(moment, map)
      means[group][1] += tileProbe.value(moment, map)
    }
    guard numbers[0] > 0, numbers[1] > 0 else { return nil }
    let lift = means[1][0] / numbers[1] - means[0][0] / numbers[0]
    let unlitLuma = means[0][1] / numbers[0]
    let litLuma = means[1][1] / numbers[1]
    // Brighter is lit, to begin with.
    var sign = litLuma >= unlitLuma ? 1.0 : -1
    var turned = trace.map { sign * $0 }
    guard var found = Keyedness(turned) else { return nil }
    if Sense.isInverted(turned, times: times, found) {
      sign = -sign
      turned = trace.map { sign * $0 }
      guard let again = Keyedness(turned) else { return nil }
      found = again
    }
    let scale = sign * max(abs(lift), 0.01) / found.swing
    // The ambient is what the place shows unlit, and light comes on top of it.
    let ambient = max(1, min(unlitLuma, litLuma))
    var result = Probe()
    result.add(probe, weight: scale)
    let offset = ambient - found.low * abs(scale)
    result.offset += offset
    let final = trace.map { $0 * scale + offset }
    guard let shown = Keyedness(final) else { return nil }
    return Candidate(
      probe: result, keyedness: shown, trace: final, x: tile.place.x, y: tile.place.y, tiles: 1)
  }

  /// A candidate in the middle of the signals that hang together with its tile.
  func located(_ candidate: Candidate?, among signals: Set<Signal>) -> Candidate? {
    guard var candidate else { return nil }
    let tile = Signal.luma(Int(candidate.x.rounded(.down)), Int(candidate.y.rounded(.down)))
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

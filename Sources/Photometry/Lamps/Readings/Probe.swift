/// How a lamp's brightness is read off a picture: a weighted sum of signals, luma as it is or as it would
/// be without the whole picture's gain.
struct Probe: Hashable, Sendable {
  struct Term: Hashable, Sendable {
    var signal: Signal
    var weight: Double
    /// Whether luma is taken as it is, the picture's gain included: a lamp that lights up much of the
    /// picture is part of the gain itself.
    var isAbsolute = false
    /// What the signal usually is, where it is one of many that show the same light (`knowing`).
    var usual: Double?
  }

  var terms: [Term] { didSet { knowledge = nil } }
  /// Weight of the whole picture's gain, whose usual value is 1.
  var gain = 0.0
  /// Weight of the whole picture's mean luma.
  var mean = 0.0
  /// Weights of what is left of the picture's movement: see `Moment.rest`.
  var rest = [Double](repeating: 0, count: 5)
  var offset = 0.0
  /// What comes over the surroundings; of several the last added, with the weights of all.
  var surroundings: Surroundings? { didSet { knowledge = nil } }
  /// The brightest sample of some tiles; of several the last added, with the weights of all.
  var brightest: Brightest?
  /// What goes about in a square; of several the last added, with the weights of all.
  var roaming: RoamingLight?
  /// What its terms show at its two levels (`knowing`), as long as they, and what comes over them, stay as they are.
  var knowledge: Knowledge?

  init(terms: [Term] = [], gain: Double = 0, mean: Double = 0, offset: Double = 0) {
    self.terms = terms
    self.gain = gain
    self.mean = mean
    self.offset = offset
  }

  /// One signal alone.
  init(signal: Signal, isAbsolute: Bool = false) {
    self.init(terms: [Term(signal: signal, weight: 1, isAbsolute: isAbsolute)])
  }

  /// The mean of some signals.
  init(meanOf signals: [Signal]) {
    let weight = 1 / Double(max(1, signals.count))
    self.init(terms: signals.map { Term(signal: $0, weight: weight) })
  }

  /// The brightest sample of some tiles alone.
  init(brightest: Brightest) {
    self.init()
    self.brightest = brightest
  }

  /// What goes about in a square alone.
  init(roaming: RoamingLight) {
    self.init()
    self.roaming = roaming
  }

  /// The brightness in one picture; not a number where the lamp is out of sight.
  func value(_ moment: SignalHistory.Moment, _ map: SignalMap) -> Double {
    guard !moment.view.isEmpty else { return .nan }
    // Light is what multiplies: without the picture's gain, drift, flicker and exposure control leave
    // little for the weights to cancel.
    let scale = 1 / (256 * moment.gain)
    var sum = offset + gain * (moment.gain - 1) + mean * moment.mean
    if moment.isMoved { sum += TraceMath.product(rest, moment.rest) }
    if let surroundings { sum += surroundings.light(moment, map) }
    if let brightest { sum += brightest.light(moment, map) }
    if let roaming { sum += roaming.light(moment, map) }
    var shown = 0.0
    var isHidden = false
    for term in terms {
      guard moment.view.shows(term.signal) else {
        isHidden = true
        continue
      }
      let index = map.index(term.signal)
      switch term.signal.kind {
      case .luma:
        shown += term.weight * Double(moment.stored[index]) * (term.isAbsolute ? 1 / 256 : scale)
      case .peak: shown += term.weight * Double(moment.peaks[index])
      case .blueDifference, .redDifference:
        shown += term.weight * (Double(moment.stored[index]) / 256 - 128)
      }
    }
    guard isHidden else { return sum + shown }
    let spread = sum + spread(of: shown, moment)
    return spread.isFinite ? spread : completed(sum + shown, moment)
  }

  /// What it reads in each of some moments; not a number where the lamp is out of sight.
  func trace(_ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap) -> [Double] {
    trace(history, map, KeptSignals(terms.map(\.signal), history, map))
  }

  /// The traces of means, each alone. Picture by picture: what is kept of one lies together in memory, that of the
  /// next far from it.
  static func traces(
    of signals: [Signal], _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) -> [[Double]] {
    let count = history.count
    let places = signals.map { (index: map.index($0), isLuma: $0.kind == .luma) }
    var values = [Double](repeating: .nan, count: signals.count * count)
    var view: TileView?
    var seen: [Int] = []
    let moments = history.span
    for time in moments.indices {
      let now = moments[time].view
      if now != view {
        view = now
        seen = signals.indices.filter { now.shows(signals[$0]) }
      }
      let scale = 256 * moments[time].gain
      let stored = moments[time].stored.span
      for signal in seen {
        let value = Double(stored[places[signal].index])
        values[signal * count + time] = places[signal].isLuma ? value / scale : value / 256 - 128
      }
    }
    return signals.indices.map { Array(values[$0 * count..<($0 + 1) * count]) }
  }

  /// Weights whose magnitudes add up to one.
  func normalised() -> Probe {
    let sum = terms.reduce(0) { $0 + abs($1.weight) }
    guard sum > 0 else { return self }
    var probe = self
    for index in probe.terms.indices { probe.terms[index].weight /= sum }
    return probe
  }

  /// The same with luma taken as it is.
  func absolute() -> Probe {
    var probe = self
    for index in probe.terms.indices { probe.terms[index].isAbsolute = true }
    return probe
  }

  /// The same without what comes over the surroundings.
  func without(_ surroundings: Surroundings) -> Probe {
    var probe = self
    probe.surroundings = surroundings
    probe.surroundings?.weight = -terms.reduce(0) { $1.signal.kind.isOfTile ? $0 + $1.weight : $0 }
    return probe
  }

  /// The same between the two levels, the other way up.
  func turned(_ keyedness: Keyedness) -> Probe {
    var probe = Probe(offset: keyedness.low + keyedness.high)
    probe.add(self, weight: -1)
    return probe
  }

  mutating func add(_ other: Probe, weight: Double) {
    knowledge = nil
    gain += weight * other.gain
    mean += weight * other.mean
    for index in rest.indices { rest[index] += weight * other.rest[index] }
    offset += weight * other.offset
    if var added = other.surroundings {
      added.weight = weight * added.weight + (surroundings?.weight ?? 0)
      surroundings = added
    }
    if var added = other.brightest {
      added.weight = weight * added.weight + (brightest?.weight ?? 0)
      brightest = added
    }
    if var added = other.roaming {
      added.weight = weight * added.weight + (roaming?.weight ?? 0)
      roaming = added
    }
    for term in other.terms {
      let known = terms.firstIndex {
        $0.signal == term.signal && $0.isAbsolute == term.isAbsolute
      }
      if let known {
        terms[known].weight += weight * term.weight
      } else {
        var added = term
        added.weight *= weight
        terms.append(added)
      }
    }
  }
}

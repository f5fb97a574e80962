/// Looks through the history for places that are switched between two levels.
struct CandidateSearch {
  let map: SignalMap
  let history: ArraySlice<SignalHistory.Moment>
  let times: [Double]
  /// Samples over which slow changes are taken out: about four seconds.
  let slowWidth: Int

  /// A signal that stands out, with its trace.
  struct Strand {
    var standout: SignalActivity.Standout
    /// Without the picture's gain, without slow changes.
    var trace: [Double]
    var isTaken = false
  }

  init(_ map: SignalMap, _ history: ArraySlice<SignalHistory.Moment>) {
    self.map = map
    self.history = history
    times = history.map(\.time)
    let duration = (times.last ?? 0) - (times.first ?? 0)
    let rate = duration > 0 ? Double(times.count - 1) / duration : 30
    slowWidth = max(15, Int(min(rate, 240) * SignalActivity.window)) | 1
  }

  func strands(_ standouts: [SignalActivity.Standout]) -> [Strand] {
    standouts.map { standout in
      let zero = map.isLuma(standout.signal) ? 0.0 : 128
      let trace = history.map { moment in
        let value = Double(moment.stored[standout.signal]) / 256 - zero
        return map.isLuma(standout.signal) ? value / moment.gain : value
      }
      return Strand(standout: standout, trace: TraceMath.highPassed(trace, width: slowWidth))
    }
  }

  /// Strands that carry the same signal as `seed`, with the covariance; they are taken.
  func members(
    like seed: [Double], ofReliability seedReliability: Double, among strands: inout [Strand]
  ) -> [(strand: Strand, covariance: Double)] {
    var found: [(Strand, Double)] = []
    let seedPower = TraceMath.product(seed, seed)
    guard seedPower > 0 else { return [] }
    for index in strands.indices where !strands[index].isTaken {
      let strand = strands[index]
      let product = TraceMath.product(seed, strand.trace)
      let power = TraceMath.product(strand.trace, strand.trace)
      guard power > 0 else { continue }
      // Noise lowers a correlation by what it adds to both variances.
      let own = 1 - Double(strand.standout.noise / max(strand.standout.variance, 1e-6))
      let reliability = max(0.1, own) * max(0.1, seedReliability)
      let correlation = product / (seedPower * power).squareRoot() / reliability.squareRoot()
      if abs(correlation) > 0.7 {
        strands[index].isTaken = true
        found.append((strand, product / Double(seed.count)))
      }
    }
    return found
  }

  /// Makes the best of a group of signals that vary together; nil where they do not look switched.
  func candidate(_ members: [(strand: Strand, covariance: Double)]) -> Candidate? {
    guard !members.isEmpty else { return nil }
    // The matched filter: each signal with the weight that its share of the lamp and its noise deserve.
    let ranked = members.sorted {
      abs($0.covariance) / Double($0.strand.standout.noise).squareRoot()
        > abs($1.covariance) / Double($1.strand.standout.noise).squareRoot()
    }
    let matched = Probe(
      terms: ranked.prefix(48).map {
        Probe.Term(
          signal: $0.strand.standout.signal,
          weight: $0.covariance / max(0.01, Double($0.strand.standout.noise)))
      })
    guard let main = ranked.first?.strand.standout.signal else { return nil }
    let signals = Set(members.map { $0.strand.standout.signal })
    var features = [matched.normalised()]
    features += ranked.prefix(4).map { Probe(signal: $0.strand.standout.signal) }
    features += surroundings(of: main, without: signals)
    // Where the light itself is, not its reflection or what darkens when the exposure is pulled down.
    let brightest = ranked.max { abs($0.covariance) < abs($1.covariance) }
    let shown = brightest?.strand.standout.signal ?? main
    return refine(features, main: shown, signals: signals)
  }

  /// What a lamp's place shares with what is around it.
  func surroundings(of main: Int, without signals: Set<Int>) -> [Probe] {
    var probes = [Probe(gain: 100)]
    let tile = map.tile(of: main)
    let (column, row) = (tile % map.columns, tile / map.columns)
    for radius in [3, 6] {
      var ring: [Int] = []
      for y in -radius...radius {
        for x in -radius...radius where max(abs(x), abs(y)) == radius {
          if let other = map.tile(column + x, row + y), !signals.contains(other) {
            ring.append(other)
          }
        }
      }
      if ring.count >= 4 {
        probes.append(Probe(meanOf: ring))
        break
      }
    }
    for chroma in map.chroma(ofTile: tile) where !signals.contains(chroma) {
      probes.append(Probe(signal: chroma))
    }
    return probes
  }

  /// Finds the weights that separate the two levels best, beginning with the first feature.
  func refine(_ features: [Probe], main: Int, signals: Set<Int>) -> Candidate? {
    let traces = features.map { $0.trace(history, map) }
    guard let first = traces.first else { return nil }
    var best: (weights: [Double], trace: [Double], keyedness: Keyedness)?
    func consider(_ weights: [Double], _ trace: [Double]) -> Keyedness? {
      guard let keyedness = Keyedness(trace) else { return nil }
      if keyedness.separation > (best?.keyedness.separation ?? 0) {
        best = (weights, trace, keyedness)
      }
      return keyedness
    }
    var weights = [Double](repeating: 0, count: features.count)
    weights[0] = 1
    var label = labels(first)
    _ = consider(weights, first)
    for _ in 0..<3 {
      guard let isLit = label, let found = Discriminant.weights(traces, lit: isLit) else { break }
      var trace = [Double](repeating: 0, count: first.count)
      for (weight, values) in zip(found, traces) {
        for index in trace.indices { trace[index] += weight * values[index] }
      }
      _ = consider(found, trace)
      label = labels(trace)
    }
    guard let best else { return nil }
    var probe = Probe()
    for (weight, feature) in zip(best.weights, features) { probe.add(feature, weight: weight) }
    return scaled(probe, best.trace, best.keyedness, main: main, signals: signals)
  }

  /// Lit, unlit or neither: by the trace itself, smoothed or without slow changes, whichever stands
  /// furthest apart.
  private func labels(_ trace: [Double]) -> [Bool?]? {
    var best: (trace: [Double], keyedness: Keyedness)?
    let passed = TraceMath.highPassed(trace, width: slowWidth)
    for version in [
      trace, passed, TraceMath.smoothed(passed, width: 3), TraceMath.smoothed(passed, width: 5),
    ] {
      guard let keyedness = Keyedness(version) else { continue }
      if keyedness.separation > (best?.keyedness.separation ?? 0) { best = (version, keyedness) }
    }
    guard let best else { return nil }
    return best.trace.map { value in
      let position = best.keyedness.position(value)
      return position > 0.65 ? true : position < 0.35 ? false : nil
    }
  }

  /// Gives the trace the unit, the sense and the ambient of the signal that shows the lamp best.
  private func scaled(
    _ probe: Probe, _ trace: [Double], _ keyedness: Keyedness, main: Int, signals: Set<Int>
  ) -> Candidate? {
    var numbers = [0.0, 0.0]
    var means = [[0.0, 0.0], [0.0, 0.0]]
    let tile = map.tile(of: main)
    let mainProbe = Probe(signal: main)
    let tileProbe = Probe(signal: tile)
    for (moment, value) in zip(history, trace) {
      let position = keyedness.position(value)
      guard position < 0.35 || position > 0.65 else { continue }
      let group = position > 0.65 ? 1 : 0
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
    let place = place(around: tile, signals: signals)
    return Candidate(
      probe: result, keyedness: shown, trace: final, x: place.x, y: place.y, tiles: place.tiles)
  }

  /// The middle of the signals that hang together with the tile.
  private func place(around tile: Int, signals: Set<Int>) -> (x: Double, y: Double, tiles: Int) {
    var open = [tile]
    var seen: Set<Int> = [tile]
    while let next = open.popLast() {
      let (column, row) = (next % map.columns, next / map.columns)
      for y in -1...1 {
        for x in -1...1 {
          if let other = map.tile(column + x, row + y), signals.contains(other),
            seen.insert(other).inserted
          {
            open.append(other)
          }
        }
      }
    }
    var sums = (x: 0.0, y: 0.0, weight: 0.0)
    for member in seen {
      let place = map.place(member)
      let probe = Probe(signal: member)
      // Weighed with how much the tile brightens, roughly: its spread over the history.
      let values = probe.trace(history, map)
      let mean = values.reduce(0, +) / Double(max(1, values.count))
      let spread = values.reduce(0) { $0 + abs($1 - mean) }
      sums.x += place.x * spread
      sums.y += place.y * spread
      sums.weight += spread
    }
    guard sums.weight > 0 else {
      let place = map.place(tile)
      return (place.x, place.y, 1)
    }
    return (sums.x / sums.weight, sums.y / sums.weight, seen.count)
  }
}

extension Probe {
  /// Weights whose magnitudes add up to one.
  func normalised() -> Probe {
    let sum = terms.reduce(0) { $0 + abs($1.weight) }
    guard sum > 0 else { return self }
    var probe = self
    for index in probe.terms.indices { probe.terms[index].weight /= sum }
    return probe
  }

  /// The same between the two levels, the other way up.
  func turned(_ keyedness: Keyedness) -> Probe {
    var probe = Probe(offset: keyedness.low + keyedness.high)
    probe.add(self, weight: -1)
    return probe
  }

  mutating func add(_ other: Probe, weight: Double) {
    gain += weight * other.gain
    mean += weight * other.mean
    offset += weight * other.offset
    for term in other.terms {
      if let index = terms.firstIndex(where: { $0.signal == term.signal }) {
        terms[index].weight += weight * term.weight
      } else {
        terms.append(Term(signal: term.signal, weight: weight * term.weight))
      }
    }
  }
}

/// A sum of signals as a candidate: with the weights that separate its levels best, and in the unit of the lamp.
extension CandidateSearch {
  /// A sum of signals as a candidate.
  func refine(_ probe: Probe, main: Signal) -> Candidate? { refine(steady(probe), main: main) }

  /// The brightest sample of a square, as a lamp. Where it adds no more to its tile than a codec's rounding of that, the codec
  /// draws the tile's samples anew as it likes: one stands still for long, and then some steps off.
  func refine(_ square: Brightest, main: Signal) -> Candidate? {
    let read = refine(Probe(brightest: square), main: main)
    return read.flatMap { $0.keyedness.swing < LampFinder.Contrast.rounding ? nil : $0 }
  }

  /// Finds the weights that separate the two levels best, beginning with `leading` alone. Its place is the tile's alone
  /// (`located`).
  func refine(_ leading: Shown, _ others: ArraySlice<Probe> = [], main: Signal) -> Candidate? {
    guard let lit = leading.lit else { return nil }
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
    if !(leading.keyedness?.isUndisturbed ?? false), !others.isEmpty {
      features += others.map {
        steadiness.steadied($0, self.trace($0), lit: lit)
      }
      let traces = features.map(\.trace)
      var label = lit
      for pass in 1...Self.passes {
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
        guard pass < Self.passes, let next = labels(trace, keyedness), next != label else { break }
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

  /// How often weights are fitted to what the last ones showed lit, at most.
  private static let passes = 3

  /// How much further apart the levels must be for a reading that rests on more than the lamp itself: by
  /// less, chance in the weights does it.
  static let worthWhile = 1.2

  /// Gives the trace the unit, the sense and the ambient of the signal that shows the lamp best.
  private func scaled(
    _ probe: Probe, _ trace: [Double], _ keyedness: Keyedness, main: Signal
  ) -> Candidate? {
    var numbers = [0.0, 0.0]
    var means = [[0.0, 0.0], [0.0, 0.0]]
    var lit: [Double] = []
    let tile = view.shows(main.tile) ? main.tile : main
    // Where the ambient has been taken out, its drift would be in the signal that is compared.
    let isAbsolute = probe.mean == 0 && probe.terms.allSatisfy(\.isAbsolute)
    let mainTrace = self.trace(Probe(signal: main, isAbsolute: isAbsolute))
    let tileTrace =
      tile == main ? mainTrace : self.trace(Probe(signal: tile, isAbsolute: isAbsolute))
    for (index, value) in trace.enumerated() {
      // What goes about is seen where its usual place is not.
      guard value.isFinite, mainTrace[index].isFinite, tileTrace[index].isFinite,
        let isHigh = keyedness.isHigh(value)
      else { continue }
      let group = isHigh ? 1 : 0
      numbers[group] += 1
      means[group][0] += mainTrace[index]
      means[group][1] += tileTrace[index]
      if isHigh { lit.append(mainTrace[index]) }
    }
    guard numbers[0] > 0, numbers[1] > 0 else { return nil }
    var lift = means[1][0] / numbers[1] - means[0][0] / numbers[0]
    if probe.roaming != nil || probe.brightest != nil {
      // What goes about is where it is most often for a part of the time.
      let there = lit.ascending().suffix((lit.count + 9) / 10)
      lift = there.reduce(0, +) / Double(there.count) - means[0][0] / numbers[0]
    }
    let unlitLuma = means[0][1] / numbers[0]
    let litLuma = means[1][1] / numbers[1]
    // Brighter is lit, to begin with.
    var sign = litLuma >= unlitLuma ? 1.0 : -1
    var turned = sign > 0 ? trace : trace.map { -$0 }
    guard var found = sign > 0 ? keyedness : Keyedness(turned) else { return nil }
    // What is no lamp's, whichever way it is taken, need not be.
    if found.separation > Candidate.leastSeparation,
      Sense.isInverted(turned, times: times, found)
    {
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
    guard let shown = found.scaled(by: abs(scale), offset: offset) ?? Keyedness(final) else {
      return nil
    }
    return Candidate(
      probe: result, keyedness: shown, trace: final, x: tile.place.x, y: tile.place.y, tiles: 1)
  }
}

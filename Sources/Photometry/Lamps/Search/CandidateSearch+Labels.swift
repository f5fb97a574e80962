/// When a trace is lit, and what of it goes with the picture's movement.
extension CandidateSearch {
  /// A probe with what it shows.
  struct Shown {
    var probe: Probe
    /// Its brightness in each of the history's moments.
    var trace: [Double]
    /// Of the trace; nil as for `Keyedness.init`.
    var keyedness: Keyedness?
    /// Where it is lit, where unlit, and where neither; nil where it has no levels.
    var lit: [Bool?]?
  }

  /// A probe without what goes with the picture's movement. By chance a light goes a little with it, which is given back
  /// where the levels that are left tell so, or the levels as they were.
  func steady(_ probe: Probe) -> Shown {
    let raw = trace(probe)
    guard steadiness.isMoved else { return labelled(probe, raw) }
    let (steadied, trace) = steadiness.steadied(probe, raw)
    let plain = labelled(steadied, trace)
    var best = plain
    func consider(_ probe: Probe, _ trace: [Double]) {
      guard let keyedness = Keyedness(trace),
        keyedness.separation > best.keyedness?.separation ?? 0
      else { return }
      best = Shown(probe: probe, trace: trace, keyedness: keyedness)
    }
    if let lit = plain.lit {
      let given = steadiness.steadied(probe, raw, lit: lit)
      consider(given.probe, given.trace)
    }
    // A place in a scene that moves does little else than to go with it.
    if 2 * TraceMath.variance(trace) > TraceMath.variance(raw) { consider(probe, raw) }
    // What hardly differs tells the same.
    let known = plain.keyedness?.separation ?? 0
    if plain.lit != nil, best.keyedness?.separation ?? 0 < Self.worthWhile * known {
      best.lit = plain.lit
    } else if best.lit == nil {
      best.lit = labels(best.trace, best.keyedness)
    }
    return best
  }

  private func labelled(_ probe: Probe, _ trace: [Double]) -> Shown {
    let keyedness = Keyedness(trace)
    return Shown(
      probe: probe, trace: trace, keyedness: keyedness, lit: labels(trace, keyedness))
  }

  /// Lit, unlit or neither: by the trace itself, of which `keyedness` tells the levels, smoothed or without slow changes,
  /// whichever stands furthest apart; nil where none has levels.
  func labels(_ trace: [Double], _ keyedness: Keyedness?) -> [Bool?]? {
    var best = keyedness.map { (trace: trace, keyedness: $0) }
    lazy var passed = TraceMath.highPassed(trace, width: slowWidth)
    for width in [1, 3, 5] where best?.keyedness.separation ?? 0 <= Self.enoughSeparation {
      let version = TraceMath.smoothed(passed, width: width)
      guard let keyedness = Keyedness(version) else { continue }
      if keyedness.separation > best?.keyedness.separation ?? 0 { best = (version, keyedness) }
    }
    guard let best, best.keyedness.separation > Self.leastSeparation else { return nil }
    return best.trace.enumerated().map { index, value in
      guard trace[index].isFinite else { return nil }
      return best.keyedness.isHigh(value)
    }
  }

  /// What noise without levels shows, and a little more for few samples: not worth a closer look.
  private static let leastSeparation = 2.75
  /// What tells every sample but those on edges: see `Keyedness.isUndisturbed`.
  private static let enoughSeparation = 6.0
}

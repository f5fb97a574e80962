/// When a trace is lit, and what of it goes with the picture's movement.
extension CandidateSearch {
  /// Lit, unlit or neither: by the trace itself, smoothed or without slow changes, whichever stands
  /// furthest apart.
  func labels(_ trace: [Double]) -> [Bool?]? {
    var best: (trace: [Double], keyedness: Keyedness)?
    let passed = TraceMath.highPassed(trace, width: slowWidth)
    for version in [
      trace, passed, TraceMath.smoothed(passed, width: 3), TraceMath.smoothed(passed, width: 5),
    ] {
      guard let keyedness = Keyedness(version) else { continue }
      if keyedness.separation > (best?.keyedness.separation ?? 0) { best = (version, keyedness) }
      if keyedness.separation > 6 { break }
    }
    guard let best, best.keyedness.separation > Self.leastSeparation else { return nil }
    return best.trace.enumerated().map { index, value in
      guard trace[index].isFinite else { return nil }
      return best.keyedness.isHigh(value)
    }
  }

  /// What noise without levels shows, and a little more for few samples: not worth a closer look.
  private static let leastSeparation = 2.75

  /// A probe without what goes with the picture's movement. By chance a light goes a little with it, which is given back
  /// where the levels that are left tell so, or the levels as they were.
  func steady(_ probe: Probe) -> Probe {
    guard steadiness.isMoved else { return probe }
    let raw = probe.trace(history, map)
    let plain = steadied(probe, lit: nil)
    let trace = plain.trace(history, map)
    var best = (probe: plain, separation: Keyedness(trace)?.separation ?? 0)
    func consider(_ probe: Probe, _ trace: [Double]) {
      guard let keyedness = Keyedness(trace), keyedness.separation > best.separation else { return }
      best = (probe, keyedness.separation)
    }
    if let label = labels(trace) {
      let given = steadied(probe, lit: label)
      consider(given, given.trace(history, map))
    }
    // A place in a scene that moves does little else than to go with it.
    if 2 * TraceMath.variance(trace) > TraceMath.variance(raw) { consider(probe, raw) }
    return best.probe
  }

  func steadied(_ probe: Probe, lit: [Bool?]?) -> Probe {
    steadiness.isMoved
      ? steadiness.steadied(probe, trace: probe.trace(history, map), lit: lit) : probe
  }
}

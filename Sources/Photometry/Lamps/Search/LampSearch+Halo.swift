/// Lamps that are brighter than a picture can show, read by their halo.
///
/// What glows around such a lamp fades as a camera or a tube lets go of it. Where its middle still is as
/// bright as can be when the next mark begins, the gap between them is seen around it alone.
extension LampSearch {
  /// Reads a followed lamp by its halo from now on, where that shows more of it.
  mutating func readHalo(
    _ index: Int, trace: [Double], now: Keyedness, _ search: CandidateSearch
  ) -> [LampFinder.Update] {
    guard let halo = halo(followed[index], trace: trace, now: now, search) else { return [] }
    defer { followed[index].isHalo = true }
    return read(index, as: halo, isUpright: true, search)
  }

  /// A followed lamp as its halo shows it, where that tells gaps that are clipped away in its middle; nil where it does not.
  private func halo(
    _ lamp: Followed, trace: [Double], now: Keyedness, _ search: CandidateSearch
  ) -> Candidate? {
    guard !lamp.isWhole, !lamp.isSpread, lamp.probe.roaming == nil else { return nil }
    let isLit = trace.map { now.isHigh($0) ?? false }
    let clipped = zip(moments, isLit).count { $1 && $0.isClipped(around: lamp.tile, map) }
    guard clipped > 0, 2 * clipped >= isLit.count(where: \.self) else { return nil }
    let own = search.passed(trace)
    for radius in Halo.radii {
      let ring = lamp.tile.ring(radius).filter(search.view.shows)
      let shown = ring.map { search.trace(Probe(signal: $0, isAbsolute: true)) }
      guard !shown.contains(where: { $0.contains { $0 > Halo.clipped } }) else { continue }
      let glowing = zip(ring, shown).filter { TraceMath.areOfOneLight(search.passed($1), own) }
      guard 2 * glowing.count > ring.count else { return nil }
      let probe = Probe(meanOf: glowing.map(\.0)).absolute()
      let glow = search.trace(probe)
      guard let keyedness = Keyedness(glow),
        Halo.hiddenGaps(Halo.usual(glowing.map(\.1)), where: isLit) >= Halo.fewestGaps
      else { return nil }
      return Candidate(
        probe: probe, keyedness: keyedness, trace: glow, x: lamp.x, y: lamp.y,
        tiles: glowing.count)
    }
    return nil
  }
}

/// What glows around a light.
enum Halo {
  /// The median of some traces, in steps more than the least of each: what passes before the halo covers a side of it, and a gap
  /// leaves none lit.
  static func usual(_ traces: [[Double]]) -> [Double] {
    let least = traces.map { $0.filter(\.isFinite).min() ?? 0 }
    return (traces.first ?? []).indices.map { time in
      zip(traces, least).map { $0[time] - $1 }.filter(\.isFinite).median ?? .nan
    }
  }

  /// The gaps that a trace shows in stretches in which another is lit all the time: how often it falls and rises again, by a
  /// tenth of the most that it shows, and by more than a codec's rounding.
  static func hiddenGaps(_ trace: [Double], where isLit: [Bool]) -> Int {
    let least = max(leastDip * (trace.filter(\.isFinite).max() ?? 0), LampFinder.Contrast.rounding)
    var gaps = 0
    // The greatest value since the run or the last gap began, and the least since that.
    var (top, bottom) = (-Double.infinity, Double.infinity)
    for (value, isLit) in zip(trace, isLit) {
      guard isLit, value.isFinite else {
        (top, bottom) = (-.infinity, .infinity)
        continue
      }
      if value > top, bottom > top - least { (top, bottom) = (value, .infinity) }
      bottom = min(bottom, value)
      if top - bottom >= least, value - bottom >= least {
        gaps += 1
        (top, bottom) = (value, .infinity)
      }
    }
    return gaps
  }

  /// Levels of a tile above which all of its samples are as bright as can be, but for a codec's rounding.
  static let clipped = 255 - LampFinder.Contrast.rounding
  /// Tiles from the middle at which it is looked for: beyond what is taken for the middle, as far as a halo of half a picture of
  /// the least size reaches.
  static let radii = 2...10
  /// One may be somebody who passes.
  static let fewestGaps = 2
  /// A light that fades by half in a dot falls by half in a gap, by a quarter if it takes two and a half. A hand that holds the
  /// camera moves the slope of a halo over a tile by a tenth.
  private static let leastDip = 0.25
}

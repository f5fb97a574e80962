extension CandidateSearch {
  /// A light that lags behind its key, read where that tells the key best; nil where there is no afterglow.
  func glowing(
    _ members: [(strand: Strand, covariance: Double)], _ matched: Probe, main: Signal,
    signals: Set<Signal>
  ) -> Candidate? {
    let clear = members.filter {
      $0.strand.standout.signal.kind == .luma
        && $0.strand.standout.variance > Self.glowing * $0.strand.standout.noise
    }.sorted { abs($0.covariance) > abs($1.covariance) }
    guard let strongest = clear.first else { return nil }
    typealias Reading = (probe: Probe, trace: [Double], undone: Afterglow.Undone)
    func reading(_ probe: Probe) -> Reading? {
      let trace = probe.trace(history, map)
      return Afterglow.undone(trace, times: times).map { (probe, trace, $0) }
    }
    // Where the light itself does not lag, what is around it only shows it worse.
    guard var best = reading(Probe(signal: main, isAbsolute: true)) else { return nil }
    if (best.trace.filter(\.isFinite).max() ?? 0) > Self.saturated {
      // A saturated sensor holds on to its light. The glow around it does not; what shows some of both lags
      // in two ways.
      let glow = clear.filter {
        $0.covariance * strongest.covariance > 0
          && abs($0.covariance) < Self.glowShare * abs(strongest.covariance)
      }.prefix(Self.mostGlow).map(\.strand.standout.signal)
      var probe = Probe(meanOf: Array(glow)).absolute()
      probe.offset = 0
      if !glow.isEmpty, let other = reading(probe), other.undone.glow.contrast > Self.leastGlow {
        best = other
      }
    } else if let other = reading(matched.absolute()),
      other.undone.glow.contrast > best.undone.glow.contrast
    {
      best = other
    }
    guard let key = Keyedness(best.undone.key) else { return nil }
    let (glow, tile) = (best.undone.glow, view.shows(main.tile) ? main.tile : main)
    let place = place(around: tile, signals: signals)
    let swing = glow.lit - glow.unlit
    // What the key shows, in steps of luma.
    guard let keyedness = Keyedness(best.undone.key.map { glow.unlit + $0 * swing }), key.swing > 0
    else { return nil }
    var candidate = Candidate(
      probe: best.probe, keyedness: keyedness, trace: best.trace, x: place.x, y: place.y,
      tiles: place.tiles)
    if Sense.isInverted(best.undone.key, times: times, key) {
      candidate.probe = best.probe.turned(keyedness)
      candidate.trace = candidate.probe.trace(history, map)
    }
    return candidate
  }

  /// How switched a trace looks; what the key did, where the light glows on.
  func keyedness(_ trace: [Double]) -> Keyedness? {
    guard let plain = Keyedness(trace), let undone = Afterglow.undone(trace, times: times)
    else { return Keyedness(trace) }
    let glow = undone.glow
    return Keyedness(undone.key.map { glow.unlit + $0 * (glow.lit - glow.unlit) }) ?? plain
  }

  /// Variance over that of the noise, beyond which afterglow is looked for. With less, a lamp that swings by
  /// two deviations of its variance is within the noise for the half of its way that it goes in a frame
  /// (`Afterglow.leastContrast`).
  private static let glowing: Float = 25
  /// Steps of luma: where noise makes the brightest pixels white.
  private static let saturated = 240.0
  /// What shows less than this part of the lamp's light is glow alone: the lamp's edge runs through few tiles
  /// that show less than a third of it.
  private static let glowShare = 0.33
  /// Places with glow alone that are taken together.
  private static let mostGlow = 8
  /// Deviations between key down and up with which they are rather taken: the threshold is then six from
  /// either (`Keyedness.isClear`).
  private static let leastGlow = 12.0
}

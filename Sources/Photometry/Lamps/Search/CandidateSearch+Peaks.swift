extension CandidateSearch {
  /// A lamp that is far smaller than a tile, read by the brightest samples of the tiles that show it as well: noise, and what
  /// a codec makes of all the others each time that it codes them anew, is none of it.
  ///
  /// Of a lamp of 60 steps and 3 pixels a tile's mean shows 3, and its brightest sample 60, where nothing else in the tile
  /// is as bright.
  /// - Parameters:
  ///   - leading: what the tiles' means show.
  ///   - members: the signals that show the lamp.
  func small(
    _ leading: Shown, _ members: [Member], main: Signal
  ) -> [Candidate?] {
    let tiles = members.filter { $0.strand.standout.signal.kind == .luma }
    guard !tiles.isEmpty, tiles.count <= Self.smallTiles else { return [] }
    let strongest = tiles.sorted { abs($0.covariance) > abs($1.covariance) }
    let peaks = strongest.prefix(Self.peakTiles).compactMap { peak(of: $0.strand) }
    guard !peaks.isEmpty else { return [] }
    return [refine(leading, peaks[...], main: main)] + peaks.map { refine($0, main: main) }
  }

  /// The brightest sample of a tile, where it is what a lamp far smaller than the tile moves.
  private func peak(of strand: Strand) -> Probe? {
    let tile = strand.standout.signal
    let probe = Probe(
      signal: Signal(kind: .peak, column: tile.column, row: tile.row), isAbsolute: true)
    let peak = TraceMath.highPassed(trace(probe), width: slowWidth)
    let shared = TraceMath.product(peak, strand.trace)
    let power = TraceMath.product(peak, peak)
    let scale = (power * TraceMath.product(strand.trace, strand.trace)).squareRoot()
    guard shared > Self.leastShared * scale, shared < Self.smallPart * power else { return nil }
    return probe
  }

  /// Tiles that a lamp smaller than one shows in: on the corner of four.
  private static let smallTiles = 4
  /// Tiles whose peaks are looked at: its brightest pixels lie beside one border at most.
  private static let peakTiles = 2
  /// The least correlation of a lamp's tile with its brightest sample. Of nothing but noise, each sample's its own, it is
  /// 0.3: an eighth (the mean's deviation) over 0.43 (that of the greatest of 64).
  private static let leastShared = 0.45
  /// Part of a tile that a lamp fills for it to be far smaller, as the mean's light is of the brightest sample's: a quarter.
  /// Beyond, the mean's noise, an eighth of a sample's, tells more.
  private static let smallPart = 0.25
}

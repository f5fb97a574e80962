/// A place that looks switched, and how to read it.
struct Candidate: Sendable {
  var probe: Probe
  var keyedness: Keyedness
  /// Brightness in each of the history's moments.
  var trace: [Double]
  /// In tiles from the grid's upper left corner.
  var x: Double
  var y: Double
  /// Tiles that show the lamp next to its middle.
  var tiles: Int
  /// Tiles from its middle to the side of the rectangle in which it goes about; 0 where it keeps still.
  var way = 0.0
  /// Whether it is the mean of the whole picture.
  var isWhole = false
  /// Whether it is what the light of a lamp does all over the scene.
  var isSpread = false
  /// Whether the camera moved.
  var isUnsteady = false
  /// Whether only the brightest sample of its tile shows it.
  var isSpeck = false
  /// Whether luma tells that a codec's rounding does not make it (`isChromaRounding`).
  var isNoRounding = false

  /// How far around its middle, in tiles, other candidates that are not clear belong to it: what its light makes
  /// of the tiles that it fills, where it comes and goes, or those on the way of one that goes about. Any other that is
  /// not clear itself has none.
  var reach: Double { max(way, keyedness.isClear ? extent : 0) }

  /// Tiles from its middle to the side of a square of as many tiles as it fills.
  var extent: Double { 0.5 * Double(tiles).squareRoot() }

  /// Whether it is a light that goes about in the tiles that it fills, and stays there.
  var isRoaming: Bool { probe.roaming != nil }
}

extension Candidate {
  /// Changes of level that tell the sense: two or three letters.
  static let enoughChanges = 12
  /// Seconds after which nothing more may come.
  static let patience = 3.0

  /// A signal that toggles between two neighbouring values, as noise makes a codec do, has a separation of
  /// the square root of 12 (3.46, see `Keyedness.separation`), and a little more where it drifts.
  static let leastSeparation = 3.5

  /// How often a camera turns away in half a minute.
  static let mostGaps = 3

  /// Whether its levels are further apart than noise ever makes them.
  var isApart: Bool {
    keyedness.separation > Self.leastSeparation && keyedness.share > 0.02 && keyedness.share < 0.98
      && isInSight && !isFaint && !isChromaRounding
  }

  /// Whether its levels are clear where it is: it keeps still, or passed while it showed them.
  var isStill: Bool { isApart && keyedness.isClear }

  /// Whether it was in sight for most of the time, and not out of it more often than a camera turns
  /// away: a tile at the edge of a swaying picture comes and goes. What is clear may have come into sight late.
  private var isInSight: Bool {
    let first = keyedness.isClear ? trace.firstIndex(where: \.isFinite) ?? 0 : 0
    var seen = 0
    var gaps = 0
    var wasSeen = true
    for value in trace[first...] {
      if value.isFinite { seen += 1 } else if wasSeen { gaps += 1 }
      wasSeen = value.isFinite
    }
    return seen * 2 > trace.count - first && gaps <= Self.mostGaps
  }

  /// Whether it is seen by its colour alone, and no more than a codec makes of it.
  var isChromaRounding: Bool {
    guard !isWhole, !isNoRounding, keyedness.swing < LampFinder.Contrast.rounding else {
      return false
    }
    let luma = probe.terms.filter(\.signal.kind.isOfTile)
    func weight(_ terms: [Probe.Term]) -> Double { terms.reduce(0) { $0 + abs($1.weight) } }
    return 10 * weight(luma) < weight(probe.terms)
  }

  /// The mean of a whole picture is free of noise even where the lamp hardly moves it, but anything else
  /// moves it as well: a lamp that fills the picture moves it by more than a part in a hundred.
  private var isFaint: Bool {
    isWhole && keyedness.swing < (isUnsteady ? 0.05 : 0.01) * max(keyedness.low, 16)
  }

  /// Whether it was switched a few times, and enough to tell by now which level is the light.
  func isRipe(_ times: [Double], isFinal: Bool) -> Bool {
    guard keyedness.changes >= 4 else { return false }
    if isFinal || keyedness.changes >= Self.enoughChanges { return true }
    // A short message that is over.
    guard let end = times.last, let last = trace.last(where: \.isFinite) else { return false }
    let rest = keyedness.position(last) > 0.5
    for (value, time) in zip(trace, times).reversed()
    where value.isFinite && (keyedness.position(value) > 0.5) != rest {
      return end - time > Self.patience
    }
    return false
  }
}

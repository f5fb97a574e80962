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
  /// Whether it is the mean of the whole picture.
  var isWhole = false
  /// Whether the camera moved.
  var isUnsteady = false

  /// How far around its middle, in tiles, what is not clear belongs to it: what its light makes of the
  /// tiles that it fills, where it comes and goes.
  var reach: Double { keyedness.isClear ? 0.5 * Double(tiles).squareRoot() : 0 }
}

/// Which of a trace's two levels is the lamp lit. Brighter, unless the long rests are bright: a shutter
/// or a hand that darkens what is seen. In Morse the longest marks are three units, the rests between
/// words seven, and before and after a message longer.
enum Sense {
  /// How much longer a level's longest runs must be to be taken for rests: between 3/3, a text without
  /// word gaps, and 7/3.
  static let ratio = 1.6
  /// Changes after which the typical long run tells more than the longest, which may be a lamp that was
  /// held on to be aimed.
  static let manyChanges = 30

  /// Whether the trace has to be turned over.
  static func isInverted(_ trace: [Double], times: [Double], _ keyedness: Keyedness) -> Bool {
    guard keyedness.changes >= Candidate.enoughChanges else { return false }
    let rank = keyedness.changes >= manyChanges ? 2 : 1
    let (dark, bright) = longRuns(trace, times: times, keyedness, rank: rank)
    guard bright > ratio * dark else { return false }
    // A light that glows on fills the gaps between its marks: then what the key did is asked.
    guard let undone = Afterglow.undone(trace, times: times), let key = Keyedness(undone.key) else {
      return true
    }
    let runs = longRuns(undone.key, times: times, key, rank: rank)
    return runs.bright > ratio * runs.dark
  }

  /// Seconds of the run on either level that is `rank`-th in length.
  static func longRuns(
    _ trace: [Double], times: [Double], _ keyedness: Keyedness, rank: Int
  ) -> (dark: Double, bright: Double) {
    var runs: [[Double]] = [[], []]
    var state: Int?
    var since = times.first ?? 0
    for (value, time) in zip(trace, times) where value.isFinite {
      let position = keyedness.position(value)
      let new = position > 0.65 ? 1 : position < 0.35 ? 0 : state
      if new != state, let new {
        if let state { runs[state].append(time - since) }
        state = new
        since = time
      }
    }
    if let state, let last = times.last { runs[state].append(last - since) }
    func ranked(_ runs: [Double]) -> Double {
      let sorted = runs.sorted(by: >)
      return sorted.isEmpty ? 0 : sorted[min(rank, sorted.count) - 1]
    }
    return (ranked(runs[0]), ranked(runs[1]))
  }
}

extension Candidate {
  /// Changes of level that tell the sense: two or three letters.
  static let enoughChanges = 12
  /// Seconds after which nothing more may come.
  static let patience = 3.0

  /// A signal that toggles between two neighbouring values, as noise makes a codec do, has a separation of
  /// the square root of 12 (3.46, see `Keyedness.separation`), and a little more where it drifts.
  private static let leastSeparation = 3.5

  /// Whether its levels are further apart than noise ever makes them.
  var isApart: Bool {
    keyedness.separation > Self.leastSeparation && keyedness.share > 0.02 && keyedness.share < 0.98
      && isInSight && !isFaint
  }

  /// Whether its levels are so clear where it is that it cannot be a light that only passes.
  var isStill: Bool { isApart && keyedness.isClear }

  /// Whether it was in sight for most of the time, and not out of it more often than a camera turns
  /// away: a tile at the edge of a swaying picture comes and goes.
  private var isInSight: Bool {
    var seen = 0
    var gaps = 0
    var wasSeen = true
    for value in trace {
      if value.isFinite { seen += 1 } else if wasSeen { gaps += 1 }
      wasSeen = value.isFinite
    }
    return seen * 2 > trace.count && gaps <= 3
  }

  /// The mean of a whole picture is free of noise even where the lamp hardly moves it, but anything else
  /// moves it as well: a lamp that fills the picture moves it by more than a part in a hundred.
  private var isFaint: Bool {
    isWhole && keyedness.swing < (isUnsteady ? 0.05 : 0.01) * max(keyedness.low, 16)
  }

  /// Which of two readings of one lamp is taken.
  var rank: Double { keyedness.separation }

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

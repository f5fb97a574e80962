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

  /// Seconds of the run on either level that is `rank`-th in length. Nobody knows what a light was while it was out of sight: as it
  /// is hardly ever one that darkens, it may have been dark, and is not taken to have been bright.
  static func longRuns(
    _ trace: [Double], times: [Double], _ keyedness: Keyedness, rank: Int
  ) -> (dark: Double, bright: Double) {
    var (dark, bright): ([Double], [Double]) = ([], [])
    var state: Bool?
    var since = times.first ?? 0
    var hidden = 0.0
    var before = since
    func end(at time: Double) {
      guard let state else { return }
      if state { bright.append(time - since - hidden) } else { dark.append(time - since) }
    }
    for (value, time) in zip(trace, times) {
      defer { before = time }
      guard value.isFinite else {
        hidden += time - before
        continue
      }
      guard let new = keyedness.isHigh(value), new != state else { continue }
      end(at: time)
      (state, since, hidden) = (new, time, 0)
    }
    if let last = times.last { end(at: last) }
    func ranked(_ runs: [Double]) -> Double {
      let sorted = runs.sorted(by: >)
      return sorted.isEmpty ? 0 : sorted[min(rank, sorted.count) - 1]
    }
    return (ranked(dark), ranked(bright))
  }
}

extension Keyedness {
  /// How switched the light of a trace is: where it glows on, what its key did counts, in the trace's unit. nil as
  /// for `init`.
  init?(ofLight trace: [Double], times: [Double]) {
    if let undone = Afterglow.undone(trace, times: times) {
      let glow = undone.glow
      if let key = Keyedness(undone.key.map({ glow.unlit + $0 * (glow.lit - glow.unlit) })) {
        self = key
        return
      }
    }
    self.init(trace)
  }
}

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
}

/// Which of a trace's two levels is the lamp lit. Brighter, unless the long rests are bright: a shutter
/// or a hand that darkens what is seen. In Morse the longest marks are three units, the longest rests
/// seven and more.
enum Sense {
  /// Whether the trace has to be turned over.
  static func isInverted(_ trace: [Double], times: [Double], _ keyedness: Keyedness) -> Bool {
    // A letter or two tell nothing: it takes a few words.
    guard keyedness.changes >= 12 else { return false }
    let (dark, bright) = longRuns(trace, times: times, keyedness)
    return bright > 1.6 * dark
  }

  /// Mean seconds of the three longest runs on either level.
  static func longRuns(
    _ trace: [Double], times: [Double], _ keyedness: Keyedness
  ) -> (dark: Double, bright: Double) {
    var runs: [[Double]] = [[], []]
    var state: Int?
    var since = times.first ?? 0
    for (value, time) in zip(trace, times) {
      let position = keyedness.position(value)
      let new = position > 0.65 ? 1 : position < 0.35 ? 0 : state
      if new != state, let new {
        if let state { runs[state].append(time - since) }
        state = new
        since = time
      }
    }
    if let state, let last = times.last { runs[state].append(last - since) }
    func longest(_ runs: [Double]) -> Double {
      let three = runs.sorted(by: >).prefix(3)
      return three.isEmpty ? 0 : three.reduce(0, +) / Double(three.count)
    }
    return (longest(runs[0]), longest(runs[1]))
  }
}

/// Light that repeats at one short interval: an indicator, a beacon, mains flicker in the frame
/// rate's alias. Every period fits some row of letters, none is a text.
enum Periodicity {
  /// Longest period looked for, in frames: about a letter at a dot of a frame.
  private static let longest = 12.0

  /// Strength from which it is no text: a switch falls anywhere within 2 of up to 24 parts of the
  /// period, whose variance no period explains.
  static let limit = 0.85

  /// The part of the levels' variance that the best period explains, fairly counted: 1 is a strict
  /// repetition, 0 none.
  static func strength(_ frames: Frames, _ span: ClosedRange<Int>) -> Double {
    let times = frames.times[span]
    let levels = frames.levels[span]
    let interval = frames.interval
    let count = min(levels.count, 400)
    let bins = min(24, count / 5)
    guard bins >= 6, let first = times.first else { return 0 }
    let phases = times.prefix(count).map { ($0 - first) / interval }
    let values = Array(levels.prefix(count))
    let mean = values.reduce(0, +) / Double(count)
    let total = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    guard total > 0, let span = phases.last, span > 0 else { return 0 }
    var sums = [Double](repeating: 0, count: bins)
    var counts = sums
    var best = 0.0
    var rate = 1 / longest
    // No period is shorter than two frames: it would look like a longer one.
    while rate <= 0.5 {
      for bin in 0..<bins {
        sums[bin] = 0
        counts[bin] = 0
      }
      for index in 0..<count {
        let turns = phases[index] * rate
        let bin = min(bins - 1, Int((turns - turns.rounded(.down)) * Double(bins)))
        sums[bin] += values[index] - mean
        counts[bin] += 1
      }
      var explained = 0.0
      var used = 0.0
      for bin in 0..<bins where counts[bin] > 0 {
        explained += sums[bin] * sums[bin] / counts[bin]
        used += 1
      }
      let left = (total - explained) / max(1, Double(count) - used)
      best = max(best, 1 - left / (total / Double(count - 1)))
      rate += 0.25 / (span * Double(bins) / 8)
    }
    return best
  }
}

/// Tells dark from lit in samples so noisy that no single one does: a two-state chain, each sample judged
/// by those before it and a few after it (fixed-lag smoothing; Anderson and Moore 1979).
struct StateSmoother: Sendable {
  /// Samples that a judgement waits for: some two dots at a camera's usual speeds.
  private static let lag = 6
  /// Seconds between changes: a dot and a half at 15 WPM.
  private static let usual = 0.12

  /// A sample, and whether the key was down; nil where the sample itself says so.
  typealias Judged = (sample: KeySample, isDown: Bool?)

  private var waiting: [KeySample] = []
  /// The chance of down, with all samples before those that wait.
  private var down = 0.0

  /// Takes the next sample; returns what is judged by it.
  mutating func consume(_ sample: KeySample) -> [Judged] {
    guard sample.deviation > Refinement.noisy else { return finish() + [(sample, nil)] }
    waiting.append(sample)
    return waiting.count > Self.lag ? [next()] : []
  }

  /// Judges the rest.
  mutating func finish() -> [Judged] {
    var rest: [Judged] = []
    while !waiting.isEmpty { rest.append(next()) }
    down = 0
    return rest
  }

  private mutating func next() -> Judged {
    let first = waiting[0]
    // How much likelier the later samples are after down than after up.
    var later = 1.0
    for index in stride(from: waiting.count - 1, to: 0, by: -1) {
      let switching = Self.switching(waiting[index].time - waiting[index - 1].time)
      let ahead = exponential(waiting[index].logOdds) * later
      later =
        ((1 - switching) * ahead + switching) / (switching * ahead + (1 - switching))
    }
    let switching = Self.switching(
      waiting.count > 1 ? waiting[1].time - waiting[0].time : Self.usual / 4)
    let before = down * (1 - switching) + (1 - down) * switching
    let odds = exponential(first.logOdds) * before / (1 - before)
    down = min(1 - 1e-9, max(1e-9, odds / (1 + odds)))
    waiting.removeFirst()
    return (first, odds * later > 1)
  }

  private static func switching(_ seconds: Double) -> Double {
    min(0.4, max(1e-4, seconds / usual / 1.5))
  }
}

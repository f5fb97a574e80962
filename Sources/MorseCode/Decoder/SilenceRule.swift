/// When a message is over: after three times its longest word gap so far (before one is known, of
/// seven dots), at least 5 s, of silence.
struct SilenceRule: Sendable {
  private static let leastSeconds = 5.0
  private static let gaps = 3.0
  /// A silence of 1.5 word gaps, and of no less than 2 s, settles what came before it.
  private static let settlingGaps = 1.5
  private static let settlingSeconds = 2.0

  /// Seconds of the longest word gap so far; nil before one is known.
  private var longest: Double?

  mutating func consume(_ step: PathStep) {
    if step.kind == Fist.wordGap { longest = max(longest ?? 0, step.end - step.start) }
  }

  /// When silence after the last mark of `hypothesis`, should it last, settles what was read, and
  /// when it ends the message.
  func deadlines(after hypothesis: Hypothesis, in search: BeamSearch) -> (
    settle: Double, end: Double
  ) {
    let steps = search.store.trace(hypothesis.path, after: search.committed)
    var rule = self
    for step in steps { rule.consume(step) }
    let end = steps.last?.end ?? search.lastRun?.end ?? 0
    let dot = exponential(hypothesis.logUnit)
    let wordGap = 7 * dot * exponential(hypothesis.offset[2] + hypothesis.offset[3])
    let limit = max(SilenceRule.leastSeconds, SilenceRule.gaps * (rule.longest ?? 7 * dot))
    let settling = max(SilenceRule.settlingSeconds, SilenceRule.settlingGaps * wordGap)
    return (end + min(limit, settling), end + limit)
  }
}

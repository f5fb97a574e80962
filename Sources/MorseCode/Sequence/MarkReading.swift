/// A reading of whole marks, as frames would show it: dark, lit, and something between where the light
/// changes. By its likelihood it competes with readings of dots shorter than a frame.
struct MarkReading: Sendable {
  private let frames: Frames
  /// Of the frames in which nothing changes: how far the level is off.
  private let errors: [Double]
  /// Of the others: how far from dark, and from lit.
  private let edges: [(dark: Double, lit: Double)]
  private let marks: Int

  /// `marks`: seconds, in order.
  init(_ marks: [(on: Double, off: Double)], frames: Frames) {
    self.frames = frames
    self.marks = marks.count
    var next = 0
    var steady: [[Double]] = [[], []]
    var changing: [Double] = []
    let reach = 0.75 * frames.interval
    for (index, level) in frames.levels.enumerated() {
      let time = frames.origin + frames.times[index]
      while next < marks.count, marks[next].off < time - reach { next += 1 }
      guard next < marks.count, marks[next].on < time + reach else {
        steady[0].append(level)
        continue
      }
      let mark = marks[next]
      if mark.on < time - reach, mark.off > time + reach {
        steady[1].append(level)
      } else {
        changing.append(level)
      }
    }
    let levels = steady.enumerated().map { state, levels in
      levels.isEmpty ? Double(state) : quantile(levels.sorted(), 0.5)
    }
    errors = zip(steady, levels).flatMap { some, level in some.map { $0 - level } }
    edges = changing.map { ($0 - levels[0], $0 - levels[1]) }
  }

  /// Whether dots shorter than a frame may have been read so, in a reading of `marks` marks, with dots of
  /// `dot` frames (nil: none), that is worth `evidence`. Far from sure: the likelihoods decide.
  ///
  /// Where dots are shorter, whole marks are either read with dots of about a frame, or several dots
  /// are taken together: then frames are left open (dots of 1.2 frames and more, steadily keyed, leave
  /// none, but glitches do), or the text hardly pays.
  func mayHideShorter(dot: Double?, evidence: Double, marks: Int) -> Bool {
    guard let dot else { return true }
    if dot < 1.1 { return true }
    let pays = evidence >= 0.8 * Double(marks)
    if dot < 1.5 { return open > 0.02 || !pays }
    // Longer dots that pay are what was sent: daylight that drifts leaves frames open as well.
    if dot < 2.5 { return !pays }
    return dot < 5 && !pays && (open > 0.5 || evidence < 0)
  }

  /// Frames that show light between dark and lit where by this reading nothing changes, for each mark.
  var open: Double {
    let limit = max(0.15, 5 * frames.deviation)
    return Double(errors.count { $0.magnitude > limit }) / Double(max(1, marks))
  }

  /// log-likelihood of all frames, with `prior`, that of durations and text.
  func logLikelihood(prior: Double) -> Double {
    let variance = SequenceEvidence.variance(errors)
    let density = 1 / (2 * Double.pi * variance).squareRoot()
    func normal(_ error: Double) -> Double {
      density * exponential(-0.5 * error * error / variance)
    }
    // With the shutter open for half of the time every other change falls into an exposure.
    let changing = edges.reduce(0.0) { sum, edge in
      sum + naturalLogarithm(0.01 + 0.24 * normal(edge.dark) + 0.24 * normal(edge.lit) + 0.5)
    }
    // Fitted are the two levels and the noise, and of the fist eleven (`FistModel`).
    let fitted =
      1.5 * naturalLogarithm(Double(max(2, frames.levels.count)))
      + 5.5 * naturalLogarithm(Double(max(2, 2 * marks)))
    return SequenceEvidence.glitchy(errors) + changing + prior - fitted
  }
}

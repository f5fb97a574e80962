/// A reading of whole marks, as frames would show it: dark, lit, and something between where the light
/// changes. By its likelihood it competes with readings of dots shorter than a frame.
struct MarkReading: Sendable {
  private enum State: Int {
    case dark, lit, changing
  }

  private let frames: Frames
  /// Of each frame: what it shows by this reading, and how far its level is from dark, and from lit.
  private let sights: [(state: State, dark: Double, lit: Double)]
  private let marks: Int

  /// `marks`: seconds, in order.
  init(_ marks: [(on: Double, off: Double)], frames: Frames) {
    self.frames = frames
    self.marks = marks.count
    var next = 0
    let reach = 0.75 * frames.interval
    let states = frames.times.map { time -> State in
      let time = frames.origin + time
      while next < marks.count, marks[next].off < time - reach { next += 1 }
      guard next < marks.count, marks[next].on < time + reach else { return .dark }
      let mark = marks[next]
      return mark.on < time - reach && mark.off > time + reach ? .lit : .changing
    }
    func usual(_ state: State, otherwise: Double) -> Double {
      let levels = zip(states, frames.levels).filter { $0.0 == state }.map(\.1)
      return levels.isEmpty ? otherwise : quantile(levels.sorted(), 0.5)
    }
    let (dark, lit) = (usual(.dark, otherwise: 0), usual(.lit, otherwise: 1))
    sights = zip(states, frames.levels).map { ($0, $1 - dark, $1 - lit) }
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
    // Every other mark leaves a frame open where dots are shorter; so does daylight that drifts.
    if open > 0.5 { return true }
    return !pays && (dot < 2.5 || dot < 5 && evidence < 0)
  }

  /// Frames that show light between dark and lit where by this reading nothing changes, for each mark.
  var open: Double {
    let limit = max(0.15, 5 * frames.deviation)
    let errors = offsets(share: 0).steady
    return Double(errors.count { $0.magnitude > limit }) / Double(max(1, marks))
  }

  /// log-likelihood of all frames, with `prior`, that of durations and text.
  func logLikelihood(prior: Double) -> Double {
    let count = Double(max(2, frames.levels.count))
    // Where the light drifts, what a frame is off by is mostly what the one before was off by: a
    // first-order autoregression, its share a parameter more.
    let still = logLikelihood(share: 0)
    let drifting = logLikelihood(share: share) - 0.5 * naturalLogarithm(count)
    // Fitted are the two levels, the noise and the part of changes that are caught, and of the fist
    // eleven (`FistModel`).
    let fitted =
      1.5 * naturalLogarithm(count) + 6 * naturalLogarithm(Double(max(2, 2 * marks)))
    return max(still, drifting) + prior - fitted
  }

  private func logLikelihood(share: Double) -> Double {
    let (errors, edges) = offsets(share: share)
    let variance = SequenceEvidence.variance(errors)
    let density = 1 / (2 * Double.pi * variance).squareRoot()
    func normal(_ error: Double) -> Double {
      density * exponential(-0.5 * error * error / variance)
    }
    // As many changes fall into an exposure as the shutter is open for a part of the time: the share of
    // them, by Laplace's rule.
    let limit = 3 * variance.squareRoot()
    let caught = edges.count { min($0.dark.magnitude, $0.lit.magnitude) > limit }
    let open = Double(caught + 1) / Double(edges.count + 2)
    let changing = edges.reduce(0.0) { sum, edge in
      let sharp = 0.5 * (normal(edge.dark) + normal(edge.lit))
      return sum + naturalLogarithm(0.01 + 0.99 * ((1 - open) * sharp + open))
    }
    return SequenceEvidence.glitchy(errors) + changing
  }

  /// How far levels are off, `share` of what the last steady frame of the same state was off by taken away:
  /// of frames in which nothing changes, and of the others from dark and from lit.
  private func offsets(share: Double) -> (steady: [Double], edges: [(dark: Double, lit: Double)]) {
    var last = (dark: 0.0, lit: 0.0)
    var steady: [Double] = []
    var edges: [(dark: Double, lit: Double)] = []
    for sight in sights {
      let (dark, lit) = (sight.dark - share * last.dark, sight.lit - share * last.lit)
      switch sight.state {
      case .dark:
        steady.append(dark)
        last.dark = sight.dark
      case .lit:
        steady.append(lit)
        last.lit = sight.lit
      case .changing: edges.append((dark, lit))
      }
    }
    return (steady, edges)
  }

  /// The share of what a steady frame is off by that the next one of its state is off by too.
  private var share: Double {
    let (before, after) = (offsets(share: 0).steady, offsets(share: 1).steady)
    var (squares, products) = (0.0, 0.0)
    for (error, step) in zip(before, after) {
      let last = error - step
      squares += last * last
      products += last * error
    }
    return squares > 0 ? min(1, max(0, products / squares)) : 0
  }
}

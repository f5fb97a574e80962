/// Finds speed, phase, exposure and transfer curve of a keying from nothing: a grid over a short
/// stretch, then least squares on ever longer ones, the fit itself the criterion.
struct Acquisition: Sendable {
  struct Candidate: Sendable {
    var parameters: GridFit.Parameters
    /// Log-likelihood of the stretch with the prior of its text, the noise fitted.
    var score: Double
    /// Standard deviation of the errors.
    var deviation: Double
  }

  let frames: Frames
  /// Dots to look among, in seconds.
  let dots: ClosedRange<Double>
  private var costs = CellCosts()
  private var search: SequenceSearch

  /// Dots in frames that are looked among: below 0.36 more than four cells meet in one frame;
  /// above 1.5 runs of frames say what is lit.
  static let dotsInFrames = 0.36...1.56

  /// Frames of the coarse search: some ten elements at a dot of 0.6 frame.
  static let stretch = 26

  /// Error of a level, in the coarse search: that of a grid's phase (1/16 of a dot, as part of an
  /// exposure of about a dot) with the curve's.
  static let coarseDeviation = 0.09

  /// Of readings that fit alike the slower is likelier, by this power of the dot: few send at more
  /// than 40 words a minute, and fewer the faster.
  static let slowness = 4.0

  init(frames: Frames, dots: ClosedRange<Double>, trellis: CodeTrellis) {
    self.frames = frames
    self.dots = dots
    search = SequenceSearch(trellis: trellis)
  }

  /// What fits all frames best, starting on `coarse`; and what fitted best on a stretch of thrice
  /// that length, over which no keying loses its step.
  mutating func found(around coarse: Range<Int>) -> (whole: Candidate?, near: [Candidate]) {
    var near: [Candidate] = []
    var candidates = self.coarse(coarse, count: 60)
    var range = coarse
    var known: Range<Int>?
    var keep = 16
    while true {
      candidates = candidates.map { candidate in
        var start = candidate
        if let known { start = extended(candidate, from: known, to: range) }
        return refined(start, in: range, rounds: 3)
      }
      candidates = Acquisition.distinct(candidates, keep: keep)
      if range.count <= 3 * Acquisition.stretch || near.isEmpty {
        near = Array(candidates.prefix(2))
      }
      if range.count == frames.times.count { break }
      guard let best = candidates.first, mayExplain(best, on: range) else { return (nil, near) }
      known = range
      keep = max(2, keep * 2 / 3)
      // Half as much again, at the end first.
      let more = range.count / 2
      let after = min(more, frames.times.count - range.upperBound)
      range = max(0, range.lowerBound - (more - after))..<(range.upperBound + after)
    }
    return (candidates.first, near)
  }

  /// Whether all frames may yet be explained: what `candidate` leaves of `range` alone, were all other frames
  /// without error, is no more than twice what all may leave (a further fit may halve it).
  private func mayExplain(_ candidate: Candidate, on range: Range<Int>) -> Bool {
    let limit = SequenceReading.mostUnexplained(frames)
    let part = Double(range.count) / Double(frames.times.count)
    return candidate.deviation * candidate.deviation * part < 2 * limit * limit
  }

  /// Up to `count` candidates for `range`, best first.
  private mutating func coarse(_ range: Range<Int>, count: Int) -> [Candidate] {
    guard let first = range.first, let last = range.last, last > first else { return [] }
    let middle = 0.5 * (frames.times[first] + frames.times[last])
    let span = frames.times[last] - frames.times[first]
    let curves = [1.0, 0.45].map { ($0, TransferCurve(offset: 0, gain: 1, exponent: $0)) }
    var found: [Candidate] = []
    var dot = dots.lowerBound
    while dot <= dots.upperBound {
      // The best of each speed and exposure, that the rivals of one speed do not crowd out others.
      for part in exposures(dot) {
        var best: Candidate?
        for phase in 0..<8 {
          let grid = CellGrid(
            start: middle + Double(phase) / 8 * dot, dot: dot, exposure: part * frames.interval)
          for (exponent, curve) in curves {
            let based = fill(range, grid, curve, Acquisition.coarseDeviation)
            let score = ElementSearch.score(costs)
            if let best, score <= best.score { continue }
            best = Candidate(
              parameters: GridFit.Parameters(grid: based, offset: 0, gain: 1, exponent: exponent),
              score: score, deviation: Acquisition.coarseDeviation)
          }
        }
        if let best { found.append(best) }
      }
      // Half a step's error must not shift the stretch's ends by more than 0.1 of a dot.
      dot *= 1 + 0.4 * dot / span
    }
    found.sort { $0.score > $1.score }
    return Array(found.prefix(count))
  }

  private func exposures(_ dot: Double) -> [Double] {
    if let known = frames.exposure { return [min(1.1, known / frames.interval)] }
    return dot < 0.75 * frames.interval ? [0.5, 0.7, 0.95] : [0.15, 0.5, 0.9]
  }

  /// Fills the costs of `range`; returns the grid with cell 0 just before the range.
  private mutating func fill(
    _ range: Range<Int>, _ grid: CellGrid, _ curve: TransferCurve, _ deviation: Double
  ) -> CellGrid {
    let first = frames.times[range.lowerBound]
    let based = grid.based(at: first - 0.5 * grid.exposure - grid.dot)
    costs.fill(frames, in: range, grid: based, curve: curve, deviation: deviation)
    return based
  }

  /// Decodes and fits in turn, `rounds` times, on `range`.
  private mutating func refined(_ candidate: Candidate, in range: Range<Int>, rounds: Int)
    -> Candidate
  {
    var current = candidate
    var best: Candidate?
    var sigma = candidate.deviation
    let count = Double(range.count)
    for _ in 0..<rounds {
      var p = current.parameters
      p.grid = fill(range, p.grid, p.curve, sigma)
      let path = search.path(costs)
      let fit = GridFit(
        frames: frames, range: range, lit: search.lit(path, count: costs.cells + 8))
      p = fit.probed(p, limit: 4 * sigma).0
      var (fitted, error) = fit.refined(p, limit: 4 * sigma, rounds: 6)
      // Seven levels more are worth it where they pay their price (BIC).
      let price = 3.5 * naturalLogarithm(count)
      if range.count >= 40,
        let shape = fit.shape(fitted.grid, near: fitted.curve, deviation: sigma)
      {
        var drawn = fitted
        drawn.shape = shape
        let (redrawn, redrawnError) = fit.refined(drawn, limit: 4 * sigma, rounds: 4)
        let gain = 0.5 * count * naturalLogarithm(max(error, 1e-4) / max(redrawnError, 1e-4))
        if gain > (fitted.shape == nil ? price : 0) { (fitted, error) = (redrawn, redrawnError) }
      }
      current.parameters = fitted
      let variance = max(error, 1e-4)
      current.deviation = power(variance, 0.5)
      current.score =
        path.prior - 0.5 * count * naturalLogarithm(variance)
        - (fitted.shape == nil ? 0 : price)
        + Acquisition.slowness * naturalLogarithm(fitted.grid.dot / frames.interval)
      if best.map({ $0.score < current.score }) ?? true { best = current }
      sigma = min(sigma, max(0.02, 1.5 * current.deviation))
    }
    return best ?? current
  }

  /// The candidate, fitted on `known`, with the speed that carries it best on to the ends of
  /// `range`.
  private mutating func extended(
    _ candidate: Candidate, from known: Range<Int>, to range: Range<Int>
  ) -> Candidate {
    let pivot = 0.5 * (frames.times[known.lowerBound] + frames.times[known.upperBound - 1])
    let reach = max(
      frames.times[range.upperBound - 1] - pivot, pivot - frames.times[range.lowerBound])
    let p = candidate.parameters
    let curve = p.curve
    let sigma = min(0.09, max(0.04, 1.5 * candidate.deviation))
    var best = candidate
    var bestScore = -Double.infinity
    for step in [0.0, 1, -1, 2, -2] {
      // Steps of an eighth of a dot at the new end.
      let grid = p.grid.moved(by: 0, tilted: 0.125 * step * p.grid.dot / reach, about: pivot)
      let based = fill(range, grid, curve, sigma)
      let score = search.score(costs)
      if score > bestScore {
        bestScore = score
        best.parameters.grid = based
      }
    }
    best.deviation = sigma
    return best
  }

  /// The best of `candidates`, those that are the same grid found from several starts once.
  private static func distinct(_ candidates: [Candidate], keep: Int) -> [Candidate] {
    var kept: [Candidate] = []
    for candidate in candidates.sorted(by: { $0.score > $1.score }) where kept.count < keep {
      let a = candidate.parameters.grid
      let known = kept.contains {
        let b = $0.parameters.grid
        return (a.dot - b.dot).magnitude < 1e-3 * a.dot
          && (candidate.score - $0.score).magnitude < 0.5
      }
      if !known { kept.append(candidate) }
    }
    return kept
  }
}

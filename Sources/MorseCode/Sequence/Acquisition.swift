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
  /// above 1.5 levels say what is lit.
  static let dotsInFrames = 0.36...1.5

  init(frames: Frames, dots: ClosedRange<Double>, trellis: CodeTrellis) {
    self.frames = frames
    self.dots = dots
    search = SequenceSearch(trellis: trellis)
  }

  /// The first frame that is surely lit.
  var onset: Int? {
    let limit = max(0.12, 5 * frames.deviation)
    return frames.levels.firstIndex { $0 > limit }
  }

  /// Frames of the coarse search, from the onset: some ten elements at a dot of 0.6 frame.
  static let stretch = 26

  /// Up to `count` candidates for the stretch at the onset, best first.
  mutating func coarse(count: Int) -> [Candidate] {
    guard let onset else { return [] }
    let range = max(0, onset - 3)..<min(frames.times.count, onset + Acquisition.stretch)
    guard let first = range.first, let last = range.last, last > first else { return [] }
    let middle = 0.5 * (frames.times[onset] + frames.times[last])
    let span = frames.times[last] - frames.times[onset] + frames.interval
    let deviation = 0.09
    var found: [Candidate] = []
    let curves = [(1.0, 1.0), (0.45, 1.0)].map { exponent, gain in
      (exponent, TransferCurve(offset: 0, gain: gain, exponent: exponent))
    }
    var dot = dots.lowerBound
    while dot <= dots.upperBound {
      // The best of each speed and exposure, that the rivals of one speed do not crowd out others.
      for part in exposures(dot) {
        var best: Candidate?
        for phase in 0..<8 {
          let anchor = middle + Double(phase) / 8 * dot
          let back = ((anchor - frames.times[onset]) / dot).rounded(.up) + 3
          let grid = CellGrid(
            start: anchor - back * dot, dot: dot, exposure: part * frames.interval)
          for (exponent, curve) in curves {
            costs.fill(frames, in: range, grid: grid, curve: curve, deviation: deviation)
            let score = search.score(costs)
            if let best, score <= best.score { continue }
            best = Candidate(
              parameters: GridFit.Parameters(grid: grid, offset: 0, gain: 1, exponent: exponent),
              score: score, deviation: deviation)
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

  /// Decodes and fits in turn, `rounds` times, on `range`.
  mutating func refined(_ candidate: Candidate, in range: Range<Int>, rounds: Int) -> Candidate {
    var current = candidate
    var best: Candidate?
    var sigma = candidate.deviation
    for _ in 0..<rounds {
      let p = current.parameters
      costs.fill(frames, in: range, grid: p.grid, curve: p.curve, deviation: sigma)
      let path = search.path(costs)
      let fit = GridFit(
        frames: frames, range: range, lit: search.lit(path, count: costs.cells + 8))
      let probed = fit.probed(p, limit: 4 * sigma).0
      let (fitted, error) = fit.refined(probed, limit: 4 * sigma, rounds: 6)
      current.parameters = fitted
      let variance = max(error, 1e-4)
      current.deviation = SequenceMath.power(variance, 0.5)
      current.score = path.prior - 0.5 * Double(range.count) * SequenceMath.log(variance)
      if best.map({ $0.score < current.score }) ?? true { best = current }
      sigma = min(sigma, max(0.02, 1.5 * current.deviation))
    }
    return best ?? current
  }

  /// The candidate, fitted on `known`, with the speed that carries it best on to the end of `range`.
  mutating func extended(
    _ candidate: Candidate, from known: Range<Int>, to range: Range<Int>
  ) -> Candidate {
    guard let first = known.first, let last = known.last, let end = range.last, end > last else {
      return candidate
    }
    let pivot = 0.5 * (frames.times[first] + frames.times[last])
    let reach = frames.times[end] - pivot
    let p = candidate.parameters
    let curve = p.curve
    let sigma = min(0.09, max(0.04, 1.5 * candidate.deviation))
    var best = candidate
    var bestScore = -Double.infinity
    for step in [0.0, 1, -1, 2, -2] {
      // Steps of an eighth of a dot at the new end.
      let grid = p.grid.moved(by: 0, tilted: 0.125 * step * p.grid.dot / reach, about: pivot)
      costs.fill(frames, in: range, grid: grid, curve: curve, deviation: sigma)
      let score = search.score(costs)
      if score > bestScore {
        bestScore = score
        best.parameters.grid = grid
      }
    }
    best.deviation = sigma
    return best
  }

  /// The best text on `range` with `candidate`'s parameters.
  mutating func path(_ candidate: Candidate, in range: Range<Int>) -> SequenceSearch.Path {
    let p = candidate.parameters
    costs.fill(
      frames, in: range, grid: p.grid, curve: p.curve, deviation: max(0.015, candidate.deviation))
    return search.path(costs)
  }
}

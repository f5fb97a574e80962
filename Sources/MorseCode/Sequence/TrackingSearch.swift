/// A beam search that follows keying which does not keep exact step: each hypothesis estimates the
/// edges of its own marks as it goes (per-survivor processing with an extended Kalman filter).
///
/// Edges wander by what the fist, or the program that switches the lamp, adds to each duration.
/// The frames that an edge falls into say where it was; the next mark is expected from there.
struct TrackingSearch: Sendable {
  /// An element as it was followed, and what it followed.
  struct Step: Sendable {
    var before: Int
    var node: Int
    /// Seconds at which the light came on and went off.
    var on: Double
    var off: Double
    /// The gap after it, in dots: 1 within a letter.
    var gap: Double
  }

  private struct Hypothesis {
    var score: Double
    /// 0: ready for a letter.
    var node: Int
    /// Seconds at which the next mark is expected, and the variance of that.
    var time: Double
    var variance: Double
    /// The first frame not yet scored.
    var frame: Int
    /// Recent marks, the last one last.
    var marks: (Mark, Mark, Mark)
    /// Index of the last step.
    var step: Int
  }

  private struct Mark {
    var on: Double
    var off: Double
  }

  let frames: Frames
  let trellis: CodeTrellis
  let parameters: GridFit.Parameters
  let deviation: Double
  /// Standard deviation of an element's and a gap's duration, in dots.
  let unsteadiness: Double
  /// Hypotheses kept in each half dot.
  static let width = 14

  private let curve: TransferCurve
  private let starts: [Double]
  private let ends: [Double]
  private var steps: [Step] = []

  init(
    frames: Frames, trellis: CodeTrellis, parameters: GridFit.Parameters, deviation: Double,
    unsteadiness: Double
  ) {
    self.frames = frames
    self.trellis = trellis
    self.parameters = parameters
    self.deviation = deviation
    self.unsteadiness = unsteadiness
    curve = parameters.curve
    let half = 0.5 * parameters.grid.exposure
    starts = frames.times.map { $0 - half }
    ends = frames.times.map { $0 + half }
  }

  /// The best hypotheses, the best first: their steps in order, and their log-likelihood with the
  /// prior of the text, but for the noise's normalisation.
  mutating func run() -> [(steps: [Step], score: Double)] {
    let dot = parameters.grid.dot
    steps = []
    guard let last = ends.last, let first = starts.first else { return [] }
    let origin = first - dot
    let count = Int((last - origin) / (0.5 * dot)) + 24
    var buckets = [[Hypothesis]](repeating: [], count: count)
    // Those that are worked off lend their memory to those that are begun.
    var spare: [[Hypothesis]] = []
    var found: [Hypothesis] = []
    let never = Mark(on: -1e12, off: -1e12)
    // Ready to begin in each half dot: the darkness before is paid frame by frame.
    var silence = 0.0
    var frame = 0
    var best: [(score: Double, step: Int)] = []
    // Of the frames from each on, the cost had they all been dark.
    var dark = [Double](repeating: 0, count: ends.count + 1)
    for index in ends.indices.reversed() {
      dark[index] = dark[index + 1] + cost(frames.levels[index] - curve.level(0), 0)
    }
    for bucket in 0..<count {
      let time = origin + 0.5 * dot * Double(bucket)
      while frame < ends.count, ends[frame] <= time {
        silence += cost(frames.levels[frame] - curve.level(0), 0)
        frame += 1
      }
      if time < last {
        buckets[bucket].append(
          Hypothesis(
            score: -silence, node: 0, time: time + 0.25 * dot, variance: dot * dot / 48,
            frame: frame, marks: (never, never, never), step: -1))
      }
      var kept: [Hypothesis] = []
      swap(&kept, &buckets[bucket])
      kept.sort { $0.score > $1.score }
      for hypothesis in kept.prefix(TrackingSearch.width) {
        guard hypothesis.time < last else { continue }
        found.removeAll(keepingCapacity: true)
        extend(hypothesis, to: &found)
        for next in found {
          let place = Int((next.time - origin) / (0.5 * dot))
          if next.node == 0 {
            let value = next.score - dark[min(ends.count, next.frame)]
            if best.count < 12 || value > best[best.count - 1].score {
              let rank = best.firstIndex { $0.score < value } ?? best.count
              best.insert((value, next.step), at: rank)
              if best.count > 12 { best.removeLast() }
            }
          }
          guard place > bucket, place < count else { continue }
          if buckets[place].isEmpty, let memory = spare.popLast() { buckets[place] = memory }
          TrackingSearch.insert(next, into: &buckets[place])
        }
      }
      kept.removeAll(keepingCapacity: true)
      spare.append(kept)
    }
    return best.map { end in
      var path: [Step] = []
      var index = end.step
      while index >= 0 {
        path.append(steps[index])
        index = steps[index].before
      }
      return (path.reversed(), end.score)
    }
  }

  /// Keeps the better of two that stand at one node after marks of one length.
  private static func insert(_ next: Hypothesis, into bucket: inout [Hypothesis]) {
    let length = next.marks.2.off - next.marks.2.on
    for index in bucket.indices where bucket[index].node == next.node {
      let other = bucket[index].marks.2
      if (other.off - other.on - length).magnitude < 0.5 * length {
        if bucket[index].score < next.score { bucket[index] = next }
        return
      }
    }
    bucket.append(next)
  }

  /// Adds what may follow a hypothesis: each mark, and each gap after it.
  private mutating func extend(_ old: Hypothesis, to found: inout [Hypothesis]) {
    let dot = parameters.grid.dot
    let wander = unsteadiness * unsteadiness * dot * dot
    for node in trellis.children[old.node] {
      let length = trellis.ending[node] == .dash ? 3.0 : 1.0
      // On and off edge: expected times with their covariance.
      var edges = Edges(
        on: old.time, off: old.time + length * dot, onVariance: old.variance,
        covariance: old.variance, offVariance: old.variance + wander)
      var frame = old.frame
      var score = old.score + CodeTrellis.Prior.element
      // Frames up to the end of the gap within a letter.
      score -= consume(&frame, until: edges.off + dot, &edges, old.marks)
      var next = old
      next.frame = frame
      next.marks = (old.marks.1, old.marks.2, Mark(on: edges.on, off: edges.off))
      next.node = node
      next.time = edges.off + dot
      next.variance = edges.offVariance + wander
      next.score = score
      next.step = steps.count
      steps.append(Step(before: old.step, node: node, on: edges.on, off: edges.off, gap: 1))
      found.append(next)
      guard trellis.text[node] != nil else { continue }
      for gap in [3.0, 7.0, 12.0] {
        var edges = edges
        var frame = frame
        var ended = next
        ended.score -= consume(&frame, until: edges.off + gap * dot, &edges, old.marks)
        ended.score += CodeTrellis.Prior.letter - CodeTrellis.Prior.element
        if gap > 3 { ended.score += CodeTrellis.Prior.word - CodeTrellis.Prior.letter }
        if gap > 7 { ended.score += CodeTrellis.Prior.pause }
        ended.frame = frame
        ended.marks.2 = Mark(on: edges.on, off: edges.off)
        ended.node = 0
        ended.time = edges.off + gap * dot
        ended.variance = edges.offVariance + (gap > 7 ? 1.3 * dot * dot : wander * 0.5 * gap)
        ended.step = steps.count
        steps.append(Step(before: old.step, node: node, on: edges.on, off: edges.off, gap: gap))
        found.append(ended)
      }
    }
  }

  private struct Edges {
    var on: Double
    var off: Double
    var onVariance: Double
    var covariance: Double
    var offVariance: Double
  }

  /// Scores the frames that end before `time` and moves the mark's edges by what they say.
  private func consume(
    _ frame: inout Int, until time: Double, _ edges: inout Edges, _ marks: (Mark, Mark, Mark)
  ) -> Double {
    var sum = 0.0
    let exposure = parameters.grid.exposure
    let noise = deviation * deviation
    while frame < ends.count, ends[frame] <= time {
      let a = starts[frame]
      let b = ends[frame]
      func overlap(_ on: Double, _ off: Double) -> Double { max(0, min(b, off) - max(a, on)) }
      let lit =
        (overlap(marks.0.on, marks.0.off) + overlap(marks.1.on, marks.1.off)
          + overlap(marks.2.on, marks.2.off) + overlap(edges.on, edges.off)) / exposure
      let error = frames.levels[frame] - curve.level(lit)
      let slope = curve.slope(lit) / exposure
      let byOn = edges.on > a && edges.on < b ? -slope : 0
      let byOff = edges.off > a && edges.off < b ? slope : 0
      let gainOn = edges.onVariance * byOn + edges.covariance * byOff
      let gainOff = edges.covariance * byOn + edges.offVariance * byOff
      let spread = byOn * gainOn + byOff * gainOff
      let paid = cost(error, spread)
      sum += paid
      if spread > 0, paid < CellCosts.cap {
        let total = noise + spread
        edges.on += gainOn / total * error
        edges.off += gainOff / total * error
        edges.onVariance -= gainOn * gainOn / total
        edges.covariance -= gainOn * gainOff / total
        edges.offVariance -= gainOff * gainOff / total
      }
      frame += 1
    }
    return sum
  }

  /// Minus the log-likelihood of `error`, but for a constant, where edges add `spread` to the noise.
  func cost(_ error: Double, _ spread: Double) -> Double {
    let noise = deviation * deviation
    // Most frames have no edge in them.
    guard spread > 0 else { return min(CellCosts.cap, 0.5 * error * error / noise) }
    let ratio = 1 + spread / noise
    return min(
      CellCosts.cap,
      0.5 * error * error / (noise * ratio) + 0.5 * naturalLogarithm(ratio))
  }
}

/// Unlit brightness where it moves faster than a fit to some seconds can follow: a headlight that
/// crosses, a cloud, a camera that opens up. What tells it from the lamp is how it moves: the lamp jumps,
/// always by as much, the rest goes step by step.
///
/// The likeliest course of on, off and baseline together is found as Viterbi's algorithm finds it, with a
/// Kalman filter of the baseline for each surviving path (per-survivor processing: Raheli, Polydoros
/// and Tzou 1995), and then smoothed backwards (Rauch, Tung and Striebel 1965).
struct BaselineCourse: Sendable {
  let times: [Double]
  let levels: [TwoLevels]

  /// The baseline's deviation after a second, as a part of the swing: half of it. In a frame of a 30th
  /// it moves by a twelfth, which is six deviations from what the lamp does.
  private static let wander = 0.45
  /// Changes of light in a second, on average.
  private static let rate = 8.0
  /// What a sample costs at most, in nats: a glitch is no reason to give a path up.
  private static let mostCost = 12.0
  private static let survivors = 6
  /// The share of samples that lie off both levels, beyond which a trace is looked at in this way, and
  /// how few of them it must leave.
  private static let disturbed = 0.02
  private static let success = 0.3

  /// One path's end.
  private struct Path {
    var isLit: Bool
    var mean: Double
    var variance: Double
    var cost: Double
    var step: Int
  }

  /// How a path came to be at a sample.
  private struct Step {
    var before: Int32
    var isLit: Bool
    var isEdge: Bool
  }

  /// nil where the trace has no jumps of one size well above its noise, or where the levels as they are
  /// explain it as well.
  init?(_ trace: ArraySlice<BrightnessSample>, unlike course: (Double) -> TwoLevels) {
    let values = trace.map(\.brightness)
    let times = trace.map(\.time)
    guard values.count >= 60 else { return nil }
    let before = zip(times, values).filter { Self.isOff($1, course($0)) }.count
    guard Double(before) > Self.disturbed * Double(values.count) else { return nil }
    guard let jump = Jump(values), !Self.standsStill(values, jump.swing, jump.noise) else {
      return nil
    }
    let course = Self.follow(times, values, swing: jump.swing, noise: jump.noise)
    let after = zip(values, course).filter { Self.isOff($0, $1) }.count
    guard Double(after) < Self.success * Double(before) else { return nil }
    self.times = times
    levels = course
  }

  /// Whether a sample is neither near one of the levels nor between them.
  private static func isOff(_ value: Double, _ levels: TwoLevels) -> Bool {
    let position = levels.swing > 0 ? (value - levels.unlit) / levels.swing : 0
    return position < -0.3 || position > 1.3
  }

  /// Whether the samples that stand still show but few levels: then nothing moves but the lamp, and what
  /// lies off is light of a part of an exposure, as dots of a frame leave it. A sample stands still that is
  /// like both neighbours; where no mark is three frames long, like one.
  private static func standsStill(_ values: [Double], _ swing: Double, _ noise: Double) -> Bool {
    // More than the baseline moves in a frame of a 30th.
    let most = 2 * wander / 30.0.squareRoot() * swing
    var steady: (both: [Double], one: [Double]) = ([], [])
    for index in 1..<(values.count - 1) {
      let value = values[index]
      let before = abs(value - values[index - 1])
      let after = abs(values[index + 1] - value)
      if max(before, after) < most { steady.both.append(value) }
      if min(before, after) < most { steady.one.append(value) }
    }
    return showsFewLevels(steady.both, noise) || showsFewLevels(steady.one, noise)
  }

  /// Whether nearly all values lie on one of three levels: unlit, lit, and half lit, as dots of a frame
  /// show that fall into two frames alike. A level is no wider than its noise, six deviations to either
  /// side; what drifts fills more.
  private static func showsFewLevels(_ values: [Double], _ noise: Double) -> Bool {
    let sorted = values.sorted()
    var counts: [Int] = []
    var start = 0
    for index in sorted.indices {
      let isLast = index + 1 == sorted.count
      if isLast || sorted[index + 1] - sorted[index] > 3 * noise {
        if sorted[index] - sorted[start] < 12 * noise { counts.append(index + 1 - start) }
        start = index + 1
      }
    }
    counts.sort(by: >)
    return counts.count > 1
      && Double(counts.prefix(3).reduce(0, +)) > (1 - disturbed) * Double(values.count)
  }

  /// Seconds since the sample before; a gap in the samples lets the baseline go no farther than a second.
  private static func interval(_ times: [Double], before index: Int) -> Double {
    min(1, max(1e-4, times[index] - times[index - 1]))
  }

  /// The variance that the baseline gathers in some seconds.
  private static func drift(_ swing: Double, in seconds: Double) -> Double {
    wander * wander * swing * swing * seconds
  }

  private static func follow(
    _ times: [Double], _ values: [Double], swing: Double, noise: Double
  ) -> [TwoLevels] {
    var paths = [false, true].map {
      Path(
        isLit: $0, mean: values[0] - ($0 ? swing : 0), variance: noise * noise, cost: $0 ? 2 : 0,
        step: $0 ? 1 : 0)
    }
    var steps = [
      Step(before: -1, isLit: false, isEdge: false), Step(before: -1, isLit: true, isEdge: false),
    ]
    let edgeDensity = naturalLogarithm(swing)
    for index in 1..<values.count {
      let interval = interval(times, before: index)
      let drift = drift(swing, in: interval)
      let edgeCost = max(0.5, -naturalLogarithm(min(0.9, rate * interval))) + edgeDensity
      var next: [Path] = []
      for path in paths {
        let spread = path.variance + drift
        // As it was.
        let total = spread + noise * noise
        let away = values[index] - path.mean - (path.isLit ? swing : 0)
        let cost = 0.5 * away * away / total + 0.5 * naturalLogarithm(total)
        var stay = path
        stay.variance = spread
        if cost < mostCost + 0.5 * naturalLogarithm(total) {
          let gain = spread / total
          stay.mean += gain * away
          stay.variance *= 1 - gain
          stay.cost += cost
        } else {
          stay.cost += mostCost + 0.5 * naturalLogarithm(total)
        }
        stay.step = steps.count
        steps.append(Step(before: Int32(path.step), isLit: path.isLit, isEdge: false))
        next.append(stay)
        // An edge: lit for any part of the exposure.
        let position = (values[index] - path.mean) / swing
        let beyond = max(0, max(-position, position - 1)) * swing
        var turned = path
        turned.isLit.toggle()
        turned.variance = spread
        turned.cost += edgeCost + min(mostCost, 0.5 * beyond * beyond / total)
        turned.step = steps.count
        steps.append(Step(before: Int32(path.step), isLit: turned.isLit, isEdge: true))
        next.append(turned)
      }
      next.sort { $0.cost < $1.cost }
      paths = []
      for path in next where paths.count < survivors {
        let isKnown = paths.contains {
          $0.isLit == path.isLit && abs($0.mean - path.mean) < 0.1 * swing
        }
        if !isKnown { paths.append(path) }
      }
      let least = paths[0].cost
      for at in paths.indices { paths[at].cost -= least }
    }
    guard var at = paths.first?.step else { return [] }
    var course: [(isLit: Bool, isEdge: Bool)] = []
    while at >= 0 {
      course.append((steps[at].isLit, steps[at].isEdge))
      at = Int(steps[at].before)
    }
    course.reverse()
    return smoothed(times, values, course, swing: swing, noise: noise)
  }

  /// The baseline along the path, as all samples before and after tell it.
  private static func smoothed(
    _ times: [Double], _ values: [Double], _ course: [(isLit: Bool, isEdge: Bool)], swing: Double,
    noise: Double
  ) -> [TwoLevels] {
    var means: [Double] = []
    var variances: [Double] = []
    var (mean, variance) = (values[0] - (course[0].isLit ? swing : 0), noise * noise)
    for index in values.indices {
      if index > 0 {
        variance += drift(swing, in: interval(times, before: index))
      }
      let away = values[index] - mean - (course[index].isLit ? swing : 0)
      let total = variance + noise * noise
      if !course[index].isEdge, 0.5 * away * away / total < mostCost {
        mean += variance / total * away
        variance *= noise * noise / total
      }
      means.append(mean)
      variances.append(variance)
    }
    for index in values.indices.dropLast().reversed() {
      let drift = drift(swing, in: interval(times, before: index + 1))
      let gain = variances[index] / (variances[index] + drift)
      means[index] += gain * (means[index + 1] - means[index])
    }
    return means.map { TwoLevels(unlit: $0, lit: $0 + swing, deviation: noise) }
  }
}

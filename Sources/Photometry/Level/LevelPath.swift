/// The likeliest course of on, off and both levels together, as Viterbi's algorithm finds it with a filter of the levels
/// for each surviving path (per-survivor processing: Raheli, Polydoros and Tzou 1995), smoothed backwards.
struct LevelPath: Sendable {
  /// One for each sample.
  let levels: [TwoLevels]
  /// Negative logarithm of the likelihood, in nats.
  let cost: Double

  /// Changes of light in a second, on average.
  private static let rate = 8.0
  /// How often in a second the unlit brightness begins to move, or comes to rest.
  private static let changes = 0.5
  /// What a sample costs at most, in nats: a glitch is no reason to give a path up.
  private static let mostCost = 12.0
  private static let survivors = 8

  /// One path's end.
  private struct Path {
    var isLit: Bool
    /// Whether the unlit brightness moves.
    var isMoving = false
    var filter: LevelFilter
    var cost: Double
    var step = Step()
  }

  /// How a path came to be at a sample: a byte, for a day holds millions of them.
  private struct Step {
    /// Which of the paths at the sample before it goes on from, below `survivors`, and the flags.
    private var bits: UInt8 = 0

    init(before: Int = 0, isLit: Bool = false, isMoving: Bool = false, isEdge: Bool = false) {
      bits =
        UInt8(truncatingIfNeeded: before) | (isLit ? 0x20 : 0) | (isMoving ? 0x40 : 0)
        | (isEdge ? 0x80 : 0)
    }

    var before: Int { Int(bits & 0x1f) }
    var isLit: Bool { bits & 0x20 != 0 }
    var isMoving: Bool { bits & 0x40 != 0 }
    var isEdge: Bool { bits & 0x80 != 0 }
  }

  /// What it costs that something happens in some time, or does not, where it does so often in a second.
  private static func costs(_ rate: Double, in seconds: Double) -> (event: Double, none: Double) {
    let probability = min(0.5, rate * seconds)
    return (-naturalLogarithm(probability), -naturalLogarithm(1 - probability))
  }

  init(_ times: [Double], _ values: [Double], _ model: LevelFilter.Model) {
    guard let first = values.first else {
      (levels, cost) = ([], 0)
      return
    }
    var paths = [false, true].map {
      Path(
        isLit: $0, filter: LevelFilter(model, first: first, isLit: $0), cost: $0 ? 2 : 0,
        step: Step(isLit: $0))
    }
    var steps: [Step] = []
    steps.reserveCapacity(values.count * Self.survivors)
    Self.note(paths, in: &steps)
    var total = 0.0
    for index in 1..<values.count {
      paths = Self.survivors(
        Self.next(paths, values[index], after: Self.interval(times, before: index), model), model)
      Self.note(paths, in: &steps)
      let least = paths[0].cost
      total += least
      for at in paths.indices { paths[at].cost -= least }
    }
    cost = total
    levels = Self.smoothed(times, values, Self.course(steps), model)
  }

  /// Notes how each path came to be; as many for each sample.
  private static func note(_ paths: [Path], in steps: inout [Step]) {
    for index in 0..<survivors {
      steps.append(paths.indices.contains(index) ? paths[index].step : Step())
    }
  }

  /// The steps of the likeliest path, first to last.
  private static func course(_ steps: [Step]) -> [Step] {
    var course: [Step] = []
    var at = 0
    for index in (0..<steps.count / survivors).reversed() {
      let step = steps[index * survivors + at]
      course.append(step)
      at = step.before
    }
    return course.reversed()
  }

  /// All ways in which the paths may go on.
  private static func next(
    _ paths: [Path], _ value: Double, after seconds: Double, _ model: LevelFilter.Model
  ) -> [Path] {
    let edge = costs(rate, in: seconds)
    let change = costs(changes, in: seconds)
    let passing = [false, true].map { model.passing(seconds, isMoving: $0) }
    var next: [Path] = []
    next.reserveCapacity(4 * paths.count)
    for (index, before) in paths.enumerated() {
      for isMoving in [false, true] {
        var path = before
        path.isMoving = isMoving
        path.cost += isMoving == before.isMoving ? change.none : change.event
        path.filter.advance(model, passing[isMoving ? 1 : 0])
        if !path.filter.isPossible { path.cost += mostCost }
        path.step = Step(before: index, isLit: path.isLit, isMoving: isMoving)
        next.append(stayed(path, value, model, edge.none))
        path.step = Step(before: index, isLit: !path.isLit, isMoving: isMoving, isEdge: true)
        next.append(turned(path, value, model, edge.event))
      }
    }
    return next
  }

  /// The likeliest of them that differ.
  private static func survivors(_ paths: [Path], _ model: LevelFilter.Model) -> [Path] {
    var kept: [Path] = []
    for path in paths.sorted(by: { $0.cost < $1.cost }) where kept.count < survivors {
      let isKnown = kept.contains {
        $0.isLit == path.isLit && $0.isMoving == path.isMoving
          && abs($0.filter.unlit - path.filter.unlit) < 0.1 * model.swing
          && abs(naturalLogarithm($0.filter.swing / path.filter.swing)) < 0.15
      }
      if !isKnown { kept.append(path) }
    }
    return kept
  }

  /// A path that goes on as it was.
  private static func stayed(
    _ path: Path, _ value: Double, _ model: LevelFilter.Model, _ stayCost: Double
  ) -> Path {
    var path = path
    let (away, variance) = path.filter.innovation(model, value, isLit: path.isLit)
    let cost = 0.5 * away * away / variance
    path.cost += stayCost + min(cost, mostCost) + 0.5 * naturalLogarithm(2 * Double.pi * variance)
    if cost < mostCost { path.filter.learn(away, variance, isLit: path.isLit) }
    return path
  }

  /// A path that has an edge here: the sample is lit for any part of the exposure.
  private static func turned(
    _ path: Path, _ value: Double, _ model: LevelFilter.Model, _ edgeCost: Double
  ) -> Path {
    var path = path
    let swing = path.filter.swing
    let position = (value - path.filter.unlit) / swing
    let beyond = max(0, max(-position, position - 1)) * swing
    let variance = path.filter.innovation(model, value, isLit: position > 0.5).variance
    path.isLit.toggle()
    path.cost +=
      edgeCost + naturalLogarithm(swing + model.blur)
      + min(mostCost, 0.5 * beyond * beyond / variance)
    return path
  }

  /// Seconds since the sample before; a gap in the samples lets the levels go no farther than a second.
  private static func interval(_ times: [Double], before index: Int) -> Double {
    min(1, max(1e-4, times[index] - times[index - 1]))
  }

  /// The levels along the path, as all samples before and after tell them.
  private static func smoothed(
    _ times: [Double], _ values: [Double], _ course: [Step], _ model: LevelFilter.Model
  ) -> [TwoLevels] {
    var filters: [LevelFilter] = []
    var filter = LevelFilter(model, first: values[0], isLit: course[0].isLit)
    var passings: [LevelFilter.Passing] = []
    for index in values.indices.dropFirst() {
      passings.append(
        model.passing(interval(times, before: index), isMoving: course[index].isMoving))
    }
    filters.append(filter)
    for index in values.indices.dropFirst() {
      filter.advance(model, passings[index - 1])
      let isLit = course[index].isLit
      let (away, variance) = filter.innovation(model, values[index], isLit: isLit)
      if !course[index].isEdge, 0.5 * away * away / variance < mostCost {
        filter.learn(away, variance, isLit: isLit)
      }
      filters.append(filter)
    }
    for index in values.indices.dropLast().reversed() {
      filters[index] = filters[index].smoothed(
        model, by: filters[index + 1], after: passings[index])
    }
    return filters.map {
      TwoLevels(unlit: $0.unlit, lit: $0.unlit + $0.swing, deviation: model.noise)
    }
  }
}

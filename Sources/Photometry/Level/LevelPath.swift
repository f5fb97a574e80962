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
    var step: Int
  }

  /// How a path came to be at a sample.
  private struct Step {
    var before: Int32
    var isLit: Bool
    var isMoving: Bool
    var isEdge: Bool
  }

  init(_ times: [Double], _ values: [Double], _ model: LevelFilter.Model) {
    guard let first = values.first else {
      (levels, cost) = ([], 0)
      return
    }
    var paths = [false, true].map {
      Path(
        isLit: $0, filter: LevelFilter(model, first: first, isLit: $0),
        cost: $0 ? 2 : 0, step: $0 ? 1 : 0)
    }
    var steps = [
      Step(before: -1, isLit: false, isMoving: false, isEdge: false),
      Step(before: -1, isLit: true, isMoving: false, isEdge: false),
    ]
    var total = 0.0
    for index in 1..<values.count {
      let interval = Self.interval(times, before: index)
      let edgeCost = max(0.5, -naturalLogarithm(min(0.9, Self.rate * interval)))
      let changeCost = max(0.5, -naturalLogarithm(min(0.9, Self.changes * interval)))
      var next: [Path] = []
      for before in paths {
        for isMoving in [false, true] {
          var path = before
          path.isMoving = isMoving
          if isMoving != before.isMoving { path.cost += changeCost }
          path.filter.advance(model, by: interval, isMoving: isMoving)
          next.append(Self.stayed(path, values[index], model))
          next.append(Self.turned(path, values[index], model, edgeCost))
          for at in next.count - 2..<next.count {
            next[at].step = steps.count
            steps.append(
              Step(
                before: Int32(before.step), isLit: next[at].isLit, isMoving: isMoving,
                isEdge: next[at].isLit != before.isLit))
          }
        }
      }
      next.sort { $0.cost < $1.cost }
      paths = []
      for path in next where paths.count < Self.survivors {
        let isKnown = paths.contains {
          $0.isLit == path.isLit && $0.isMoving == path.isMoving
            && abs($0.filter.unlit - path.filter.unlit) < 0.1 * model.swing
            && abs($0.filter.logarithm - path.filter.logarithm) < 0.15
        }
        if !isKnown { paths.append(path) }
      }
      let least = paths[0].cost
      total += least
      for at in paths.indices { paths[at].cost -= least }
    }
    cost = total
    var at = paths.first?.step ?? -1
    var course: [Step] = []
    while at >= 0 {
      course.append(steps[at])
      at = Int(steps[at].before)
    }
    course.reverse()
    levels = Self.smoothed(times, values, course, model)
  }

  /// A path that goes on as it was.
  private static func stayed(_ path: Path, _ value: Double, _ model: LevelFilter.Model) -> Path {
    var path = path
    let (away, variance) = path.filter.innovation(model, value, isLit: path.isLit)
    let cost = 0.5 * away * away / variance
    path.cost += min(cost, mostCost) + 0.5 * naturalLogarithm(2 * Double.pi * variance)
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
      edgeCost + path.filter.logarithm + min(mostCost, 0.5 * beyond * beyond / variance)
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
    for index in values.indices {
      if index > 0 {
        filter.advance(
          model, by: interval(times, before: index), isMoving: course[index].isMoving)
      }
      let isLit = course[index].isLit
      let (away, variance) = filter.innovation(model, values[index], isLit: isLit)
      if !course[index].isEdge, 0.5 * away * away / variance < mostCost {
        filter.learn(away, variance, isLit: isLit)
      }
      filters.append(filter)
    }
    for index in values.indices.dropLast().reversed() {
      filters[index] = filters[index].smoothed(
        model, by: filters[index + 1], after: interval(times, before: index + 1),
        isMoving: course[index + 1].isMoving)
    }
    return filters.map {
      TwoLevels(unlit: $0.unlit, lit: $0.unlit + $0.swing, deviation: model.noise)
    }
  }
}

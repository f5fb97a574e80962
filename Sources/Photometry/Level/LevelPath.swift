/// The likeliest course of on, off and both levels together, as Viterbi's algorithm finds it with a filter of the levels
/// for each surviving path, smoothed backwards.
struct LevelPath: Sendable {
  /// One for each sample.
  let levels: [TwoLevels]
  /// Negative logarithm of the likelihood, in nats.
  let cost: Double

  init(_ times: [Double], _ values: [Double], _ model: LevelFilter.Model) {
    guard let first = values.first else {
      (levels, cost) = ([], 0)
      return
    }
    var survivors = LevelSurvivors(first: first, model)
    var steps: [LevelSurvivors.Step] = []
    steps.reserveCapacity(values.count * LevelSurvivors.most)
    Self.note(survivors.paths, in: &steps)
    var total = 0.0
    for index in 1..<values.count {
      total += survivors.advance(values[index], after: times[index] - times[index - 1])
      Self.note(survivors.paths, in: &steps)
    }
    cost = total
    levels = Self.smoothed(times, values, Self.course(steps), model)
  }

  /// Notes how each path came to be; as many for each sample.
  private static func note(
    _ paths: [LevelSurvivors.Path], in steps: inout [LevelSurvivors.Step]
  ) {
    for index in 0..<LevelSurvivors.most {
      steps.append(paths.indices.contains(index) ? paths[index].step : LevelSurvivors.Step())
    }
  }

  /// The steps of the likeliest path, first to last.
  private static func course(_ steps: [LevelSurvivors.Step]) -> [LevelSurvivors.Step] {
    var course: [LevelSurvivors.Step] = []
    var at = 0
    for index in (0..<steps.count / LevelSurvivors.most).reversed() {
      let step = steps[index * LevelSurvivors.most + at]
      course.append(step)
      at = step.before
    }
    return course.reversed()
  }

  /// The levels along the path, as all samples before and after tell them.
  private static func smoothed(
    _ times: [Double], _ values: [Double], _ course: [LevelSurvivors.Step],
    _ model: LevelFilter.Model
  ) -> [TwoLevels] {
    var filters: [LevelFilter] = []
    var filter = LevelFilter(model, first: values[0], isLit: course[0].isLit)
    var passings: [LevelFilter.Passing] = []
    for index in values.indices.dropFirst() {
      passings.append(
        model.passing(
          LevelSurvivors.usable(times[index] - times[index - 1]), isMoving: course[index].isMoving))
    }
    filters.append(filter)
    for index in values.indices.dropFirst() {
      filter.advance(model, passings[index - 1])
      let isLit = course[index].isLit
      let (away, variance) = filter.innovation(model, values[index], isLit: isLit)
      if !course[index].isEdge, 0.5 * away * away / variance < LevelSurvivors.mostCost {
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

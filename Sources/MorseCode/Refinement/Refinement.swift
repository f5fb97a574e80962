/// Reads a message again, as a whole: fits the fist to it (expectation maximisation over all readings
/// of its lattice) and takes the likeliest reading.
struct Refinement: Sendable {
  /// Passes of expectation maximisation.
  var passes = 5
  /// Growth of the unit's variance with each unit of time: the drift of a hand.
  var drift = 0.0002

  /// Noise of samples, as part of the swing, from which edges are not taken from runs.
  static let noisy = 0.22

  let tree: CodeTree
  let settings: BeamSettings

  /// What a refined message is.
  struct Result: Sendable {
    var lattice: Lattice
    var model: FistModel
    var sweep: LatticeSweep
    var path: LatticePath
    /// log-likelihood of all readings together, with that of the fist.
    var likelihood: Double
  }

  /// `steps` are a first reading of `runs`.
  func refine(_ runs: [Run], _ samples: ArraySlice<KeySample>?, from steps: [PathStep]) -> Result? {
    guard let first = steps.first, steps.count >= 5 else { return nil }
    let units = steps.map(\.logUnit).sorted()
    var lattice = Lattice(
      runs.filter { $0.end > first.start - 1e-9 }, settings: settings,
      logUnit: units[units.count / 2])
    if let samples, let last = steps.last, settings.deviation > Refinement.noisy {
      let margin = 8 * exponential(units[units.count / 2])
      let begin = samples.firstIndex { $0.time > first.start - margin } ?? samples.startIndex
      let end = samples.lastIndex { $0.time < last.end + margin } ?? samples.startIndex
      if begin < end {
        lattice = Lattice(
          samples[begin...end], frame: settings.frame, logUnit: units[units.count / 2])
      }
    }
    guard lattice.count > 2 else { return nil }
    // Two passes tell the families apart.
    var best: Result?
    for family in FistModel.Family.allCases {
      let result = improve(begin(lattice, family: family, from: steps), passes: 2)
      if result.likelihood > best?.likelihood ?? -.infinity { best = result }
    }
    guard var best else { return nil }
    best = improve(best, passes: passes - 2)
    best.path = LatticePath(best.sweep, best.lattice)
    return best
  }

  private func begin(_ lattice: Lattice, family: FistModel.Family, from steps: [PathStep]) -> Result
  {
    var estimate = FistEstimate(lattice, family: family, drift: drift)
    for step in steps {
      let at = lattice.position(of: (step.start + step.end) / 2)
      estimate.add(Int(step.kind), step.end - step.start, logUnit: step.logUnit, at: at, weight: 1)
    }
    let model = estimate.model(
      before: nil, logUnit: UnitTrack.interpolated(steps, over: lattice.times))
    return Result(
      lattice: lattice, model: model, sweep: LatticeSweep(lattice, model, tree: tree),
      path: LatticePath(), likelihood: -.infinity)
  }

  private func improve(_ before: Result, passes: Int) -> Result {
    var result = before
    let family = before.model.family
    for _ in 0..<passes {
      result.sweep.backward()
      var estimate = FistEstimate(result.lattice, family: family, drift: drift)
      estimate.add(result.sweep, result.lattice, result.model)
      result.model = estimate.model(before: result.model, logUnit: result.model.logUnit)
      result.sweep = LatticeSweep(result.lattice, result.model, tree: tree)
      result.likelihood = result.sweep.total + estimate.logPrior(of: result.model)
    }
    return result
  }
}

/// Reads a message again, as a whole: fits the fist to it (expectation maximisation over all readings
/// of its lattice) and takes the likeliest reading.
struct Refinement: Sendable {
  /// Passes of expectation maximisation.
  var passes = 5
  /// Growth of the unit's variance with each unit of time: the drift of a hand.
  var drift = 0.0002

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
  func refine(_ runs: [Run], from steps: [PathStep]) -> Result? {
    guard let first = steps.first, steps.count >= 5 else { return nil }
    let units = steps.map(\.logUnit).sorted()
    let lattice = Lattice(
      runs.filter { $0.end > first.start - 1e-9 }, settings: settings,
      logUnit: units[units.count / 2])
    guard lattice.count > 2 else { return nil }
    var best: Result?
    for family in FistModel.Family.allCases {
      let result = fit(lattice, family: family, from: steps)
      if result.likelihood > best?.likelihood ?? -.infinity { best = result }
    }
    return best
  }

  private func fit(_ lattice: Lattice, family: FistModel.Family, from steps: [PathStep]) -> Result {
    var estimate = FistEstimate(lattice, family: family, drift: drift)
    for step in steps {
      let at = lattice.position(of: (step.start + step.end) / 2)
      estimate.add(Int(step.kind), step.end - step.start, logUnit: step.logUnit, at: at, weight: 1)
    }
    var model = estimate.model(
      before: nil, logUnit: UnitTrack.interpolated(steps, over: lattice.times))
    var sweep = LatticeSweep(lattice, model, tree: tree)
    for _ in 0..<passes {
      sweep.backward()
      estimate = FistEstimate(lattice, family: family, drift: drift)
      estimate.add(sweep, lattice, model)
      model = estimate.model(before: model, logUnit: model.logUnit)
      sweep = LatticeSweep(lattice, model, tree: tree)
    }
    return Result(
      lattice: lattice, model: model, sweep: sweep, path: LatticePath(sweep, lattice),
      likelihood: sweep.total + estimate.logPrior(of: model))
  }
}

/// What a pass over all readings says about the fist: weighted sums, and from them a new model.
struct FistEstimate: Sendable {
  private let lattice: Lattice
  private let family: FistModel.Family
  private let drift: Double
  private var weights = [Double](repeating: 0, count: 5)
  private var sums = [Double](repeating: 0, count: 5)
  private var squares = [Double](repeating: 0, count: 5)
  private var counts = [Double](repeating: 0, count: 5)
  private var track: UnitTrack

  init(_ lattice: Lattice, family: FistModel.Family, drift: Double) {
    self.lattice = lattice
    self.family = family
    self.drift = drift
    track = UnitTrack(lattice.times)
  }

  /// Adds one duration of a first reading, of which no model is known.
  mutating func add(_ kind: Int, _ duration: Double, logUnit: Double, at: Int, weight: Double) {
    let length = naturalLogarithm(duration) - logUnit
    let x = family == .proportional ? length : exponential(length)
    // Pauses may be of any length.
    if kind == Fist.wordGap, length > FistEstimate.prior(kind, family).mean + 1.5 { return }
    weights[kind] += weight
    sums[kind] += weight * x
    squares[kind] += weight * x * x
    counts[kind] += weight
  }

  /// Adds all readings that `sweep` passed over, each as likely as it is.
  mutating func add(_ sweep: LatticeSweep, _ lattice: Lattice, _ model: FistModel) {
    for pair in sweep.marks where sweep.mayBeMark(pair) {
      let (dot, dash) = sweep.mark(pair)
      if dot + dash < 1e-6 { continue }
      let sight = lattice.sight(Int(pair.from), Int(pair.to), model)
      add(Fist.dot, sight, pair, model, weight: dot)
      add(Fist.dash, sight, pair, model, weight: dash)
    }
    for pair in sweep.gaps where sweep.mayBeGap(pair) {
      let (element, letter, word) = sweep.gap(pair)
      if element + letter + word < 1e-6 { continue }
      let sight = lattice.sight(Int(pair.from), Int(pair.to), model)
      add(Fist.elementGap, sight, pair, model, weight: element)
      add(Fist.letterGap, sight, pair, model, weight: letter)
      add(Fist.wordGap, sight, pair, model, weight: word)
    }
  }

  private mutating func add(
    _ kind: Int, _ sight: FistModel.Sight, _ pair: LatticeSweep.Pair, _ model: FistModel,
    weight: Double
  ) {
    guard weight > 1e-6, sight.logLength.isFinite else { return }
    let own = model.deviation[kind] * model.deviation[kind]
    let isProportional = family == .proportional
    let x = isProportional ? sight.logLength : sight.length
    let edge = model.edgeVariance(kind, sight)
    let residual = x - model.mean[kind]
    let z = residual * residual / (own + edge)
    if kind == Fist.wordGap, residual > 0, z > 9 { return }
    // The weight of Student-t's scale mixture.
    let freedom = Fist.degreesOfFreedom
    let robust = weight * (freedom + 1) / (freedom + z)
    weights[kind] += robust
    sums[kind] += robust * x
    // What the edges add is not the hand's.
    squares[kind] += robust * max(0, residual * residual - edge)
    counts[kind] += weight
    let mean = isProportional ? 1 : max(0.2, model.mean[kind])
    track.add(
      residual / mean + model.logUnit[Int(pair.from)],
      precision: robust * mean * mean / (own + edge), at: Int(pair.from))
  }

  /// Mean and standard deviation over senders of a class's mean, and its usual spread.
  static func prior(_ kind: Int, _ family: FistModel.Family) -> (
    mean: Double, deviation: Double, spread: Double
  ) {
    let means = [0.0, 1.0986, 0, 1.0986, 1.9459]
    let deviations = [0.02, 0.2, 0.25, 0.6, 0.7]
    let spreads = [0.16, 0.14, 0.20, 0.18, 0.28]
    if family == .proportional { return (means[kind], deviations[kind], spreads[kind]) }
    let length = exponential(means[kind])
    return (length, deviations[kind] * length, [0.18, 0.3, 0.22, 0.45, 1.2][kind])
  }

  /// The likeliest model, `before` being the one by which the sums were weighed.
  func model(before: FistModel?, logUnit: [Double]) -> FistModel {
    var mean = [Double](repeating: 0, count: 5)
    var deviation = mean
    for kind in 0..<5 {
      let prior = FistEstimate.prior(kind, family)
      let old = before?.deviation[kind] ?? prior.spread
      let strength = old * old / (prior.deviation * prior.deviation)
      mean[kind] = (sums[kind] + strength * prior.mean) / (weights[kind] + strength)
      var sum = squares[kind]
      if before == nil {
        sum = max(
          0,
          sum - 2 * mean[kind] * sums[kind] + mean[kind] * mean[kind] * weights[kind])
      }
      let pseudo = FistEstimate.pseudoCounts
      deviation[kind] = ((pseudo * prior.spread * prior.spread + sum) / (pseudo + counts[kind]))
        .squareRoot()
      deviation[kind] = max(0.04, deviation[kind])
    }
    let smooth = before == nil ? logUnit : track.smoothed(drift: drift, around: logUnit)
    return FistModel(family: family, logUnit: smooth, mean: mean, deviation: deviation)
  }

  /// A class's usual spread counts as much as so many durations.
  private static let pseudoCounts = 3.0

  /// log density of the model among senders.
  func logPrior(of model: FistModel) -> Double {
    var sum = 0.0
    for kind in 0..<5 {
      let prior = FistEstimate.prior(kind, family)
      let residual = (model.mean[kind] - prior.mean) / prior.deviation
      sum -= 0.5 * residual * residual
    }
    return sum
  }
}

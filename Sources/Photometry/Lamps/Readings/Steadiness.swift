/// Takes out of traces what goes with the picture's remaining movement: least squares on its first and
/// second powers. What is switched has nothing to do with movement and stays.
struct Steadiness {
  /// The movement, a trace for each of its powers (`Moment.rest`), and what is always one; empty where there was none.
  private let regressors: [[Double]]

  var isMoved: Bool { !regressors.isEmpty }

  init(_ history: ArraySlice<SignalHistory.Moment>) {
    let isMoved = history.count(where: \.isMoved) > history.count / 8
    let rests = isMoved ? history.map(\.rest) : []
    regressors =
      (rests.first?.indices.map { power in rests.map { $0[power] } } ?? [])
      + (isMoved ? [[Double](repeating: 1, count: rests.count)] : [])
  }

  /// The weights of the movement in a trace, to be taken off it.
  /// - Parameter lit: where it is known to be lit, and where unlit: what it does on either of its levels tells.
  func weights(_ trace: [Double], lit: [Bool?]? = nil) -> [Double]? {
    guard isMoved, regressors[0].count == trace.count else { return nil }
    var columns = regressors
    if let lit { columns.append(lit.map { $0 ?? false ? 1 : 0 }) }
    var trace = trace
    // What does not count is nought in all.
    for index in trace.indices
    where !trace[index].isFinite || lit.map({ $0[index] == nil }) ?? false {
      trace[index] = 0
      for column in columns.indices { columns[column][index] = 0 }
    }
    var matrix = columns.indices.map { row in
      columns.map { TraceMath.product(columns[row], $0) } + [TraceMath.product(columns[row], trace)]
    }
    // As much as a few samples would say: weights must not rest on chance.
    for row in matrix.indices { matrix[row][row] += 0.1 }
    return Discriminant.solve(&matrix).map { Array($0.prefix(regressors.count - 1)) }
  }

  /// The trace without what goes with the movement.
  func steadied(_ trace: [Double]) -> [Double] {
    weights(trace).map { steadied(trace, $0) } ?? trace
  }

  /// A probe, of which this is the trace, with that taken off; and what it shows then.
  func steadied(
    _ probe: Probe, _ trace: [Double], lit: [Bool?]? = nil
  ) -> (probe: Probe, trace: [Double]) {
    guard let weights = weights(trace, lit: lit) else { return (probe, trace) }
    var probe = probe
    for index in probe.rest.indices { probe.rest[index] -= weights[index] }
    return (probe, steadied(trace, weights))
  }

  private func steadied(_ trace: [Double], _ weights: [Double]) -> [Double] {
    var steadied = trace
    for (weight, regressor) in zip(weights, regressors) {
      for index in steadied.indices { steadied[index] -= weight * regressor[index] }
    }
    return steadied
  }
}

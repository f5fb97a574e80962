/// Takes out of traces what goes with the picture's remaining movement: least squares on its first and
/// second powers. What is switched has nothing to do with movement and stays.
struct Steadiness {
  /// The movement in each moment; empty where there was none.
  private let regressors: [[Double]]

  var isMoved: Bool { !regressors.isEmpty }

  init(_ history: ArraySlice<SignalHistory.Moment>) {
    let isMoved = history.count(where: \.isMoved) > history.count / 8
    regressors = isMoved ? history.map { $0.rest + [1] } : []
  }

  /// The weights of the movement in a trace, to be taken off it.
  /// - Parameter lit: where it is known to be lit, and where unlit: what it does on either of its levels tells.
  func weights(_ trace: [Double], lit: [Bool?]? = nil) -> [Double]? {
    guard let moved = regressors.first?.count, trace.count == regressors.count else { return nil }
    let count = moved + (lit == nil ? 0 : 1)
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: count + 1), count: count)
    for (index, value) in trace.enumerated() where value.isFinite {
      var regressor = regressors[index]
      if let lit {
        guard let isLit = lit[index] else { continue }
        regressor.append(isLit ? 1 : 0)
      }
      for row in 0..<count {
        for column in row..<count { matrix[row][column] += regressor[row] * regressor[column] }
        matrix[row][count] += regressor[row] * value
      }
    }
    for row in 0..<count {
      for column in 0..<row { matrix[row][column] = matrix[column][row] }
      // As much as a few samples would say: weights must not rest on chance.
      matrix[row][row] += 0.1
    }
    return Discriminant.solve(&matrix).map { Array($0.prefix(moved - 1)) }
  }

  /// The trace without what goes with the movement.
  func steadied(_ trace: [Double]) -> [Double] {
    guard let weights = weights(trace) else { return trace }
    return zip(trace, regressors).map { value, regressor in
      value - TraceMath.product(weights, regressor)
    }
  }

  /// The probe with that taken off.
  func steadied(_ probe: Probe, trace: [Double], lit: [Bool?]? = nil) -> Probe {
    guard let weights = weights(trace, lit: lit) else { return probe }
    var probe = probe
    for index in probe.rest.indices { probe.rest[index] -= weights[index] }
    return probe
  }
}

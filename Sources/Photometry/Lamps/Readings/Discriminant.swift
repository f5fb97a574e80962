/// Fisher's linear discriminant (1936): the weighted sum of features that tells two groups of samples
/// apart best, given how the features vary together within the groups. What the lamp's surroundings
/// share with its place (drift, flicker, exposure control, movement) is weighted so that it cancels.
enum Discriminant {
  /// Weights for each feature; nil where one group has fewer than four samples.
  /// - Parameters:
  ///   - features: one trace a feature, all of one length.
  ///   - lit: for each sample 0 (unlit), 1 (lit), or nil (to be left out).
  static func weights(_ features: [[Double]], lit: [Bool?]) -> [Double]? {
    let count = features.count
    var numbers = [0.0, 0.0]
    var means = [[Double]](repeating: [Double](repeating: 0, count: count), count: 2)
    for (index, isLit) in lit.enumerated() {
      guard let isLit else { continue }
      let group = isLit ? 1 : 0
      numbers[group] += 1
      for feature in 0..<count { means[group][feature] += features[feature][index] }
    }
    guard numbers[0] >= 4, numbers[1] >= 4 else { return nil }
    for group in 0..<2 {
      for feature in 0..<count { means[group][feature] /= numbers[group] }
    }
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: count + 1), count: count)
    var away = [Double](repeating: 0, count: count)
    for (index, isLit) in lit.enumerated() {
      guard let isLit else { continue }
      let group = isLit ? 1 : 0
      for feature in 0..<count {
        away[feature] = features[feature][index] - means[group][feature]
      }
      for row in 0..<count {
        for column in row..<count { matrix[row][column] += away[row] * away[column] }
      }
    }
    let total = numbers[0] + numbers[1]
    for row in 0..<count {
      for column in row..<count {
        matrix[row][column] /= total
        matrix[column][row] = matrix[row][column]
      }
    }
    for row in 0..<count {
      // Shrinkage (Ledoit and Wolf's idea, with the weight that so many samples deserve), and the
      // least noise that a tile's mean can have: weights must not rest on chance.
      matrix[row][row] = matrix[row][row] * (1 + Double(count) / total) + 0.01
      matrix[row][count] = means[1][row] - means[0][row]
    }
    return solve(&matrix)
  }

  /// Gaussian elimination with pivoting; the last column is the right side.
  static func solve(_ matrix: inout [[Double]]) -> [Double]? {
    let count = matrix.count
    for column in 0..<count {
      var pivot = column
      for row in column..<count where abs(matrix[row][column]) > abs(matrix[pivot][column]) {
        pivot = row
      }
      guard abs(matrix[pivot][column]) > 1e-12 else { return nil }
      matrix.swapAt(pivot, column)
      for row in 0..<count where row != column {
        let factor = matrix[row][column] / matrix[column][column]
        guard factor != 0 else { continue }
        for at in column...count { matrix[row][at] -= factor * matrix[column][at] }
      }
    }
    return (0..<count).map { matrix[$0][count] / matrix[$0][$0] }
  }
}

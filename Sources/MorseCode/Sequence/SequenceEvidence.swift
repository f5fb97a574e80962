/// How much better Morse explains the frames than light that is not Morse.
enum SequenceEvidence {
  /// Log-likelihood of the reading over that of the best of four explanations without a code; each pays for its
  /// parameters by the Bayesian information criterion, flashes at any times by what their edges tell.
  /// - Parameters:
  ///   - marks: How many the reading holds.
  ///   - pauses: How many of its gaps are as long as anything, and no part of the code.
  static func compare(
    levels: ArraySlice<Double>, errors: [Double], prior: Double, parameters: Int, marks: Int,
    pauses: Int
  ) -> Double {
    let count = Double(errors.count)
    guard count > 8 else { return -.infinity }
    let half = 0.5 * naturalLogarithm(count)
    // As many flashes of the same shape at any times fit no worse: a beginning and an end each in place of the text and
    // of the grid's dot and phase. A frame or two tell an edge, to the noise's part of a frame, and that is what each
    // free one costs. Three flashes long apart are E's and T's whatever made them.
    let edge = max(half, -0.5 * naturalLogarithm(variance(errors)))
    let overFlashes = prior + Double(2 * marks - 2 - pauses) * edge
    let overOthers =
      glitchy(errors) + prior - Double(parameters) * half - withoutCode(Array(levels))
    return min(overFlashes, overOthers)
  }

  /// The log-likelihood of the best explanation without a code.
  static func withoutCode(_ levels: [Double]) -> Double {
    max(predicted(levels), independent(levels), held(levels))
  }

  /// Errors are normal, one in fifty a glitch anywhere in two swings.
  static func glitchy(_ errors: [Double]) -> Double {
    let variance = variance(errors)
    let density = 1 / power(2 * .pi * variance, 0.5)
    return errors.reduce(0) {
      $0 + naturalLogarithm(0.98 * density * exponential(-0.5 * $1 * $1 / variance) + 0.01)
    }
  }

  /// Of the noise, from the ninety per cent of the errors that are no glitches.
  static func variance(_ errors: [Double]) -> Double {
    let squares = errors.map { $0 * $0 }.sorted()
    let kept = squares.prefix(max(1, squares.count * 9 / 10))
    return max(1e-4, 1.25 * kept.reduce(0, +) / Double(max(1, kept.count)))
  }

  /// Each level drawn alone from what levels there are: a histogram.
  private static func independent(_ levels: [Double]) -> Double {
    let width = 0.05
    var counts: [Int: Int] = [:]
    for level in levels { counts[Int((min(9, max(-9, level)) / width).rounded()), default: 0] += 1 }
    let count = Double(levels.count)
    let bits = counts.values.reduce(0) {
      $0 + Double($1) * naturalLogarithm(Double($1) / count / width)
    }
    return bits - 0.5 * Double(counts.count) * naturalLogarithm(count)
  }

  /// Each level from the eight or fewer before it: flicker, beats, sway (linear prediction).
  private static func predicted(_ levels: [Double]) -> Double {
    var best = -Double.infinity
    let count = Double(levels.count)
    for order in [1, 2, 4, 8, 12] where levels.count > 4 * order {
      let size = order + 1
      var matrix = [Double](repeating: 0, count: size * size)
      var vector = [Double](repeating: 0, count: size)
      func row(_ index: Int) -> [Double] { [1] + (1...order).map { levels[index - $0] } }
      for index in order..<levels.count {
        let past = row(index)
        for i in 0..<size {
          vector[i] += past[i] * levels[index]
          for j in 0..<size { matrix[i * size + j] += past[i] * past[j] }
        }
      }
      for i in 0..<size { matrix[i * size + i] += 1e-6 }
      guard let weights = LinearSystem.solve(matrix, vector) else { continue }
      let errors = (order..<levels.count).map { index in
        levels[index] - zip(weights, row(index)).reduce(0) { $0 + $1.0 * $1.1 }
      }
      best = max(best, glitchy(errors) - 0.5 * Double(size + 1) * naturalLogarithm(count))
    }
    return best
  }

  /// A lamp that holds two levels, edges between, each state for a number of frames drawn from the
  /// numbers seen so far (an adaptive code). Ordinary, slower Morse is of this kind.
  private static func held(_ levels: [Double]) -> Double {
    let deviation = 0.04
    func state(_ level: Double) -> Int {
      level.magnitude < 3 * deviation ? 0 : (level - 1).magnitude < 3 * deviation ? 2 : 1
    }
    let longest = 30
    var lengths = [[Double]](repeating: [Double](repeating: 0.3, count: longest), count: 3)
    var moves = [Double](repeating: 0.5, count: 9)
    var sum = 0.0
    var sorted: [[Double]] = [[], [], []]
    var run = 0
    var before = 0
    for index in levels.indices {
      let here = state(levels[index])
      sorted[here].append(levels[index])
      run += 1
      if index + 1 < levels.count, state(levels[index + 1]) == here { continue }
      let length = min(longest, run) - 1
      sum += naturalLogarithm(lengths[here][length] / lengths[here].reduce(0, +))
      lengths[here][length] += 1
      let move = 3 * before + here
      sum += naturalLogarithm(moves[move] / moves[(3 * before)..<(3 * before + 3)].reduce(0, +))
      moves[move] += 1
      before = here
      run = 0
    }
    for state in [0, 2] where !sorted[state].isEmpty {
      let mean = sorted[state].reduce(0, +) / Double(sorted[state].count)
      sum += glitchy(sorted[state].map { $0 - mean })
    }
    // Between: anywhere from dark to lit.
    return sum - 2 * naturalLogarithm(Double(levels.count))
  }
}

internal import CLuma

/// Small sums over traces.
enum TraceMath {
  /// Running mean over `width` samples (odd), narrower at the ends.
  static func smoothed(_ trace: [Double], width: Int) -> [Double] {
    guard width > 1, trace.count > 1 else { return trace }
    var sums = [0.0]
    sums.reserveCapacity(trace.count + 1)
    for value in trace { sums.append(sums[sums.count - 1] + value) }
    let half = width / 2
    return trace.indices.map { index in
      let from = max(0, index - half)
      let to = min(trace.count, index + half + 1)
      return (sums[to] - sums[from]) / Double(to - from)
    }
  }

  /// What is left when slow changes, the mean over `width` samples (odd) around each, are taken out.
  static func highPassed(_ trace: [Double], width: Int) -> [Double] {
    let isWhole = trace.allSatisfy(\.isFinite)
    let whole = isWhole ? trace : filled(trace)
    let passed = [Double](unsafeUninitializedCapacity: whole.count) { passed, count in
      count = whole.count
      whole.withUnsafeBufferPointer { whole in
        guard let from = whole.baseAddress, let to = passed.baseAddress else { return }
        luma_sharpened(from, whole.count, width / 2, to)
      }
    }
    return isWhole ? passed : zip(trace, passed).map { $0.isFinite ? $1 : 0 }
  }

  /// What is not a number replaced by what was before (or came first).
  static func filled(_ trace: [Double]) -> [Double] {
    guard var last = trace.first(where: \.isFinite) else { return trace.map { _ in 0 } }
    return trace.map { value in
      if value.isFinite { last = value }
      return last
    }
  }

  /// The value at a time between those of a trace, on the straight line; not a number outside of them.
  static func value(_ trace: [Double], at time: Double, _ times: [Double]) -> Double {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    guard low < times.count else { return .nan }
    if times[low] == time { return trace[low] }
    guard low > 0 else { return .nan }
    let part = (time - times[low - 1]) / (times[low] - times[low - 1])
    return trace[low - 1] + part * (trace[low] - trace[low - 1])
  }

  /// The mean square about the mean, of what is a number.
  static func variance(_ trace: [Double]) -> Double {
    let values = trace.filter(\.isFinite)
    guard !values.isEmpty else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
  }

  /// The variance of what differs from each picture to the next, by its median (1.4826 of it is a deviation, of two samples): a
  /// lamp changes seldom. nil where there are no two samples.
  static func stepVariance(_ trace: [Double]) -> Double? {
    zip(trace.dropFirst(), trace).map { abs($0 - $1) }.filter(\.isFinite).median.map { step in
      let deviation = 1.4826 * step
      return deviation * deviation / 2
    }
  }

  /// The fourth moment over the squared second, of what has a mean of zero.
  static func peakedness(_ trace: [Double]) -> Double {
    var (second, fourth) = (0.0, 0.0)
    for value in trace {
      let square = value * value
      second += square
      fourth += square * square
    }
    return second > 0 ? fourth * Double(trace.count) / (second * second) : 0
  }

  /// Sarle's coefficient of bimodality, the squared skewness and one over the kurtosis, and that kurtosis; nil where all are the
  /// same, or some are no numbers. Of two values it is 1, of a uniform distribution 5/9, of a normal one 1/3 (Pfister et al.,
  /// Good things peak in pairs, Frontiers in Psychology 4:700, 2013).
  static func bimodality(_ trace: [Double]) -> (coefficient: Double, kurtosis: Double)? {
    let count = Double(trace.count)
    let mean = trace.reduce(0, +) / count
    var (second, third, fourth) = (0.0, 0.0, 0.0)
    for value in trace {
      let away = value - mean
      let square = away * away
      second += square
      third += square * away
      fourth += square * square
    }
    guard second > 0, second.isFinite else { return nil }
    let kurtosis = fourth * count / (second * second)
    let skewness = third * third * count / (second * second * second)
    return ((skewness + 1) / kurtosis, kurtosis)
  }

  /// The sum of the products, as far as both go.
  static func product(_ a: [Double], _ b: [Double]) -> Double { product(a[...], b[...]) }

  private static func product(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>) -> Double {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        guard let first = a.baseAddress, let second = b.baseAddress else { return 0 }
        return luma_product(first, second, min(a.count, b.count))
      }
    }
  }

  /// The strongest correlation, of either sign, of two traces one of which may lag by a few samples:
  /// the glare of a lamp, or an exposure that follows it, is late.
  static func laggedCorrelation(_ a: [Double], _ b: [Double], lag: Int = 5) -> Double {
    guard a.count == b.count, a.count > 4 * lag else { return 0 }
    let scale = (product(a, a) * product(b, b)).squareRoot()
    guard scale > 0 else { return 0 }
    var best = 0.0
    for shift in -lag...lag {
      let sum = product(a[max(0, shift)...], b[max(0, -shift)...])
      if abs(sum) > abs(best) { best = sum }
    }
    return best / scale
  }

  /// The least correlation of two readings of one light.
  static let ofOneLight = 0.6

  /// Whether two traces without slow changes show one light, the same way or opposite.
  static func areOfOneLight(_ a: [Double], _ b: [Double]) -> Bool {
    abs(laggedCorrelation(a, b)) > ofOneLight
  }

  /// Correlation of two traces whose means are near zero.
  static func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let scale = (product(a, a) * product(b, b)).squareRoot()
    return scale > 0 ? product(a, b) / scale : 0
  }
}

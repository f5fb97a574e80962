/// The unit's course over a message: a random walk, seen through the durations.
struct UnitTrack: Sendable {
  private let times: [Double]
  private var precision: [Double]
  private var weighted: [Double]

  init(_ times: [Double]) {
    self.times = times
    precision = [Double](repeating: 0, count: times.count)
    weighted = precision
  }

  /// A duration near position `at` speaks for this log unit.
  mutating func add(_ logUnit: Double, precision: Double, at: Int) {
    self.precision[at] += precision
    weighted[at] += precision * logUnit
  }

  /// The likeliest course (a tridiagonal system): `drift` is the walk's variance for each unit of
  /// time.
  func smoothed(drift: Double, around logUnit: [Double]) -> [Double] {
    let count = times.count
    guard count > 1 else { return logUnit }
    var coupling = [Double](repeating: 0, count: count)
    for index in 1..<count {
      let units = (times[index] - times[index - 1]) * exponential(-logUnit[index])
      coupling[index] = 1 / (drift * max(1e-3, min(units, 10)))
    }
    // A trace of the old course keeps the system regular where nothing was seen.
    var upper = [Double](repeating: 0, count: count)
    var value = upper
    for index in 0..<count {
      let before = coupling[index]
      let after = index + 1 < count ? coupling[index + 1] : 0
      var diagonal = precision[index] + 1e-9 + before + after
      var right = weighted[index] + 1e-9 * logUnit[index]
      if index > 0 {
        diagonal += before * upper[index - 1]
        right += before * value[index - 1]
      }
      upper[index] = -after / diagonal
      value[index] = right / diagonal
    }
    for index in stride(from: count - 2, through: 0, by: -1) {
      value[index] -= upper[index] * value[index + 1]
    }
    return value
  }

  /// The units of a first reading's steps, at each of `times`.
  static func interpolated(_ steps: [PathStep], over times: [Double]) -> [Double] {
    // A filter's estimate lags: the mean of what it says now and some steps later is nearer.
    var course: [Double] = []
    course.reserveCapacity(times.count)
    var index = 0
    for time in times {
      while index + 1 < steps.count, steps[index].end < time { index += 1 }
      let later = min(steps.count - 1, index + 8)
      course.append(0.5 * (steps[index].logUnit + steps[later].logUnit))
    }
    return course
  }
}

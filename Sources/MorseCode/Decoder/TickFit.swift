/// Durations as whole numbers of one clock's ticks: how well they fit, whatever the tick and its unevenness.
struct TickFit: Sendable {
  /// Ticks that are looked among, in seconds, and the logarithm's step from one to the next: runs of up to 25 ticks are
  /// counted rightly half a step off.
  static let lengths = 0.01...1.0
  static let step = 0.02
  /// Steps from the shortest to the longest.
  static let steps = Int(naturalLogarithm(lengths.upperBound / lengths.lowerBound) / step)
  /// What a tick varies by, as a part of it, beside what the edges add.
  static let unevenness = 0.06
  private static let shape = 2.0

  /// Durations, the sum of their squares, in seconds, and the sums of ticks by ticks and by seconds.
  var number = 0.0
  var seconds = 0.0
  var squares = 0.0
  var products = 0.0

  /// Alike durations, each of so many ticks.
  mutating func add(_ duration: Double, ticks: Double, times: Double = 1) {
    number += times
    seconds += duration * duration * times
    squares += ticks * ticks * times
    products += ticks * duration * times
  }

  /// Seconds of the shortest tick that durations tell, cut from samples as far apart as `exp(logFrame)` seconds (events:
  /// `logFrame` is 0): by themselves they are whole numbers of frames.
  static func shortest(logFrame: Double) -> Double {
    logFrame < 0 ? 1.2 * exponential(logFrame) : 0
  }

  /// Seconds of the tick that fits best.
  var tick: Double { products / squares }

  /// log of the density of the durations in seconds, that of the tick among all steps included: the variance integrated out
  /// (conjugate prior), and the tick within its step.
  func logDensity(edgeVariance: Double) -> Double {
    guard number > 0 else { return 0 }
    let shape = TickFit.shape + number / 2
    let uneven = TickFit.unevenness * tick
    let scale = TickFit.shape * (2 * edgeVariance + uneven * uneven)
    let rest = scale + 0.5 * max(0, seconds - products * tick)
    // Of one step's ticks only those explain the durations that are as near the best as this.
    let near = (rest / shape / squares).squareRoot()
    return TickFit.shape * naturalLogarithm(scale) - shape * naturalLogarithm(rest)
      + logarithmOfGamma(shape) - logarithmOfGamma(TickFit.shape) - number * halfLogarithmOfTwoPi
      + min(0, naturalLogarithm(2.5 * near / (TickFit.step * tick)))
      - naturalLogarithm(Double(TickFit.steps))
  }
}

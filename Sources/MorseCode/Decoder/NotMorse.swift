/// How well light that is not Morse explains the runs: irregular switching, a blinker, or random switching by a clock.
///
/// Each explanation is weighed with its unknown parameters integrated out (conjugate priors; Murphy,
/// "Conjugate Bayesian analysis of the Gaussian distribution", 2007), so that it may be set against
/// the decoder's likelihood however short the message is.
struct NotMorse: Sendable {
  /// Sums over durations: of their logarithms, and of seconds.
  struct Sums: Sendable {
    private(set) var count = 0.0
    private(set) var sum = 0.0
    private(set) var squares = 0.0
    private(set) var seconds = 0.0

    mutating func add(_ duration: Double, times: Double = 1) {
      let x = naturalLogarithm(duration)
      count += times
      sum += x * times
      squares += x * x * times
      seconds += duration * times
    }

    var mean: Double { count > 0 ? sum / count : 0 }

    /// log of the integral over mean and variance of normal densities: the mean has a standard
    /// deviation of `spread / sqrt(certainty)` around that of 0.2 s, the variance is about the
    /// square of `spread`.
    func logMarginal(spread: Double, certainty: Double) -> Double {
      guard count > 0 else { return 0 }
      let shape = 2.0
      let scale = shape * spread * spread
      let kappa = certainty + count
      let away = mean + 1.609
      let apart = max(0, squares - sum * mean)
      let after = scale + 0.5 * apart + 0.5 * certainty * count * away * away / kappa
      return logarithmOfGamma(shape + count / 2) - logarithmOfGamma(shape)
        + shape * naturalLogarithm(scale) - (shape + count / 2) * naturalLogarithm(after)
        + 0.5 * naturalLogarithm(certainty / kappa) - count * halfLogarithmOfTwoPi
    }
  }

  /// Marks and gaps, and of each the odd and the even ones.
  private var marks = [Sums(), Sums(), Sums()]
  private var gaps = [Sums(), Sums(), Sums()]
  private var clocked = ClockedLight()
  private var waiting: Run?

  /// The part of it that keeps to a clock and is random: rare beside traffic, screens and what moves.
  private static let shareByClock = 0.01

  mutating func consume(_ run: Run) {
    // A gap counts when the next mark has begun: the silence at the end is nobody's.
    guard run.isDown else {
      if marks[0].count > 0 { waiting = run }
      return
    }
    if let gap = waiting {
      waiting = nil
      let duration = max(1e-6, gap.duration)
      gaps[1 + Int(gaps[0].count) % 2].add(duration)
      gaps[0].add(duration)
      clocked.consume(seconds: gap.duration, isDown: false)
    }
    let duration = max(1e-6, run.duration)
    marks[1 + Int(marks[0].count) % 2].add(duration)
    marks[0].add(duration)
    clocked.consume(seconds: run.duration, isDown: true)
  }

  mutating func consume(_ step: PathStep) {
    let isDown = step.kind == Fist.dot || step.kind == Fist.dash
    consume(Run(start: step.start, end: step.end, isDown: isDown, logOdds: nil))
  }

  /// log-likelihood of all runs so far under the best of the explanations, in the scale of
  /// `BeamSearch`.
  func logLikelihood(edgeVariance: Double, logFrame: Double) -> Double {
    let number = marks[0].count + gaps[0].count
    guard number > 0 else { return 0 }
    // Durations that vary by a factor of 2 or so.
    let gapsIrregular = gaps[0].logMarginal(spread: 0.6, certainty: 0.2) - gaps[0].sum
    let irregular =
      marks[0].logMarginal(spread: 0.6, certainty: 0.2) - marks[0].sum + gapsIrregular
    // Light that switches at random, whatever its state: exponential durations.
    let gapsRandom = NotMorse.exponentials(gaps[0].count, gaps[0].seconds)
    let random = NotMorse.exponentials(marks[0].count, marks[0].seconds) + gapsRandom
    // A blinker: one interval, or two in turn, within a few percent and what the edges add.
    func periodic(_ sums: [Sums]) -> Double {
      sums.reduce(0) { total, one in
        let edge = 2 * edgeVariance * exponential(-2 * one.mean)
        let spread = (0.06 * 0.06 + min(1, edge)).squareRoot()
        return total + one.logMarginal(spread: spread, certainty: spread * spread / 1.5)
      }
    }
    let alike = periodic([marks[0]]) - marks[0].sum
    let blinker = alike + periodic([gaps[0]]) - gaps[0].sum
    let double =
      periodic([marks[1], marks[2], gaps[1], gaps[2]]) - marks[0].sum - gaps[0].sum
    // Flashes alike at any times: the lamp of a port or a disk that shows that something passed.
    let flashes = alike + logarithmOfSum(gapsIrregular, gapsRandom) - naturalLogarithm(2)
    // Half of what is not Morse is irregular, half blinks.
    let rather = logarithmOfSum(
      logarithmOfSum(irregular, random), logarithmOfSum(logarithmOfSum(blinker, flashes), double))
    return rather - 1.386 + number * logFrame
  }

  /// The same of switching at random by a clock.
  func logLikelihoodByClock(edgeVariance: Double, logFrame: Double) -> Double {
    guard marks[0].count > 0 else { return -.infinity }
    return clocked.logLikelihood(
      edgeVariance: edgeVariance, shortest: TickFit.shortest(logFrame: logFrame))
      + naturalLogarithm(NotMorse.shareByClock) + (marks[0].count + gaps[0].count) * logFrame
  }

  /// Exponential densities, their rate integrated out (a gamma prior of shape 1 around 5 a second).
  private static func exponentials(_ count: Double, _ seconds: Double) -> Double {
    guard count > 0 else { return 0 }
    let prior = 0.2
    return logarithmOfGamma(count + 1) + naturalLogarithm(prior)
      - (count + 1) * naturalLogarithm(prior + seconds)
  }
}

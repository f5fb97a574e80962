/// How well a clock explains the runs that switches the light at its ticks, at random: the lamp of a port on which data
/// pass, lights that change with a beat.
///
/// A mark or a gap lasts a whole number of ticks, each state kept on from tick to tick by a chance of its own (geometric
/// lengths), which is integrated out.
struct ClockedLight: Sendable {
  /// What is known by one tick.
  private struct Reading: Sendable {
    /// Seconds.
    let tick: Double
    /// Ticks of all marks and of all gaps.
    var marks = 0.0
    var gaps = 0.0
    /// All durations.
    var fit = TickFit()
    /// Those that are a whole number of ticks, and log of the density of the others.
    var steady = TickFit()
    var strays = 0.0
  }

  private var readings = (0..<TickFit.steps).map {
    Reading(tick: TickFit.lengths.lowerBound * exponential(TickFit.step * Double($0)))
  }
  private var marks = 0.0
  private var gaps = 0.0

  mutating func consume(seconds: Double, isDown: Bool) {
    if isDown { marks += 1 } else { gaps += 1 }
    for index in readings.indices {
      let ticks = max(1, (seconds / readings[index].tick).rounded())
      if isDown { readings[index].marks += ticks } else { readings[index].gaps += ticks }
      readings[index].fit.add(seconds, ticks: ticks)
      // Half a step of the tick is a part of all ticks.
      if abs(seconds / readings[index].tick - ticks) <= Strays.reach + ticks * TickFit.step / 2 {
        readings[index].steady.add(seconds, ticks: ticks)
        readings[index].strays += Strays.logNone
      } else {
        readings[index].strays += Strays.logDensity(of: seconds)
      }
    }
  }

  /// log of the density of all durations in seconds, none of the ticks shorter than `shortest` seconds.
  func logLikelihood(edgeVariance: Double, shortest: Double) -> Double {
    guard marks > 0 else { return 0 }
    var all = -Double.infinity
    for reading in readings where reading.tick >= shortest {
      let density =
        logarithmOfSum(
          reading.fit.logDensity(edgeVariance: edgeVariance),
          reading.steady.logDensity(edgeVariance: edgeVariance) + reading.strays)
        - naturalLogarithm(2)
      // Chances are below one.
      guard density > all - ClockedLight.negligible else { continue }
      let chances =
        ClockedLight.logChance(runs: marks, ticks: reading.marks)
        + ClockedLight.logChance(runs: gaps, ticks: reading.gaps)
      all = logarithmOfSum(all, density + chances)
    }
    return all
  }

  /// log of the chance that `runs` are as long as they are, `ticks` together: at each tick they end by the same chance, of
  /// which nothing is known.
  private static func logChance(runs: Double, ticks: Double) -> Double {
    logarithmOfGamma(runs + 1) + logarithmOfGamma(ticks - runs + 1) - logarithmOfGamma(ticks + 2)
  }

  /// What adds nothing to a sum, in nats.
  private static let negligible = 20.0
}

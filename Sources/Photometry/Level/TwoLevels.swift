/// Two levels of brightness, unlit and lit, with the noise around them.
struct TwoLevels: Hashable, Sendable {
  var unlit: Double
  var lit: Double
  /// Standard deviation of the noise, in brightness.
  var deviation: Double

  var swing: Double { lit - unlit }

  /// Whether there is light enough unlit to be called 100.
  var hasAmbient: Bool { unlit > 0 && unlit > 1e-3 * abs(swing) }

  /// Swing over noise.
  var contrast: Double { deviation > 0 ? swing / deviation : 0 }

  /// Fits a mixture of two normal distributions of one width (expectation maximisation), from
  /// several beginnings; nil where all samples are equal or there are fewer than 4.
  ///
  /// Where the levels stand well apart, each is the median of its side, and the noise is measured on
  /// the outer side of each: frames lit for a part of their exposure lie between and would widen it.
  static func fit(_ samples: [Double]) -> TwoLevels? {
    guard samples.count >= 4 else { return nil }
    let sorted = samples.ascending()
    guard let least = sorted.first, let most = sorted.last, most - least > 0,
      (most - least).isFinite
    else { return nil }
    let last = Double(sorted.count - 1)
    func quantile(_ part: Double) -> Double { sorted[Int(part * last)] }
    // A lamp may be lit for most of the time or for hardly any.
    let beginnings = [
      (quantile(0.05), quantile(0.95)), (quantile(0.4), quantile(0.995)),
      (quantile(0.005), quantile(0.6)),
    ]
    let thinned = thin(sorted, to: 1500)
    var best: (levels: TwoLevels, likelihood: Double)?
    for (low, high) in beginnings where high > low {
      let found = refine(thinned, low, high, floor: 1e-6 * (most - least))
      if found.likelihood > best?.likelihood ?? -.infinity { best = found }
    }
    guard var levels = best?.levels else { return nil }
    if levels.swing > 4 * levels.deviation { levels.measureApart(sorted) }
    return levels.swing > 0 ? levels : nil
  }

  /// Every n-th of sorted samples: their distribution, in fewer.
  private static func thin(_ sorted: [Double], to count: Int) -> [Double] {
    guard sorted.count > count else { return sorted }
    let step = Double(sorted.count) / Double(count)
    return (0..<count).map { sorted[Int((Double($0) + 0.5) * step)] }
  }

  private static func refine(_ samples: [Double], _ low: Double, _ high: Double, floor: Double)
    -> (levels: TwoLevels, likelihood: Double)
  {
    var (unlit, lit) = (low, high)
    var deviation = max(floor, (high - low) / 6)
    var share = 0.5
    let count = Double(samples.count)
    let total = samples.reduce(0, +)
    for _ in 0..<30 {
      // log-odds of lit, linear in the sample, for both widths are one.
      let slope = (lit - unlit) / (deviation * deviation)
      let middle = (lit + unlit) / 2
      let odds = naturalLogarithm(share / (1 - share))
      var sum = 0.0
      var weighted = 0.0
      var squares = 0.0
      for sample in samples {
        let logOdds = slope * (sample - middle) + odds
        let a = sample - unlit
        let b = sample - lit
        if logOdds > 30 {
          sum += 1
          weighted += sample
          squares += b * b
        } else if logOdds < -30 {
          squares += a * a
        } else {
          let part = 1 / (1 + exponential(-logOdds))
          sum += part
          weighted += part * sample
          squares += (1 - part) * a * a + part * b * b
        }
      }
      guard sum > 0.5, count - sum > 0.5 else { break }
      let before = (unlit, lit, deviation)
      lit = weighted / sum
      unlit = (total - weighted) / (count - sum)
      share = min(0.98, max(0.02, sum / count))
      deviation = max(floor, (squares / count).squareRoot())
      // Nothing that is fitted to these samples is surer than a thousandth of their noise.
      let still = 1e-3 * deviation
      if abs(lit - before.1) < still, abs(unlit - before.0) < still,
        abs(deviation - before.2) < still
      {
        break
      }
    }
    let levels = TwoLevels(unlit: unlit, lit: lit, deviation: deviation)
    return (levels, logLikelihood(samples, levels, share: share))
  }

  private static func logLikelihood(_ samples: [Double], _ levels: TwoLevels, share: Double)
    -> Double
  {
    let logUnlit = naturalLogarithm(1 - share)
    let logLit = naturalLogarithm(share)
    var sum = 0.0
    for sample in samples {
      let a = (sample - levels.unlit) / levels.deviation
      let b = (sample - levels.lit) / levels.deviation
      let logA = logUnlit - 0.5 * a * a
      let logB = logLit - 0.5 * b * b
      let high = max(logA, logB)
      let low = min(logA, logB)
      sum += high
      if low > high - 30 { sum += naturalLogarithm(1 + exponential(low - high)) }
    }
    return sum - Double(samples.count) * naturalLogarithm(levels.deviation)
  }

  private mutating func measureApart(_ sorted: [Double]) {
    let middle = (unlit + lit) / 2
    let split = sorted.firstIndex { $0 >= middle } ?? sorted.count
    guard split > 0, split < sorted.count else { return }
    unlit = sorted[(split - 1) / 2]
    lit = sorted[split + (sorted.count - split) / 2]
    var squares = 0.0
    var count = 0.0
    for sample in sorted[..<split] where sample <= unlit {
      squares += (sample - unlit) * (sample - unlit)
      count += 1
    }
    for sample in sorted[split...] where sample >= lit {
      squares += (sample - lit) * (sample - lit)
      count += 1
    }
    // Eight bits of a camera, or fewer, quantise to 0.4 % of the swing at best.
    deviation = max((squares / max(1, count)).squareRoot(), 0.004 * swing)
  }
}

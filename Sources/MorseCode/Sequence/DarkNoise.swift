/// The noise of dark frames.
///
/// Of all frames that are less than half lit some show the dark, with noise, and the others anything up
/// to half; where the keying keeps in step with the frames, many of the others show one level. The
/// likeliest such mixture says how wide the noise is (expectation maximisation).
enum DarkNoise {
  private struct Mixture {
    /// Of the dark, and of the one other level, if there is one.
    var dark: (center: Double, share: Double)
    var step = (center: 0.0, share: 0.0)
    var deviation: Double
    var likelihood = -Double.infinity
  }

  /// Standard deviation; 0 where there are hardly any dark frames.
  static func deviation(of levels: [Double]) -> Double {
    let dark = levels.filter { $0 < 0.5 }.sorted()
    guard dark.count > 3 else { return 0 }
    let low = quantile(dark, 0.3)
    let one = [0.1, 0.01].map {
      fit(dark, Mixture(dark: (low, 0.7), deviation: $0))
    }
    let two = [0.5, 0.7, 0.9].map {
      let other = max(low + 0.05, quantile(dark, $0))
      return fit(dark, Mixture(dark: (low, 0.5), step: (other, 0.2), deviation: 0.02))
    }
    func best(_ some: [Mixture]) -> Mixture? { some.max { $0.likelihood < $1.likelihood } }
    guard let plain = best(one), let stepped = best(two) else { return 0 }
    // The second level's two parameters are paid by the Bayesian information criterion.
    let price = naturalLogarithm(Double(dark.count))
    return (stepped.likelihood > plain.likelihood + price ? stepped : plain).deviation
  }

  private static func fit(_ levels: [Double], _ begin: Mixture) -> Mixture {
    var mixture = begin
    let width = max(0.5, 0.5 - (levels.first ?? 0))
    let count = Double(levels.count)
    for _ in 0..<30 {
      let inverse = 1 / mixture.deviation
      let scale = inverse * 0.398_942
      let rest = (1 - mixture.dark.share - mixture.step.share) / width
      var first = (sum: 0.0, weighted: 0.0)
      var second = first
      var squares = 0.0
      var likelihood = 0.0
      for level in levels {
        let off = (level - mixture.dark.center) * inverse
        var a = mixture.dark.share * scale * exponential(-0.5 * off * off)
        var b = 0.0
        let offStep = (level - mixture.step.center) * inverse
        if mixture.step.share > 0 {
          b = mixture.step.share * scale * exponential(-0.5 * offStep * offStep)
        }
        let density = a + b + rest
        likelihood += naturalLogarithm(density)
        a /= density
        b /= density
        first = (first.sum + a, first.weighted + a * level)
        second = (second.sum + b, second.weighted + b * level)
        squares += a * off * off + b * offStep * offStep
      }
      let gained = likelihood - mixture.likelihood
      mixture.likelihood = likelihood
      let all = first.sum + second.sum
      guard all > 2, gained > 0.01 else { break }
      if first.sum > 1e-6 { mixture.dark.center = first.weighted / first.sum }
      if second.sum > 1e-6 { mixture.step.center = second.weighted / second.sum }
      // Something is always left for the frames between.
      mixture.dark.share = min(first.sum / count, 0.98 * first.sum / all)
      mixture.step.share = min(second.sum / count, 0.98 * second.sum / all)
      mixture.deviation = max(0.002, (squares / all).squareRoot() * mixture.deviation)
    }
    return mixture
  }
}

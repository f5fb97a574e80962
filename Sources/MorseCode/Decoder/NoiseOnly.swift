/// Samples that are one level with noise, not two.
enum NoiseOnly {
  /// log-likelihood of the samples as one level with noise of any width, over that of darkness.
  static func logLikelihood(of samples: ArraySlice<KeySample>) -> Double {
    let count = Double(samples.count)
    guard count > 2 else { return 0 }
    var sum = 0.0
    var squares = 0.0
    var dark = 0.0
    for sample in samples {
      let x = min(3, max(-2, sample.down))
      let noise = max(0.03, min(1, sample.deviation))
      sum += x
      squares += x * x
      dark -= 0.5 * x * x / (noise * noise) + naturalLogarithm(noise) + halfLogarithmOfTwoPi
    }
    let variance = max(1e-6, (squares - sum * sum / count) / count)
    return -0.5 * count * (naturalLogarithm(variance) + 1) - count * halfLogarithmOfTwoPi - dark
  }

  /// log-likelihood of the samples, each at one of two levels (or, on an edge, between them), over
  /// that of one level with noise of any width.
  static func advantage(of samples: [KeySample]) -> Double {
    guard samples.count > 2 else { return 0 }
    let count = Double(samples.count)
    let values = samples.map { min(3, max(-2, $0.down)) }
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let variance = max(1e-6, squares / count)
    let one = -0.5 * count * (naturalLogarithm(variance) + 1) - count * halfLogarithmOfTwoPi
    var two = 0.0
    for (value, sample) in zip(values, samples) {
      let noise = max(0.02, min(1, sample.deviation))
      let away = (value - (value > 0.5 ? 1 : 0)) / noise
      let level = -0.5 * away * away - naturalLogarithm(noise) - halfLogarithmOfTwoPi
      // Any value between the levels is as likely, in one of ten samples.
      two += max(level, -2.3)
    }
    return two - one
  }
}

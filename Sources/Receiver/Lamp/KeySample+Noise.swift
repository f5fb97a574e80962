import MorseCode

extension [KeySample] {
  /// The usual deviation of the light from one sample to the next, as a part of its swing: what its levels do in the long run
  /// is no noise, and some readings follow it. 1 where there are too few samples to tell.
  var usualNoise: Double {
    let steps = zip(dropFirst(), self).map { abs($0.down - $1.down) }
    // 1.4826 makes a deviation of a median, and two samples differ by the root of two deviations.
    return steps.median.map { 1.4826 * $0 / 2.0.squareRoot() } ?? 1
  }

  /// Whether samples of so much noise are on the right side of the middle by six deviations: see `Keyedness.isClear`.
  static func isClear(noise: Double) -> Bool { 12 * noise < 1 }
}

/// The key went down (light on) or up (light off).
public struct KeyEvent: Hashable, Sendable {
  /// Seconds.
  public var time: Double
  public var isDown: Bool

  public init(time: Double, isDown: Bool) {
    self.time = time
    self.isDown = isDown
  }
}

/// How far the key was down during one exposure, as seen through a camera's noise.
public struct KeySample: Hashable, Sendable {
  /// Seconds, of the middle of the exposure.
  public var time: Double
  /// Seconds of exposure, where known.
  public var exposure: Double?
  /// The part of the exposure during which the key was down: 0 to 1, and noise beyond.
  public var down: Double
  /// Standard deviation of the noise of `down`.
  public var deviation: Double

  public init(time: Double, exposure: Double? = nil, down: Double, deviation: Double) {
    self.time = time
    self.exposure = exposure
    self.down = down
    self.deviation = deviation
  }
}

extension KeySample {
  /// The samples' means by so many; what is left over at the end is dropped.
  static func taken(_ samples: ArraySlice<KeySample>, together: Int) -> [KeySample] {
    guard together > 1 else { return Array(samples) }
    let count = Double(together)
    return stride(from: samples.startIndex, to: samples.endIndex - together + 1, by: together).map {
      let group = samples[$0..<$0 + together]
      let variance = group.reduce(0) { $0 + $1.deviation * $1.deviation } / count
      return KeySample(
        time: group.reduce(0) { $0 + $1.time } / count,
        down: group.reduce(0) { $0 + $1.down } / count,
        deviation: (variance / count).squareRoot())
    }
  }
}

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

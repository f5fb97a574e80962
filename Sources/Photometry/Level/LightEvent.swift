/// The light came on or went off.
public struct LightEvent: Hashable, Sendable {
  /// Seconds; finer than a frame where the samples say more.
  public var time: Double
  public var isOn: Bool
  /// On the scale on which the ambient is 100, at the first sample judged so.
  public var level: Double

  public init(time: Double, isOn: Bool, level: Double) {
    self.time = time
    self.isOn = isOn
    self.level = level
  }
}

/// One sample of a lamp's trace as the detector judged it.
public struct LightSample: Hashable, Sendable {
  /// Seconds, of the middle of the exposure.
  public var time: Double
  /// Seconds of exposure, where known.
  public var exposure: Double?
  /// On the scale on which the ambient is 100.
  public var level: Double
  /// Where the sample stands between unlit (0) and lit (1): the part of the exposure that was lit,
  /// after the transfer curve has been taken out. Noise carries it beyond 0 and 1.
  public var lit: Double
  /// Standard deviation of the noise of `lit`.
  public var deviation: Double

  public init(time: Double, exposure: Double? = nil, level: Double, lit: Double, deviation: Double)
  {
    self.time = time
    self.exposure = exposure
    self.level = level
    self.lit = lit
    self.deviation = deviation
  }
}

extension LightSample {
  /// Adds a standard deviation to that of the noise; an infinite one means that it may as well be lit as not.
  mutating func doubt(_ uncertainty: Double) {
    guard uncertainty.isFinite else {
      (lit, deviation) = (0.5, 1)
      return
    }
    deviation = (deviation * deviation + uncertainty * uncertainty).squareRoot()
  }

  /// Puts the middle where `threshold`, a part of the swing, is: unlit stays 0, lit stays 1, and what
  /// is between goes in proportion on either side. So a threshold away from the middle moves the edges
  /// by a part of a sample, and the levels' noise is stretched on the side on which it is nearer: up to
  /// `mostStretched`, for where the edges are is what the threshold was set to say.
  ///
  /// Beyond the two levels there is no proportion: a sample is on or off.
  mutating func setMiddle(_ threshold: Double) {
    guard threshold > 0, threshold < 1 else {
      lit = lit > threshold ? 1 : 0
      return
    }
    let part = lit < threshold ? threshold : 1 - threshold
    lit = 0.5 + 0.5 * (lit - threshold) / part
    lit = min(1e6, max(-1e6, lit))
    deviation = max(deviation, min(LightSample.mostStretched, 0.5 * deviation / part))
  }

  /// A fifth of the swing: a threshold two and a half deviations from either level.
  private static let mostStretched = 0.2
}

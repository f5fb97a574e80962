/// What the camera makes of the light.
public struct Sensor: Hashable, Sendable {
  /// The camera pulls the picture down when a lamp comes on.
  public struct AutoExposure: Hashable, Sendable {
    /// Part of the sensitivity that is lost in the end, 0 to 1.
    public var pull: Double
    /// Seconds in which 63 % of that is reached.
    public var settling: Double

    public init(pull: Double, settling: Double = 0.15) {
      self.pull = pull
      self.settling = settling
    }
  }

  /// Seconds of light in each picture; nil: half the interval between pictures.
  public var exposure: Double?
  /// Seconds from the first row's exposure to the last row's (rolling shutter).
  public var readout: Double
  /// Standard deviation of each pixel's luma from picture to picture, in steps.
  public var noise: Double
  /// Standard deviation of each channel besides, with no part in the luma.
  public var chromaNoise: Double
  /// The value is 255 x (light / 255) ^ (1 / gamma): 1 is linear, cameras are near 2.2.
  public var gamma: Double
  public var autoExposure: AutoExposure?
  public var focusHunt: FocusHunt?

  public init(
    exposure: Double? = nil, readout: Double = 0, noise: Double = 2, chromaNoise: Double = 0,
    gamma: Double = 1, autoExposure: AutoExposure? = nil, focusHunt: FocusHunt? = nil
  ) {
    self.exposure = exposure
    self.readout = readout
    self.noise = noise
    self.chromaNoise = chromaNoise
    self.gamma = gamma
    self.autoExposure = autoExposure
    self.focusHunt = focusHunt
  }
}

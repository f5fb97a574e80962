/// How bright a lamp's place was in one frame (or one row of a trace).
public struct BrightnessSample: Hashable, Sendable {
  /// Seconds, of the middle of the exposure.
  public var time: Double
  /// Seconds of exposure, where known.
  public var exposure: Double?
  /// Any linear unit; zero and negative included.
  public var brightness: Double
  /// Whether the lamp's place was in sight; out of sight it is given as unlit.
  public var isInSight: Bool
  /// Standard deviation of the brightness beside the noise that all samples have; infinite where nobody can tell lit from
  /// unlit by it.
  public var uncertainty = 0.0

  public init(
    time: Double, exposure: Double? = nil, brightness: Double, isInSight: Bool = true,
    uncertainty: Double = 0
  ) {
    self.time = time
    self.exposure = exposure
    self.brightness = brightness
    self.isInSight = isInSight
    self.uncertainty = uncertainty
  }
}

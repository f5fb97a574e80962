/// How bright a lamp's place was in one frame (or one row of a trace).
public struct BrightnessSample: Hashable, Sendable {
  /// Seconds, of the middle of the exposure.
  public var time: Double
  /// Seconds of exposure, where known.
  public var exposure: Double?
  /// Any linear unit; zero and negative included.
  public var brightness: Double

  public init(time: Double, exposure: Double? = nil, brightness: Double) {
    self.time = time
    self.exposure = exposure
    self.brightness = brightness
  }
}

public struct FrameMeter: Sendable {
  public struct Options: Sendable {
    public init(
      threshold: Detector.Threshold = .auto, recalibrateAfter: Double = 2,
      calibrationFrames: Int = 25, region: Region? = nil
    ) {}
  }
  public struct Reading {
    public var level: Double; public var isOn: Bool; public var event: LightEvent?
  }
  public init(options: Options) {}
  public mutating func consume(_ frame: borrowing Frame) -> Reading {
    Reading(level: 100, isOn: false)
  }
}

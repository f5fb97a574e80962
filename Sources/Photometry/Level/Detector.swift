public struct Detector: Sendable {
  public enum Threshold: Hashable, Sendable { case auto; case level(Double) }
  public struct Options: Hashable, Sendable {
    public var threshold: Threshold = .auto; public var recalibrateAfter = 2.0;
    public var calibrationFrames = 25; public init() {}
  }
  public struct Detection: Sendable {
    public var samples: [LightSample]; public var events: [LightEvent]
    public init(samples: [LightSample], events: [LightEvent]) {
      self.samples = samples; self.events = events
    }
  }
  public init(options: Options) {}
  public mutating func consume(_ sample: BrightnessSample) -> Detection {
    Detection(samples: [], events: [])
  }
  public mutating func finish() -> Detection { Detection(samples: [], events: []) }
  public static func judge(_ trace: [BrightnessSample], options: Options) -> Detection {
    Detection(samples: [], events: [])
  }
}

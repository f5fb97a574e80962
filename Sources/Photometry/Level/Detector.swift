/// Judges a lamp's brightness: light on, light off.
///
/// Stateful, fed sample by sample in order of time; `consume` returns what became certain.
public struct Detector: Sendable {
  /// Where the light counts as on.
  public enum Threshold: Hashable, Sendable {
    /// Between what the lamp shows unlit and lit.
    case auto
    /// At this level, on the scale on which the ambient is 100.
    case level(Double)
  }

  public struct Options: Hashable, Sendable {
    public var threshold: Threshold
    /// Seconds that a light may stay on before it is taken for the new ambient.
    public var recalibrateAfter: Double
    /// Samples at the beginning that say what the ambient is.
    public var calibrationFrames: Int

    public init(
      threshold: Threshold = .auto, recalibrateAfter: Double = 2, calibrationFrames: Int = 25
    ) {
      self.threshold = threshold
      self.recalibrateAfter = recalibrateAfter
      self.calibrationFrames = calibrationFrames
    }
  }

  /// What became certain.
  public struct Detection: Hashable, Sendable {
    public var samples: [LightSample]
    public var events: [LightEvent]

    public init(samples: [LightSample] = [], events: [LightEvent] = []) {
      self.samples = samples
      self.events = events
    }
  }

  public let options: Options
  private var trace: [BrightnessSample] = []

  public init(options: Options = Options()) {
    self.options = options
  }

  /// Takes the next sample.
  public mutating func consume(_ sample: BrightnessSample) -> Detection {
    trace.append(sample)
    return Detection()
  }

  /// Ends the input.
  public mutating func finish() -> Detection {
    defer { trace = [] }
    return Detector.judge(trace, options: options)
  }

  /// Judges a recording, looking at the whole of it.
  public static func judge(_ trace: [BrightnessSample], options: Options = Options()) -> Detection {
    guard let levels = TwoLevels.fit(trace.map(\.brightness)) else { return Detection() }
    var detection = Detection()
    for sample in trace {
      let lit = (sample.brightness - levels.unlit) / levels.swing
      let level = levels.unlit > 0 ? 100 * sample.brightness / levels.unlit : 100 + 100 * lit
      detection.samples.append(
        LightSample(
          time: sample.time, exposure: sample.exposure, level: level, lit: lit,
          deviation: levels.deviation / levels.swing))
    }
    return detection
  }
}

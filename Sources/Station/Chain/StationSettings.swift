import MorseCode
public import Photometry
public import Receiver

/// How one station looks at light: what can be changed while it runs.
public struct StationSettings: Hashable, Sendable {
  public var threshold: Detector.Threshold
  /// 0 to 100, where the threshold was given so: 115 - 0.15 x N.
  public var sensitivity: Double?
  public var meter: ReceiverOptions.Meter
  /// In pixels of the picture as it is shown.
  public var region: Region?
  public var isSquelched: Bool
  /// Words a minute; nil: found.
  public var speeds: ClosedRange<Double>?
  /// Seconds.
  public var recalibrateAfter: Double

  /// What `options` say.
  ///
  /// - Parameter speeds: the speeds that they were made from.
  public init(_ options: ReceiverOptions, sensitivity: Double?, speeds: ClosedRange<Double>?) {
    threshold = options.detector.threshold
    self.sensitivity = sensitivity
    meter = options.meter
    region = options.region
    isSquelched = options.isSquelched
    self.speeds = speeds
    recalibrateAfter = options.detector.recalibrateAfter
  }

  /// These settings upon `base`, which says what they do not.
  func options(upon base: ReceiverOptions) -> ReceiverOptions {
    var options = base
    options.detector.threshold = threshold
    options.detector.recalibrateAfter = recalibrateAfter
    options.meter = meter
    options.region = region
    options.isSquelched = isSquelched
    options.timing.speeds = speeds ?? TimingDecoder.Options().speeds
    return options
  }

  /// The level that a sensitivity stands for: 0 needs 15 % more light than the ambient, 100 none.
  static func level(sensitivity: Double) -> Double { 115 - 0.15 * sensitivity }
}

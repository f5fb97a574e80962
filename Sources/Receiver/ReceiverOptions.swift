public import MorseCode
public import Photometry

/// How light is to be looked at and read.
public struct ReceiverOptions: Sendable {
  /// Where in the picture light is measured.
  public enum Meter: String, CaseIterable, Sendable {
    /// Every lamp that is found.
    case auto
    /// The whole picture, by the original receiver's rules.
    case frame
    /// The one strongest lamp.
    case spot
  }

  public var meter: Meter
  public var detector: Detector.Options
  public var timing: TimingDecoder.Options
  /// Whether light that is not Morse is kept silent.
  public var isSquelched: Bool
  /// The part of the picture, as it is shown, that is looked at; nil: all of it.
  public var region: Region?
  /// How the stored picture is turned to be shown.
  public var orientation: Orientation
  /// Whether a recording's receiver keeps what it found, for a plot or an explanation.
  public var keepsFindings = false

  /// The squelch's prior for one place among `searched` that competed.
  func prior(searched: Int) -> Double {
    Squelch.prior(searched: searched, isPointedOut: region != nil || meter != .auto)
  }

  public init(
    meter: Meter = .auto, detector: Detector.Options = Detector.Options(),
    timing: TimingDecoder.Options = TimingDecoder.Options(), isSquelched: Bool = true,
    region: Region? = nil, orientation: Orientation = Orientation(width: 0, height: 0)
  ) {
    self.meter = meter
    self.detector = detector
    self.timing = timing
    self.isSquelched = isSquelched
    self.region = region
    self.orientation = orientation
  }
}

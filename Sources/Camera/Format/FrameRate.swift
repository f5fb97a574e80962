/// Frames a second, as the exact fraction that V4L2 speaks.
public struct FrameRate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Of the interval between frames, in seconds; neither is zero.
  public let numerator: UInt32
  public let denominator: UInt32

  /// nil for an interval of no or endless length.
  public init?(numerator: UInt32, denominator: UInt32) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The nearest in thousandths of a frame a second; nil outside 0.001 to 10 000.
  public init?(_ perSecond: Double) {
    guard perSecond >= 0.001, perSecond <= 10_000 else { return nil }
    self.init(numerator: 1000, denominator: UInt32((perSecond * 1000).rounded()))
  }

  public var perSecond: Double { Double(denominator) / Double(numerator) }

  /// Seconds.
  public var interval: Double { Double(numerator) / Double(denominator) }

  public static func < (left: FrameRate, right: FrameRate) -> Bool {
    UInt64(left.denominator) * UInt64(right.numerator)
      < UInt64(right.denominator) * UInt64(left.numerator)
  }

  /// "30", "29.97".
  public var description: String {
    let hundredths = Int((perSecond * 100).rounded())
    let rest = hundredths % 100
    guard rest > 0 else { return "\(hundredths / 100)" }
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest % 10 == 0 ? rest / 10 : rest)"
  }
}

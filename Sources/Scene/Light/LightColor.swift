/// The part of a light's strength that each channel gets, 0 to 1.
public struct LightColor: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let white = LightColor(red: 1, green: 1, blue: 1)
  public static let red = LightColor(red: 1, green: 0.04, blue: 0.02)
  public static let green = LightColor(red: 0.05, green: 1, blue: 0.15)
  public static let blue = LightColor(red: 0.02, green: 0.08, blue: 1)
  /// A filament.
  public static let warm = LightColor(red: 1, green: 0.8, blue: 0.5)

  /// Weighed as luma (ITU-R BT.601).
  public var luma: Double { 0.299 * red + 0.587 * green + 0.114 * blue }
}

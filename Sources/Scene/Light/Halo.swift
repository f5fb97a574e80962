/// Glare around a lamp: a bell that grows as the light comes and shrinks as it goes.
public struct Halo: Hashable, Sendable {
  /// Luma steps in the middle, fully grown.
  public var added: Double
  /// Pixels from the middle at which 61 % of it is left (one standard deviation), fully grown.
  public var radius: Double
  /// Seconds in which it comes to 63 %.
  public var growTime: Double

  public init(added: Double, radius: Double, growTime: Double = 0.08) {
    self.added = added
    self.radius = radius
    self.growTime = growTime
  }
}

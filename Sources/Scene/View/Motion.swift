/// How the camera moves: what it sees is shifted the other way round, all of it alike.
public struct Motion: Hashable, Sendable {
  /// A turn away and back again.
  public struct Pan: Hashable, Sendable {
    /// Seconds: when it begins, how long the turn takes either way, how long the camera stays.
    public var start: Double
    public var turn: Double
    public var stay: Double
    /// Pixels by which the picture has moved when the camera is there.
    public var x: Double
    public var y: Double

    public init(start: Double, turn: Double, stay: Double, x: Double, y: Double) {
      self.start = start
      self.turn = turn
      self.stay = stay
      self.x = x
      self.y = y
    }
  }

  /// Pixels to either side that a hand sways by, and how fast at most, in hertz.
  public var sway: Double
  public var swayFrequency: Double
  /// Standard deviation in pixels of a tremble that is new in every picture.
  public var jitter: Double
  public var pans: [Pan]
  /// Moments of each exposure that are averaged, so that what moves is smeared; 1: always sharp.
  public var blurSteps: Int

  public init(
    sway: Double = 0, swayFrequency: Double = 1.5, jitter: Double = 0, pans: [Pan] = [],
    blurSteps: Int = 1
  ) {
    self.sway = sway
    self.swayFrequency = swayFrequency
    self.jitter = jitter
    self.pans = pans
    self.blurSteps = blurSteps
  }

  public var isStill: Bool { sway == 0 && jitter == 0 && pans.isEmpty }
}

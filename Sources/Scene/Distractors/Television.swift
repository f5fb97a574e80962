import MorseCode

/// A screen with a film on it: shots of different brightness, each of them restless.
public struct Television: Hashable, Sendable {
  /// Its rectangle, in pixels, when the camera is at rest.
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  /// Luma steps that its brightest shot adds.
  public var added: Double
  /// Mean seconds between cuts.
  public var shot: Double

  public init(
    x: Double, y: Double, width: Double, height: Double, added: Double = 120, shot: Double = 1.5
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.added = added
    self.shot = shot
  }
}

/// What a television shows from picture to picture.
struct TelevisionProgram: Sendable {
  let television: Television
  private var random: RandomSource
  private var level = 0.5
  private var color = LightColor.white
  private var unrest = 0.0
  private var nextCut = 0.0

  init(_ television: Television, seed: UInt64, index: Int) {
    self.television = television
    random = RandomSource(seed: seed, stream: "television \(index)")
  }

  /// Luma steps of each channel at `time`; to be asked once a picture, in order.
  mutating func light(at time: Double) -> LightColor {
    while time >= nextCut {
      level = random.uniform()
      color = LightColor(
        red: random.uniform(0.5...1), green: random.uniform(0.5...1), blue: random.uniform(0.6...1))
      nextCut += max(0.1, random.interval(mean: max(television.shot, 0.1)))
    }
    // Movement within a shot: a lag of some five pictures.
    unrest += 0.2 * (random.normal() * 0.25 - unrest)
    let strength = television.added * min(max(level + unrest, 0), 1)
    return LightColor(
      red: strength * color.red, green: strength * color.green, blue: strength * color.blue)
  }
}

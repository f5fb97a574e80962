/// What is behind the lamps.
public struct Background: Hashable, Sendable {
  /// Mean luma, 0 to 255.
  public var level: Double
  /// Standard deviation of the texture, in luma steps.
  public var contrast: Double
  /// Pixels over which the texture's finest part stays alike.
  public var grain: Double
  /// 0: the texture is grey; 1: each channel has one of its own.
  public var colorfulness: Double
  /// Rectangles with sharp edges (windows, furniture), how many and how far from the level at most.
  public var blocks: Int
  public var blockContrast: Double

  public init(
    level: Double = 60, contrast: Double = 0, grain: Double = 3, colorfulness: Double = 0,
    blocks: Int = 0, blockContrast: Double = 40
  ) {
    self.level = level
    self.contrast = contrast
    self.grain = grain
    self.colorfulness = colorfulness
    self.blocks = blocks
    self.blockContrast = blockContrast
  }

  public var isFlat: Bool { contrast == 0 && blocks == 0 }

  public static func flat(_ level: Double) -> Background { Background(level: level) }

  /// Grass, bricks, leaves.
  public static func textured(_ level: Double, contrast: Double = 15) -> Background {
    Background(level: level, contrast: contrast, grain: 2, colorfulness: 0.3)
  }

  /// A room: texture, and edges that switch pixels when the camera sways.
  public static func room(_ level: Double = 90) -> Background {
    Background(
      level: level, contrast: 10, grain: 2, colorfulness: 0.3, blocks: 40, blockContrast: 70)
  }

  public static let daylight = Background(
    level: 185, contrast: 18, grain: 2, colorfulness: 0.3, blocks: 20, blockContrast: 50)
}

/// Measures a camera's movement by the small lights in its pictures: at night they tell more than profiles do, and how it
/// turns.
struct LightMotion: Sendable {
  private var finder = LightPoints()
  private var sky: Constellation?
  /// Whether the lights told where the last picture is.
  private(set) var isSure = false
  /// Whether there were lights enough in the picture that was looked at last.
  private var hasLights = true
  private var frames = 0

  /// Where there are no lights, one picture of so many is looked at.
  private static let seldom = 8

  /// How the scene is in a picture; nil where its lights do not tell.
  /// - Parameters:
  ///   - grid: has been measured of the frame, with a survey.
  ///   - shift: where the contents are as far as is known, in pixels from where they were at first.
  mutating func measure(
    _ frame: borrowing Frame, _ grid: TileGrid, near shift: (x: Double, y: Double)
  ) -> Constellation.Pose? {
    defer { frames += 1 }
    isSure = false
    guard hasLights || frames % Self.seldom == 0 else { return nil }
    let (width, height) = (Double(grid.region.width), Double(grid.region.height))
    if sky?.width != width || sky?.height != height {
      sky = Constellation(width: width, height: height)
    }
    let points = finder.find(in: frame, grid)
    hasLights = points.count >= Constellation.fewest
    isSure = sky?.update(points, near: shift) ?? false
    return isSure ? sky?.pose : nil
  }
}

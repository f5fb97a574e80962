/// Measures a camera's movement by the small lights in its pictures: at night they tell more than profiles do, and how it
/// turns.
struct LightMotion: Sendable {
  private var finder = LightPoints()
  private var sky: Constellation?
  /// Whether there were lights enough in the picture that was looked at last, as points or blurred.
  private(set) var areThere = true
  /// The share of the last pictures of which contrast told where they are.
  private var clarity = 0.0
  /// The share of the last pictures whose lights told where they are.
  private var told = 0.0
  private var frames = 0
  /// How far lights and contrast go about, by themselves, from one picture to the next.
  private var unrest = (lights: Unrest(), contrast: Unrest())
  /// Whether the lights of the last picture told where it is.
  private var hasTold = false

  /// Where there are no lights, one picture of so many is looked at.
  private static let seldom = 8
  /// Pixels by which contrast and lights may differ: a turn, of which profiles know nothing, moves most of a picture by less.
  private static let tolerance = 2.0
  /// Pictures over which `clarity` is averaged, of those that are asked for. Where contrast told a third of them it is right,
  /// and lights are not asked for the others: what hides the scene, as a lamp's flash does, is over soon, and lights that move together are a convoy.
  private static let memory = 16.0
  private static let most = 0.3

  /// Whether they tell most of the time: what contrast there is besides may be a sensor's own.
  var areLeading: Bool { areThere && told > 0.5 }

  /// Whether contrast goes about by so much more that it is noise's, whatever it tells: what lights and contrast show of one
  /// camera's movement is the same, and lights that move together by themselves, as a convoy's, go about by more.
  private var areSteadier: Bool { unrest.contrast.isFarMore(than: unrest.lights) }

  /// Whether what is known of them is of a scene of about this size.
  func know(size: Double) -> Bool {
    sky.map { abs($0.size / size - 1) < Constellation.mostSkew } ?? false
  }

  /// Another scene is seen, of its own size.
  mutating func begin() {
    if sky?.isZoomed ?? false { sky = nil }
  }

  /// How the scene is in a picture; nil where its lights do not tell.
  /// - Parameters:
  ///   - grid: has been measured of the frame, with a survey.
  ///   - shift: where the contents were in the picture before, in pixels from where they were at first.
  ///   - contrast: where they are now, if contrast says so.
  ///   - seen: the same by the contrast of the picture's parts.
  mutating func measure(
    _ frame: borrowing Frame, _ grid: TileGrid, near shift: (x: Double, y: Double),
    contrast: (x: Double, y: Double)?, seen: (x: Double, y: Double)?
  ) -> Constellation.Pose? {
    if !areThere {
      // It was not asked in each picture.
      unrest.contrast.interrupt()
      unrest.lights.interrupt()
    }
    unrest.contrast.update(seen)
    let pose = found(frame, grid, near: shift, contrast: contrast)
    told += ((pose == nil ? 0 : 1) - told) / Self.memory
    return pose
  }

  private mutating func found(
    _ frame: borrowing Frame, _ grid: TileGrid, near shift: (x: Double, y: Double),
    contrast: (x: Double, y: Double)?
  ) -> Constellation.Pose? {
    defer { frames += 1 }
    clarity += ((contrast == nil ? 0 : 1) - clarity) / Self.memory
    guard areThere || frames % Self.seldom == 0 else { return nil }
    let (width, height) = (Double(grid.region.width), Double(grid.region.height))
    if sky?.width != width || sky?.height != height {
      sky = Constellation(width: width, height: height)
    }
    let points = finder.find(in: frame, grid)
    areThere = points.count >= Constellation.fewest
    let isContrasty = clarity >= Self.most && !areSteadier
    var near = isContrasty ? contrast ?? shift : shift
    if areSteadier, hasTold, let own = sky?.pose { near = (own.x, own.y) }
    hasTold = sky?.update(points, near: near) ?? false
    var isBlurred = false
    if !areThere, let steady = sky?.steady, steady.count >= Constellation.fewest,
      let moved = BlurredLights(grid).moved(steady)
    {
      sky?.move(by: moved)
      (isBlurred, hasTold, areThere) = (true, true, true)
    }
    guard hasTold, let pose = sky?.pose else {
      unrest.lights.update(nil)
      return nil
    }
    unrest.lights.update((pose.x, pose.y))
    // Of what a lens does profiles know nothing.
    guard isContrasty, sky?.isZoomed != true else { return pose }
    guard let contrast, !isBlurred else { return nil }
    guard max(abs(pose.x - contrast.x), abs(pose.y - contrast.y)) < Self.tolerance else {
      // They go elsewhere than the scene.
      sky = nil
      hasTold = false
      unrest.lights.interrupt()
      return nil
    }
    return pose
  }
}

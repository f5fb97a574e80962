/// Measures where the camera looks, of the tiles of its pictures: by the scene's contrast, by its lights, or by its profiles alone.
struct CameraTracker: Sendable {
  private var across = ProfileTracker()
  private var down = ProfileTracker()
  private var lights = LightMotion()
  private var contrast = ContrastMotion()
  private var standstill = Standstill()
  private var standing = StandingScene()
  private var views = KnownViews()
  private var pictures = 0
  /// How much the scene has grown, as a part of it, and how it is turned, in radians, as far as it was told.
  private(set) var growth = 0.0
  private(set) var turn = 0.0
  /// Whether it is known where the camera is in the last picture, and not only taken to be.
  private(set) var isTold = false

  /// Where contrast tells the movement, profiles and lights are looked at in one picture of so many.
  private static let seldom = 8
  /// And of one that stands one of so many, where nothing moves.
  private static let seldomStanding = 16

  /// How far the contents have moved, in pixels, and whether that is sure.
  var shift: (x: Double, y: Double) {
    let place = standing.place(across.shift, down.shift)
    return (place.x, place.y)
  }
  var isSure: (x: Bool, y: Bool) { isHeld ? (true, true) : (across.isSure, down.isSure) }

  /// Whether it is told to turn and stands.
  private var isHeld: Bool { standing.held != nil }

  /// Whether it is not known what is where: nothing of the scene is in sight.
  var isLost: Bool { contrast.isLost && !areLightsLeading && !isHeld }

  /// Whether the last picture begins a scene of its own.
  var hasBegun: Bool { contrast.hasBegun && !isHeld }

  /// Whether hardly anything is left in sight of what was seen of the scene, which has grown, or shrunk, so much.
  var hasOutgrown: Bool { contrast.hasOutgrown && !isHeld && !areLightsLeading }

  /// Whether the scene's lights tell the movement before its contrast does.
  var areLightsLeading: Bool { lights.areLeading }

  /// Where contrast tells that the scene is in the last picture; nil where it does not.
  var pose: Constellation.Pose? {
    guard contrast.isSure || isHeld else { return nil }
    var pose = contrast.scene
    if isHeld { (pose.along, pose.across) = (1 + growth, turn) }
    let place = standing.place(pose.x, pose.y)
    (pose.x, pose.y) = (place.x, place.y)
    return pose
  }

  /// Whether the next picture need be looked at only where something moved.
  var mayStand: Bool { contrast.isStanding && pictures % Self.seldomStanding != 0 }

  /// Where the tiles of a picture lie in the scene, in whole tiles.
  var tilesMoved: (across: Int, down: Int) {
    let tile = Double(TileGrid.side)
    return (
      Int((contrast.pose.x / tile).rounded()), Int((contrast.pose.y / tile).rounded())
    )
  }

  /// Whether nothing moved in a picture since the camera stands.
  mutating func stands(for grid: TileGrid) -> Bool { standstill.holds(for: grid.luma) }

  /// Takes a picture's tiles.
  /// - Parameter isLooked: Whether they are looked at, or the camera is taken to stand.
  mutating func look(at frame: borrowing Frame, _ grid: TileGrid, isLooked: Bool) {
    let pose = isLooked ? locate(in: frame, grid) : contrast.scene
    // What has nothing to do with what was seen there is of elsewhere: the camera turned faster than anything tells.
    if isLooked, contrast.hasChanged, !isHeld, !lights.areLeading,
      views.isElsewhere(grid.luma, at: standing.place(across.shift, down.shift))
    {
      contrast.beginElsewhere()
      beginAtContrast()
    }
    if contrast.hasBegun {
      standing.begin()
      views.begin()
    } else if contrast.hasChanged {
      // It may have turned while nothing told that.
      views.search()
    }
    if let pose { standing.consume(grid.luma, columns: grid.columns, at: pose) }
    if !isHeld { findAgain(grid, at: pose) }
    isTold = pose != nil || isHeld
    // It stays turned while nothing tells.
    if let pose, !isLost, !isHeld { (growth, turn) = (pose.along - 1, pose.across) }
    if isLooked, contrast.isStanding { standstill.note(grid.luma) }
    pictures += 1
  }

  /// Where the scene is in the picture that was measured: by its lights, by its contrast, or by its profiles alone; nil where
  /// only these tell, or nothing does.
  private mutating func locate(in frame: borrowing Frame, _ grid: TileGrid) -> Constellation.Pose? {
    contrast.look(at: grid)
    let seen = contrast.isSure ? contrast.scene : nil
    if let seen, !lights.areThere, pictures % Self.seldom != 0 {
      across.move(to: seen.x)
      down.move(to: seen.y)
      contrast.settle()
      return seen
    }
    across.look(at: grid.columnProfile)
    down.look(at: grid.rowProfile)
    let isClear = across.isClear && down.isClear
    // A picture that is too small for one of the profiles is not followed by its lights, nor a scene that has grown too much for
    // what is known of them.
    let lit =
      min(grid.region.width, grid.region.height) < ProfileTracker.shortest
        || contrast.hasGrown && !lights.know(size: contrast.scene.size)
      ? nil
      : lights.measure(
        frame, grid, near: (across.shift, down.shift),
        contrast: isClear ? (across.found, down.found) : nil, seen: seen.map { ($0.x, $0.y) })
    let pose =
      lights.areLeading ? lit : seen ?? lit.flatMap { contrast.mayHaveTurned(to: $0) ? $0 : nil }
    // Where contrast told until now, it is rather hidden than another's to tell.
    let held = pose == nil && contrast.hasTold && !lights.areLeading ? contrast.scene : nil
    across.settle((pose ?? held)?.x)
    down.settle((pose ?? held)?.y)
    // Where the contents are taken to be: with the turn they have.
    let taken = Constellation.Pose(
      x: across.shift, y: down.shift, along: pose?.along ?? 1 + growth, across: pose?.across ?? turn
    )
    contrast.settle(taken, isTold: pose != nil)
    if contrast.hasBegun { beginAtContrast() }
    return pose
  }

  /// Begins anew where the picture is now: what it shows is the scene.
  mutating func beginElsewhere() {
    contrast.beginElsewhere()
    standing = StandingScene()
    views = KnownViews()
    beginAtContrast()
  }

  /// Looks whether a picture shows what was known, where the camera was lost, and goes on from there; `pose` is where its contents
  /// are told to be.
  private mutating func findAgain(_ grid: TileGrid, at pose: Constellation.Pose?) {
    if contrast.isLost { views.search() }
    let bend = max(abs(growth), abs(turn)) * Double(grid.columns) / 2
    guard pose == nil ? views.isSearching : bend < 1,
      let found = views.consume(
        grid.luma, columns: grid.columns, at: standing.place(across.shift, down.shift))
    else { return }
    if pose == nil {
      contrast.beginElsewhere()
      beginAtContrast()
    }
    standing.move(to: found, from: contrast.scene)
  }

  /// Begins where contrast has begun.
  private mutating func beginAtContrast() {
    (growth, turn) = (0, 0)
    lights.begin()
    across.begin(at: contrast.scene.x)
    down.begin(at: contrast.scene.y)
  }
}

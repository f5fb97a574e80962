/// Measures how the camera has moved and takes the picture's tiles where the scene's are now.
///
/// Tiles are moved by whole pixels, and measured there: nothing is blurred by interpolation. What is left,
/// less than a pixel, goes along for those who can use it.
struct SceneMotion: Sendable {
  /// Where the scene's tiles are in a picture.
  struct Sight: Hashable, Sendable {
    var view: TileView
    /// Pixels, at most about half of one.
    var restX = 0.0
    var restY = 0.0
  }

  private(set) var grid = TileGrid()
  /// Whether it is known where the camera is in the last picture, and not only taken to be.
  private(set) var isTold = false
  /// Mean luma of the picture.
  private(set) var mean = 0.0
  /// The part of the picture that is looked at.
  private(set) var base = Region(x: 0, y: 0, width: 0, height: 0)
  private var across = ProfileTracker()
  private var down = ProfileTracker()
  private var lights = LightMotion()
  private var contrast = ContrastMotion()
  private var standstill = Standstill()
  private var pictures = 0
  /// When the first picture was.
  private var begin: Double?
  /// Pictures in a row in which the camera hardly turned.
  private var calm = 0
  /// Pixels across and down of the pictures.
  private var size = (0, 0)
  /// How the scene is turned in the picture, where that is felt.
  private var skew: TileSkew?
  private var growth = 0.0
  private var turn = 0.0
  /// What of it the tiles follow.
  private var applied = (growth: 0.0, turn: 0.0)
  private var offsetX = 0
  private var offsetY = 0
  /// Whether the picture before had the scene's tiles elsewhere: colour is of use there only.
  private var isElsewhere = false
  private var restlessnessX = Restlessness()
  private var restlessnessY = Restlessness()

  /// Pixels beyond half a pixel before the tiles follow: a measurement's own noise moves nothing.
  static let slack = 0.15

  /// Tiles across or down, above which those in part at the edge are left out.
  static let manyTiles = 16

  /// Where contrast tells the movement, profiles and lights are looked at in one picture of so many.
  private static let seldom = 8
  /// And of one that stands one of so many, where nothing moves.
  private static let standing = 16

  /// The part of a picture's tiles that a turned scene may hide: what four degrees do at 16:9.
  private static let mostHidden = 0.15
  /// Seconds in which a camera is raised, and pictures in a row after which it rests.
  private static let raising = 4.0
  private static let rest = 10

  /// Tiles across and down, below which movement is not told from a lamp's light.
  static let fewTiles = 10

  /// - Parameter isFree: Whether nothing in the scene is followed.
  mutating func measure(
    _ frame: borrowing Frame, region: Region?, compensated: Bool, isFree: Bool = false
  ) throws(FrameError) -> Sight {
    if (frame.width, frame.height) != size {
      // What is known is of another picture.
      size = (frame.width, frame.height)
      contrast = ContrastMotion()
      (growth, turn) = (0, 0)
      isElsewhere = false
    }
    // A camera that stands is looked after now and then, and where something moved.
    var isLooked = compensated && !(contrast.isStanding && pictures % Self.standing != 0)
    let tile = Double(TileGrid.side)
    let tilesMoved = (
      across: Int((contrast.pose.x / tile).rounded()), down: Int((contrast.pose.y / tile).rounded())
    )
    let whole = Region(x: 0, y: 0, width: frame.width, height: frame.height)
    let channels = compensated && isElsewhere ? TileGrid.Channels.luma : .lumaAndChroma
    isElsewhere = false
    try grid.measure(
      frame, region: region, channels: channels, survey: true, skew: nil, within: whole,
      moved: isLooked ? tilesMoved : nil)
    if compensated, !isLooked, !standstill.holds(for: grid.luma) {
      isLooked = true
      try grid.measure(
        frame, region: region, channels: channels, survey: true, skew: nil, within: whole,
        moved: tilesMoved)
    }
    base = grid.region
    mean = grid.mean
    // Tiles at the edge that have fewer pixels are noisier than the others and would stand out.
    func wholeTiles(_ length: Int, _ tiles: Int) -> Int {
      tiles >= Self.manyTiles ? length / TileGrid.side : tiles
    }
    skew = nil
    isTold = false
    var sight = Sight(
      view: TileView(
        firstColumn: 0, firstRow: 0, columns: wholeTiles(base.width, grid.columns),
        rows: wholeTiles(base.height, grid.rows)))
    // In a picture of few tiles the lamp itself is much of what the profiles show.
    guard compensated, min(grid.columns, grid.rows) >= Self.fewTiles else { return sight }
    defer { pictures += 1 }
    let pose = isLooked ? locate(in: frame) : contrast.pose.scene
    isTold = pose != nil
    if isLooked, contrast.isStanding { standstill.note(grid.luma) }
    if contrast.isLost, !lights.areLeading {
      // What is where is not known: nothing of the scene is in sight.
      sight.view.columns = 0
      sight.view.rows = 0
      return sight
    }
    try measureScene(frame, pose, &sight)
    if isFree, isRaised(at: frame.time, sight) { beginElsewhere() }
    if !isElsewhere, channels == .luma {
      try grid.measure(frame, region: region, survey: true, skew: nil, within: whole, moved: nil)
    }
    return sight
  }

  /// Measures the picture's tiles anew where the scene's are, if that is elsewhere.
  private mutating func measureScene(
    _ frame: borrowing Frame, _ pose: Constellation.Pose?, _ sight: inout Sight
  ) throws(FrameError) {
    offsetX = Self.follow(across.shift, from: offsetX)
    offsetY = Self.follow(down.shift, from: offsetY)
    // Where luma and chroma share samples, tiles begin at whole groups.
    let step: Int =
      switch frame.format.layout {
      case .yuyv, .uyvy: 2
      case .gray, .planarYUV, .semiplanarYUV, .packedRGB, .planarGBR: 1
      }
    let moveX = offsetX.floored(step) * step
    let moveY = offsetY
    // The measurement's own noise, and what a lamp's light adds to it, is no movement.
    let isRestless = [
      restlessnessX.update(across.shift, isSure: across.isSure),
      restlessnessY.update(down.shift, isSure: down.isSure),
    ]
    if isRestless[0], across.isSure { sight.restX = across.shift - Double(moveX) }
    if isRestless[1], down.isSure { sight.restY = down.shift - Double(moveY) }
    // It stays turned while nothing tells.
    if let pose { (growth, turn) = (pose.along - 1, pose.across) }
    skew = turned(by: moveX, moveY)
    isElsewhere = moveX != 0 || moveY != 0 || skew != nil
    guard isElsewhere else { return }

    let horizontal = Self.tiles(moveX, base.width)
    let vertical = Self.tiles(moveY, base.height)
    guard horizontal.count > 0, vertical.count > 0 else {
      isElsewhere = false
      return
    }
    sight.view = TileView(
      firstColumn: horizontal.first, firstRow: vertical.first, columns: horizontal.count,
      rows: vertical.count)
    let side = TileGrid.side
    // Whole tiles on: those that have been measured will do, but for those at the edges.
    var moved = Region(
      x: base.x + horizontal.start, y: base.y + vertical.start, width: horizontal.count * side,
      height: vertical.count * side)
    if let hidden = skew?.hidden(of: moved, within: base) {
      moved = Region(
        x: moved.x + hidden.left * side, y: moved.y + hidden.top * side,
        width: moved.width - (hidden.left + hidden.right) * side,
        height: moved.height - (hidden.top + hidden.bottom) * side)
      sight.view = TileView(
        firstColumn: sight.view.firstColumn + hidden.left,
        firstRow: sight.view.firstRow + hidden.top, columns: moved.width / side,
        rows: moved.height / side)
    }
    try grid.measure(frame, region: moved, survey: true, skew: skew, within: base, moved: nil)
  }

  /// How the tiles follow the scene's turn, where that is felt: as for shifts, what measuring is off by moves nothing.
  private mutating func turned(by moveX: Int, _ moveY: Int) -> TileSkew? {
    func skew(_ growth: Double, _ turn: Double) -> TileSkew {
      TileSkew(
        growth: growth, turn: turn, x: Double(base.x + moveX) + Double(base.width) / 2,
        y: Double(base.y + moveY) + Double(base.height) / 2)
    }
    if skew(growth - applied.growth, turn - applied.turn).most(in: base) > 0.5 + Self.slack {
      applied = (growth, turn)
    }
    let turned = skew(applied.growth, applied.turn)
    return turned.most(in: base) >= 0.5 ? turned : nil
  }

  /// Where the scene is in the picture that was measured: by its lights, by its contrast, or by its profiles alone; nil where
  /// only these tell, or nothing does.
  private mutating func locate(in frame: borrowing Frame) -> Constellation.Pose? {
    contrast.look(at: grid)
    let seen = contrast.isSure ? contrast.pose : nil
    if let seen, !lights.areThere, pictures % Self.seldom != 0 {
      across.move(to: seen.scene.x)
      down.move(to: seen.scene.y)
      contrast.settle()
      return seen.scene
    }
    across.look(at: grid.columnProfile)
    down.look(at: grid.rowProfile)
    let isClear = across.isClear && down.isClear
    // A picture that is too small for one of the profiles is not followed by its lights.
    let lit =
      min(base.width, base.height) < ProfileTracker.shortest
      ? nil
      : lights.measure(
        frame, grid, near: (across.shift, down.shift),
        contrast: isClear ? (across.found, down.found) : nil, seen: seen.map { ($0.x, $0.y) })
    let pose = lights.areLeading ? lit : seen?.scene ?? lit
    // Where contrast told until now, it is rather hidden than another's to tell.
    let held = pose == nil && contrast.hasTold && !lights.areLeading ? contrast.pose.scene : nil
    across.settle((pose ?? held)?.x)
    down.settle((pose ?? held)?.y)
    // Where the contents are taken to be: with the turn they have.
    let taken = Constellation.Pose(
      x: across.shift, y: down.shift, along: pose?.along ?? 1 + growth, across: pose?.across ?? turn
    )
    contrast.settle(ContrastMotion.Pose(taken), isTold: pose != nil)
    if contrast.hasBegun { beginAtContrast() }
    return pose
  }

  private mutating func beginElsewhere() {
    contrast.beginElsewhere()
    beginAtContrast()
  }

  /// Begins where contrast has begun.
  private mutating func beginAtContrast() {
    (growth, turn) = (0, 0)
    applied = (0, 0)
    across.begin(at: contrast.pose.x)
    down.begin(at: contrast.pose.y)
  }

  /// Whether a camera that was raised as it began has come to rest, and the scene is turned or grown since its first picture
  /// so that much of the picture is out of it: there might be the lamp.
  private mutating func isRaised(at time: Double, _ sight: Sight) -> Bool {
    let begun = begin ?? time
    begin = begun
    calm = contrast.isSure && !contrast.isTurning ? calm + 1 : 0
    let tiles = base.width / TileGrid.side * (base.height / TileGrid.side)
    return skew != nil && calm >= Self.rest && time < begun + Self.raising && !lights.areLeading
      && Double(sight.view.columns * sight.view.rows) < (1 - Self.mostHidden) * Double(tiles)
  }

  /// The pixel of the picture at which a place of the scene is, which is given in tiles.
  func pixel(_ x: Double, _ y: Double, _ view: TileView) -> (x: Double, y: Double) {
    let side = Double(TileGrid.side)
    let place = (
      x: Double(grid.region.x) + (x - Double(view.firstColumn)) * side,
      y: Double(grid.region.y) + (y - Double(view.firstRow)) * side
    )
    guard let offset = skew?.offset(place.x, place.y) else { return place }
    return (place.x + offset.x, place.y + offset.y)
  }

  /// The whole tiles in sight of a picture whose contents have moved: the first one's number in the
  /// scene, how many, and the pixel at which they start.
  private static func tiles(_ offset: Int, _ length: Int) -> (first: Int, count: Int, start: Int) {
    let side = TileGrid.side
    let start = offset.wrapped(side)
    return ((start - offset) / side, max(0, (length - start) / side), start)
  }

  private static func follow(_ shift: Double, from offset: Int) -> Int {
    abs(shift - Double(offset)) > 0.5 + slack ? Int(shift.rounded()) : offset
  }
}

/// Whether a camera is held in a hand: movement that goes on, beyond what measuring it is off by.
private struct Restlessness: Sendable {
  /// Pixels, standard deviation: a profile of a few hundred pixels tells about a twentieth of one.
  static let least = 0.2
  private var mean = 0.0
  private var variance = 0.0

  mutating func update(_ shift: Double, isSure: Bool) -> Bool {
    if isSure {
      mean += (shift - mean) / 32
      variance += ((shift - mean) * (shift - mean) - variance) / 32
    }
    return variance > Self.least * Self.least
  }
}

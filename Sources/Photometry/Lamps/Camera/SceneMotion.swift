/// Measures how the camera has moved and takes the picture's tiles where the scene's are now.
///
/// Tiles are moved by whole pixels, and measured there: nothing is blurred by interpolation. What is left,
/// less than a pixel, goes along for those who can use it.
struct SceneMotion: Sendable {
  /// Where the scene's tiles are in a picture.
  struct Sight: Hashable, Sendable {
    var view: TileView
    /// Whether the pictures before were of another size: what is known is of those.
    var isOfAnotherSize = false
    /// Whether the next picture is of a scene of its own (`RaisedCamera`, `SceneAnchor`).
    var endsScene = false
    /// Pixels, at most about half of one.
    var restX = 0.0
    var restY = 0.0
  }

  private(set) var grid = TileGrid()
  /// Whether it is known where the camera is in the last picture, of the scene that was seen before, and not only taken to be.
  var isTold: Bool { camera.isTold && !camera.hasBegun }
  /// Mean luma of the picture.
  private(set) var mean = 0.0
  /// The part of the picture that is looked at.
  private(set) var base = Region(x: 0, y: 0, width: 0, height: 0)
  private var camera = CameraTracker()
  private var raised = RaisedCamera()
  /// Pixels across and down of the pictures.
  private var size = (0, 0)
  /// Whether what was known was of another size, and no picture has been measured since.
  private var hasForgotten = false
  /// How the scene is turned in the picture, where that is felt.
  private var skew: TileSkew?
  /// What of that the tiles follow.
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

  /// Tiles across and down, below which movement is not told from a lamp's light.
  static let fewTiles = 10

  /// - Parameter isFree: Whether nothing in the scene is followed.
  mutating func measure(
    _ frame: borrowing Frame, region: Region?, compensated: Bool, isFree: Bool = false
  ) throws(FrameError) -> Sight {
    let isFirst = size == (0, 0) && !hasForgotten
    if (frame.width, frame.height) != size {
      self = SceneMotion()
      // One that cannot be measured is passed over, and what was known is gone all the same.
      hasForgotten = !isFirst
    }
    let isOfAnotherSize = hasForgotten
    // A camera that stands is looked after now and then, and where something moved.
    var isLooked = compensated && !camera.mayStand
    let tilesMoved = camera.tilesMoved
    let whole = Region(x: 0, y: 0, width: frame.width, height: frame.height)
    let channels = compensated && isElsewhere ? TileGrid.Channels.luma : .lumaAndChroma
    isElsewhere = false
    try grid.measure(
      frame, region: region, channels: channels, survey: true, skew: nil, within: whole,
      moved: isLooked ? tilesMoved : nil)
    size = (frame.width, frame.height)
    hasForgotten = false
    if compensated, !isLooked, !camera.stands(for: grid) {
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
    var sight = Sight(
      view: TileView(
        firstColumn: 0, firstRow: 0, columns: wholeTiles(base.width, grid.columns),
        rows: wholeTiles(base.height, grid.rows)),
      isOfAnotherSize: isOfAnotherSize)
    // In a picture of few tiles the lamp itself is much of what the profiles show.
    guard compensated, min(grid.columns, grid.rows) >= Self.fewTiles else { return sight }
    camera.look(at: frame, grid, isLooked: isLooked)
    raised.consume(camera.pose, at: frame.time, width: base.width, height: base.height)
    if camera.hasBegun { applied = (0, 0) }
    if camera.isLost {
      sight.view.columns = 0
      sight.view.rows = 0
      return sight
    }
    try measureScene(frame, &sight)
    let hasLeft =
      isFree && skew != nil && !camera.areLightsLeading
      && raised.hasLeftScene(
        growth: camera.growth, turn: camera.turn, width: base.width, height: base.height)
    sight.endsScene = hasLeft || camera.hasOutgrown
    if sight.endsScene {
      camera.beginElsewhere()
      applied = (0, 0)
    }
    if !isElsewhere, channels == .luma {
      try grid.measure(frame, region: region, survey: true, skew: nil, within: whole, moved: nil)
    }
    return sight
  }

  /// Measures the picture's tiles anew where the scene's are, if that is elsewhere.
  private mutating func measureScene(
    _ frame: borrowing Frame, _ sight: inout Sight
  ) throws(FrameError) {
    let (shift, isSure) = (camera.shift, camera.isSure)
    offsetX = Self.follow(shift.x, from: offsetX)
    offsetY = Self.follow(shift.y, from: offsetY)
    // Where luma and chroma share samples, tiles begin at whole groups.
    let step: Int =
      switch frame.format.layout {
      case .yuyv, .uyvy: 2
      case .gray, .planarYUV, .semiplanarYUV, .packedRGB, .planarGBR: 1
      }
    let moveX = offsetX.floored(step) * step
    let moveY = offsetY
    // The measurement's own noise, and what a lamp's light adds to it, is no movement.
    let isRestless = (
      x: restlessnessX.update(shift.x, isSure: isSure.x),
      y: restlessnessY.update(shift.y, isSure: isSure.y)
    )
    if isRestless.x, isSure.x { sight.restX = shift.x - Double(moveX) }
    if isRestless.y, isSure.y { sight.restY = shift.y - Double(moveY) }
    skew = turned(by: moveX, moveY)
    isElsewhere = moveX != 0 || moveY != 0 || skew != nil
    guard isElsewhere else { return }

    let horizontal = Self.tiles(moveX, base.width)
    let vertical = Self.tiles(moveY, base.height)
    guard horizontal.count > 0, vertical.count > 0 else {
      (isElsewhere, skew) = (false, nil)
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
    if let skew, skew.growth > TileGrid.mostGrowth {
      try grid.measureEnlarged(frame, region: moved, skew: skew, within: base)
    } else {
      try grid.measure(frame, region: moved, survey: true, skew: skew, within: base, moved: nil)
    }
  }

  /// How the tiles follow the scene's turn, where that is felt: as for shifts, what measuring is off by moves nothing.
  private mutating func turned(by moveX: Int, _ moveY: Int) -> TileSkew? {
    func skew(_ growth: Double, _ turn: Double) -> TileSkew {
      TileSkew(
        growth: growth, turn: turn, x: Double(base.x + moveX) + Double(base.width) / 2,
        y: Double(base.y + moveY) + Double(base.height) / 2)
    }
    let (growth, turn) = (camera.growth, camera.turn)
    if skew(growth - applied.growth, turn - applied.turn).most(in: base) > 0.5 + Self.slack {
      applied = (growth, turn)
    }
    let turned = skew(applied.growth, applied.turn)
    return turned.most(in: base) >= 0.5 ? turned : nil
  }

  /// Where the picture that was measured last shows the scene's tiles, of which `view` are in sight.
  func placement(_ view: TileView) -> ScenePlacement {
    ScenePlacement(
      x: grid.region.x - view.firstColumn * TileGrid.side,
      y: grid.region.y - view.firstRow * TileGrid.side, skew: skew)
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

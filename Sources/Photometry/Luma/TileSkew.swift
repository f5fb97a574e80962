/// Tiles side by side that are taken from as many pixels aside and below.
struct TileRun: Hashable, Sendable {
  /// The first of them in its row.
  var first: Int
  var count: Int
  /// Pixels.
  var x: Int
  var y: Int
}

/// How a scene is turned and scaled in a picture: each tile is taken from where the middle of its part of the scene is, to
/// a pixel. Within a tile nothing is turned.
struct TileSkew: Hashable, Sendable {
  /// The scale, less one, times the turn's cosine; and times its sine: what is `u` and `v` pixels from the middle is
  /// `growth * u - turn * v` and `turn * u + growth * v` pixels from where it would be.
  var growth: Double
  var turn: Double
  /// What the scene is turned around, in pixels of the picture.
  var x: Double
  var y: Double

  /// Pixels by which the tile with its middle at a place is moved.
  func offset(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let (u, v) = (x - self.x, y - self.y)
    return (growth * u - turn * v, turn * u + growth * v)
  }

  /// Pixels by which the tile of a region that is moved most is.
  func most(in region: Region) -> Double {
    let corners = [region.x, region.x + region.width].flatMap { x in
      [region.y, region.y + region.height].map { offset(Double(x), Double($0)) }
    }
    return corners.map { max(abs($0.x), abs($0.y)) }.max() ?? 0
  }

  /// How many columns and rows of a region's tiles are not all in `bounds`, at each side.
  func hidden(
    of region: Region, within bounds: Region
  ) -> (left: Int, top: Int, right: Int, bottom: Int) {
    let side = Double(TileGrid.side)
    let (left, top) = (Double(region.x), Double(region.y))
    let (right, bottom) = (left + Double(region.width), top + Double(region.height))
    // The middles of the tiles at the corners: between them offsets are.
    let corners = [left + side / 2, right - side / 2].flatMap { x in
      [top + side / 2, bottom - side / 2].map { y in (x: x, y: y, offset: offset(x, y)) }
    }
    // From one tile to the next the picture shows so many pixels.
    let pitch = side * max(0.1, 1 + growth)
    /// By so many pixels the farthest of these is out of bounds, in tiles.
    func tiles(_ beyond: [Double]) -> Int {
      Int((max(0, (beyond.max() ?? 0).rounded()) / pitch).rounded(.up))
    }
    let hidden = (
      left: tiles(
        corners.filter { $0.x < left + side }.map { Double(bounds.x) - left - $0.offset.x }),
      top: tiles(
        corners.filter { $0.y < top + side }.map { Double(bounds.y) - top - $0.offset.y }),
      right: tiles(
        corners.filter { $0.x > right - side }.map {
          right + $0.offset.x - Double(bounds.x + bounds.width)
        }),
      bottom: tiles(
        corners.filter { $0.y > bottom - side }.map {
          bottom + $0.offset.y - Double(bounds.y + bounds.height)
        })
    )
    // What is turned so far that nothing is left is taken as it is.
    let across = region.width - (hidden.left + hidden.right) * TileGrid.side
    let down = region.height - (hidden.top + hidden.bottom) * TileGrid.side
    return min(across, down) < SceneMotion.fewTiles * TileGrid.side ? (0, 0, 0, 0) : hidden
  }

  /// A row of whole tiles of a region, as runs that are moved alike, to whole pixels; none is moved out of `bounds`.
  func runs(_ row: Int, of region: Region, within bounds: Region) -> [TileRun] {
    let side = TileGrid.side
    let top = region.y + row * side
    let middle = Double(top) + Double(side) / 2
    let (right, bottom) = (bounds.x + bounds.width - side, bounds.y + bounds.height - side)
    func offset(_ column: Int) -> (x: Double, y: Double) {
      self.offset(Double(region.x + column * side) + Double(side) / 2, middle)
    }
    func move(_ offset: (x: Double, y: Double), _ column: Int) -> (x: Int, y: Int) {
      let left = region.x + column * side
      return (
        min(max(Self.whole(offset.x), bounds.x - left), right - left),
        min(max(Self.whole(offset.y), bounds.y - top), bottom - top)
      )
    }
    let columns = region.width / side
    var runs: [TileRun] = []
    var first = 0
    while first < columns {
      let start = offset(first)
      let own = move(start, first)
      // Where either offset comes to the next whole pixel, or a bound is met.
      let tiles = min(
        Self.steps(start.x, by: growth * Double(side)), Self.steps(start.y, by: turn * Double(side))
      )
      var end = tiles < Double(columns - first) ? first + max(1, Int(tiles)) : columns
      while end - 1 > first, move(start, end - 1) != own { end -= 1 }
      if let last = runs.last, last.x == own.x, last.y == own.y {
        runs[runs.count - 1].count += end - first
      } else {
        runs.append(TileRun(first: first, count: end - first, x: own.x, y: own.y))
      }
      first = end
    }
    return runs
  }

  /// To the nearest pixel; a call of the C library for each of a picture's tiles is much of measuring them.
  private static func whole(_ offset: Double) -> Int {
    Int(offset < 0 ? offset - 0.5 : offset + 0.5)
  }

  /// Steps by which an offset comes to the next whole pixel.
  private static func steps(_ offset: Double, by step: Double) -> Double {
    guard step != 0 else { return .infinity }
    let next = Double(whole(offset)) + (step > 0 ? 0.5 : -0.5)
    return ((next - offset) / step).rounded(.up)
  }
}

/// Strips of a picture, of whole tiles, side by side: they belong to the scene and move with it, by whole tiles.
struct StripCut: Hashable, Sendable {
  /// A strip as far as it is in the picture.
  struct Strip: Hashable, Sendable {
    /// Which of the scene's, counted from where its first picture begins.
    var number: Int
    /// Of the picture.
    var tiles: Range<Int>
    /// Whether all of it is in the picture.
    var isWhole: Bool
  }

  /// Those that lie across the picture, and those that stand, in order.
  let lying: [Strip]
  let standing: [Strip]

  /// Strips that a picture is high and wide.
  private static let usual = 8

  /// - Parameter moved: Tiles by which the scene's contents have moved.
  init(width: Int, height: Int, moved: (across: Int, down: Int)) {
    lying = Self.strips(height, moved: moved.down)
    standing = Self.strips(width, moved: moved.across)
  }

  /// How many tiles a strip has in a picture of so many pixels.
  static func thickness(_ length: Int) -> Int {
    let tiles = max(1, length / (usual * TileGrid.side))
    // Whole vectors of samples, where there are several.
    return tiles < 8 ? tiles : tiles / 4 * 4
  }

  private static func strips(_ length: Int, moved: Int) -> [Strip] {
    let thickness = thickness(length)
    let tiles = (length + TileGrid.side - 1) / TileGrid.side
    guard tiles > 0 else { return [] }
    let first = (-moved).floored(thickness)
    return (first...(tiles - 1 - moved).floored(thickness)).map { number in
      let start = number * thickness + moved
      let range = max(0, start)..<min(tiles, start + thickness)
      return Strip(
        number: number, tiles: range,
        isWhole: range.count == thickness && range.upperBound * TileGrid.side <= length)
    }
  }
}

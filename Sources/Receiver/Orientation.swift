public import Photometry

/// How a stored picture is turned before it is shown. Users speak of the picture that they see.
public struct Orientation: Hashable, Sendable {
  /// Pixels, as stored.
  public var width: Int
  public var height: Int
  /// Quarter turns clockwise.
  public var quarterTurns: Int

  public init(width: Int, height: Int, quarterTurns: Int = 0) {
    self.width = width
    self.height = height
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
  }

  /// The place at which a stored point is shown.
  public func shown(x: Double, y: Double) -> Place {
    let (right, bottom) = (Double(width), Double(height))
    switch quarterTurns {
    case 1: return Place(x: bottom - y, y: x)
    case 2: return Place(x: right - x, y: bottom - y)
    case 3: return Place(x: y, y: right - x)
    default: return Place(x: x, y: y)
    }
  }

  /// The stored pixels that are shown in `region`.
  public func stored(_ region: Region) -> Region {
    let (x, y, across, down) = (region.x, region.y, region.width, region.height)
    switch quarterTurns {
    case 1: return Region(x: y, y: height - x - across, width: down, height: across)
    case 2: return Region(x: width - x - across, y: height - y - down, width: across, height: down)
    case 3: return Region(x: width - y - down, y: x, width: down, height: across)
    default: return region
    }
  }

  /// Pixels of the picture as it is shown.
  public var shownSize: (width: Int, height: Int) {
    quarterTurns % 2 == 0 ? (width, height) : (height, width)
  }
}

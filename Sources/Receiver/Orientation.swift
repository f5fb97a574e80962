public import Photometry

/// How a stored picture is turned before it is shown. Users speak of the picture that they see.
public struct Orientation: Hashable, Sendable {
  /// Pixels, as stored.
  public var width: Int
  public var height: Int
  /// Quarter turns clockwise.
  public var quarterTurns: Int
  /// How many of the shown picture's pixels a stored one stands for, each way: a camera's large
  /// picture may be read at a reduced scale.
  public var scale: Int

  public init(width: Int, height: Int, quarterTurns: Int = 0, scale: Int = 1) {
    self.scale = max(1, scale)
    self.width = width
    self.height = height
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
  }

  /// The place at which a stored point is shown.
  public func shown(x: Double, y: Double) -> Place {
    let (right, bottom) = (Double(width), Double(height))
    let place =
      switch quarterTurns {
      case 1: Place(x: bottom - y, y: x)
      case 2: Place(x: right - x, y: bottom - y)
      case 3: Place(x: y, y: right - x)
      default: Place(x: x, y: y)
      }
    return Place(x: place.x * Double(scale), y: place.y * Double(scale))
  }

  /// The stored pixels that are shown in `region`.
  public func stored(_ region: Region) -> Region {
    let (x, y) = (region.x / scale, region.y / scale)
    let across = max(1, region.width / scale)
    let down = max(1, region.height / scale)
    switch quarterTurns {
    case 1: return Region(x: y, y: height - x - across, width: down, height: across)
    case 2: return Region(x: width - x - across, y: height - y - down, width: across, height: down)
    case 3: return Region(x: width - y - down, y: x, width: down, height: across)
    default: return Region(x: x, y: y, width: across, height: down)
    }
  }

  /// Pixels of the picture as it is shown.
  public var shownSize: (width: Int, height: Int) {
    let (across, down) = quarterTurns % 2 == 0 ? (width, height) : (height, width)
    return (across * scale, down * scale)
  }
}

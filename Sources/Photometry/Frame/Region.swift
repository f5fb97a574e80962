/// A rectangle of pixels, as stored (before any rotation).
public struct Region: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The part of the region that lies in a picture; nil where none does.
  public func clipped(width pictureWidth: Int, height pictureHeight: Int) -> Region? {
    guard width > 0, height > 0, x < pictureWidth, y < pictureHeight else { return nil }
    let left = max(x, 0)
    let top = max(y, 0)
    // Far beyond the picture a sum could overflow: such a region ends at the picture's edge.
    let (right, rightOverflows) = x.addingReportingOverflow(width)
    let (bottom, bottomOverflows) = y.addingReportingOverflow(height)
    let clippedRight = rightOverflows ? pictureWidth : min(right, pictureWidth)
    let clippedBottom = bottomOverflows ? pictureHeight : min(bottom, pictureHeight)
    guard clippedRight > left, clippedBottom > top else { return nil }
    return Region(x: left, y: top, width: clippedRight - left, height: clippedBottom - top)
  }
}

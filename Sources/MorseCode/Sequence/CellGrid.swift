/// Where the cells of a steady keying lie, and how long each frame looks.
struct CellGrid: Hashable, Sendable {
  /// Seconds at which cell 0 begins.
  var start: Double
  /// Seconds of a cell: of a dot.
  var dot: Double
  /// Seconds of a frame's exposure.
  var exposure: Double

  /// The exposure around `time`, in cells.
  func window(_ time: Double) -> (from: Double, to: Double) {
    let middle = (time - start) / dot
    let half = 0.5 * exposure / dot
    return (middle - half, middle + half)
  }

  /// Later by `shift` seconds, and longer by the part `tilt` while what lies at `pivot` (seconds) stays.
  func moved(by shift: Double, tilted tilt: Double, about pivot: Double) -> CellGrid {
    var grid = self
    grid.dot *= 1 + tilt
    grid.start = pivot - (pivot - start) * (1 + tilt) + shift
    return grid
  }

  /// The same grid with cell 0 the last that begins before `time`.
  func based(at time: Double) -> CellGrid {
    var grid = self
    grid.start += ((time - start) / dot).rounded(.down) * dot
    return grid
  }
}

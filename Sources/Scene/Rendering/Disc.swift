/// How much of a pixel a disc covers.
struct Disc {
  let x: Double
  let y: Double
  let radius: Double

  /// Of the pixel in that column and row: 0 to 1.
  func coverage(column: Int, row: Int) -> Double {
    let deltaX = Double(column) + 0.5 - x
    let deltaY = Double(row) + 0.5 - y
    let square = deltaX * deltaX + deltaY * deltaY
    // Half a pixel's diagonal is 0.708: nearer or farther is all or nothing.
    let inside = max(0, radius - 0.71)
    if radius > 0.71, square <= inside * inside { return 1 }
    if square >= (radius + 0.71) * (radius + 0.71) { return 0 }
    if radius >= 4 {
      // The edge is nearly straight: the distance to it says enough.
      return min(max(radius - square.squareRoot() + 0.5, 0), 1)
    }
    let steps = 16
    var hits = 0
    for stepY in 0..<steps {
      let pointY = deltaY + (Double(stepY) + 0.5) / Double(steps) - 0.5
      for stepX in 0..<steps {
        let pointX = deltaX + (Double(stepX) + 0.5) / Double(steps) - 0.5
        if pointX * pointX + pointY * pointY < radius * radius { hits += 1 }
      }
    }
    return Double(hits) / Double(steps * steps)
  }
}

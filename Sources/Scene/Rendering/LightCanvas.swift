internal import Foundation

/// The light that falls on each pixel during one exposure: red, green, blue, 255 is white.
struct LightCanvas {
  let width: Int
  let height: Int
  /// Rows of `width` pixels of three channels.
  var light: [Float]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    light = [Float](repeating: 0, count: width * height * 3)
  }

  /// Paints the backdrop, moved by (x, y) pixels (fractions by bilinear interpolation), each row
  /// multiplied by its gain; over what there is, or added to it.
  mutating func paint(
    _ backdrop: Backdrop, x: Double, y: Double, isAdded: Bool, gain: (Int) -> Float
  ) {
    guard backdrop.width >= width, backdrop.height >= 1, x.isFinite, y.isFinite else { return }
    let (column, partX) = Self.window(-x, size: backdrop.width)
    let (firstRow, partY) = Self.window(-y, size: backdrop.height)
    let count = width * 3
    let rows = height
    let source = backdrop.light.span
    let stride = backdrop.storedWidth * 3
    let old: Float = isAdded ? 1 : 0
    var target = light.mutableSpan
    for row in 0..<rows {
      let factor = gain(row)
      let upper = (firstRow + row) % backdrop.height * stride + column * 3
      let start = row * count
      if partX == 0, partY == 0 {
        for index in 0..<count {
          target[unchecked: start + index] =
            old * target[unchecked: start + index] + factor * source[unchecked: upper + index]
        }
        continue
      }
      let lower = (firstRow + row + 1) % backdrop.height * stride + column * 3
      let weight00 = factor * (1 - partX) * (1 - partY)
      let weight10 = factor * partX * (1 - partY)
      let weight01 = factor * (1 - partX) * partY
      let weight11 = factor * partX * partY
      for index in 0..<count {
        target[unchecked: start + index] =
          old * target[unchecked: start + index]
          + weight00 * source[unchecked: upper + index]
          + weight10 * source[unchecked: upper + index + 3]
          + weight01 * source[unchecked: lower + index]
          + weight11 * source[unchecked: lower + index + 3]
      }
    }
  }

  /// The first whole pixel of a window that begins at `place` and wraps, and the fraction beyond.
  private static func window(_ place: Double, size: Int) -> (Int, Float) {
    let rest = place.truncatingRemainder(dividingBy: Double(size))
    let wrapped = rest < 0 ? rest + Double(size) : rest
    let whole = wrapped.rounded(.down)
    return (Int(whole) % size, Float(wrapped - whole))
  }

  /// Adds light to all pixels; `strength` by row.
  mutating func addEverywhere(_ color: LightColor, strength: (Int) -> Double) {
    for row in 0..<height {
      let level = strength(row)
      guard level != 0 else { continue }
      addRow(row, from: 0, to: width, color: color) { _ in Float(level) }
    }
  }

  /// Adds an even disc with anti-aliased edge around (x, y).
  mutating func addDisc(
    x: Double, y: Double, radius: Double, color: LightColor, strength: (Int) -> Double
  ) {
    guard radius > 0, x.isFinite, y.isFinite else { return }
    let disc = Disc(x: x, y: y, radius: radius)
    for row in rows(around: y, reach: radius + 1) {
      let level = strength(row)
      guard level != 0 else { continue }
      let columns = columns(around: x, reach: radius + 1)
      addRow(row, from: columns.lowerBound, to: columns.upperBound, color: color) { column in
        Float(level * disc.coverage(column: column, row: row))
      }
    }
  }

  /// Adds a bell (a Gaussian) of standard deviation `radius`, out to 3.5 of it.
  mutating func addBell(
    x: Double, y: Double, radius: Double, color: LightColor, strength: (Int) -> Double
  ) {
    guard radius > 0, x.isFinite, y.isFinite else { return }
    let scale = -0.5 / (radius * radius)
    let columns = columns(around: x, reach: 3.5 * radius)
    let first = columns.lowerBound
    let profile = columns.map { column in
      let distance = Double(column) + 0.5 - x
      return Float(exp(scale * distance * distance))
    }
    for row in rows(around: y, reach: 3.5 * radius) {
      let distance = Double(row) + 0.5 - y
      let level = Float(strength(row) * exp(scale * distance * distance))
      guard level != 0 else { continue }
      addRow(row, from: first, to: columns.upperBound, color: color) { profile[$0 - first] * level }
    }
  }

  /// Adds an even rectangle (edges at whole pixels).
  mutating func addRectangle(
    x: Double, y: Double, width: Double, height: Double, light color: LightColor
  ) {
    let columns = columns(around: x + width / 2, reach: width / 2)
    for row in rows(around: y + height / 2, reach: height / 2) {
      addRow(row, from: columns.lowerBound, to: columns.upperBound, color: color) { _ in 1 }
    }
  }

  private mutating func addRow(
    _ row: Int, from first: Int, to end: Int, color: LightColor, level: (Int) -> Float
  ) {
    guard row >= 0, row < height, first >= 0, first < end, end <= width else { return }
    let red = Float(color.red)
    let green = Float(color.green)
    let blue = Float(color.blue)
    let start = row * width
    var target = light.mutableSpan
    for column in first..<end {
      let value = level(column)
      let index = (start + column) * 3
      target[unchecked: index] += value * red
      target[unchecked: index + 1] += value * green
      target[unchecked: index + 2] += value * blue
    }
  }

  private func rows(around y: Double, reach: Double) -> Range<Int> {
    Self.range(around: y, reach: reach, limit: height)
  }

  private func columns(around x: Double, reach: Double) -> Range<Int> {
    Self.range(around: x, reach: reach, limit: width)
  }

  private static func range(around center: Double, reach: Double, limit: Int) -> Range<Int> {
    guard center.isFinite else { return 0..<0 }
    let low = Int(min(max((center - reach).rounded(.down), 0), Double(limit)))
    let high = Int(min(max((center + reach).rounded(.up), 0), Double(limit)))
    return low..<max(low, high)
  }
}

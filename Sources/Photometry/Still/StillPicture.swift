/// A small copy of a frame in RGB, for people to look at.
public struct StillPicture: Hashable, Sendable {
  /// Seconds, as `Frame.time`.
  public let time: Double
  public let width: Int
  public let height: Int
  /// width * height * 3 bytes: red, green, blue.
  public let pixels: [UInt8]

  /// Copies a frame as it is stored, reduced by a whole number to at most `widest` pixels a side.
  /// Throws `FrameError` where its planes do not hold what its size says.
  public init(_ frame: borrowing Frame, widest: Int = 480) throws(FrameError) {
    let layout = try SampleLayout(frame.format)
    try layout.check(frame)
    let side = max(frame.width, frame.height)
    let part = max(1, (side + max(1, widest) - 1) / max(1, widest))
    let across = max(1, frame.width / part)
    let down = max(1, frame.height / part)
    let weights = ColorWeights(frame.format, matrix: frame.matrix, range: frame.range)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(across * down * 3)
    // Four samples a side are enough of a mean for the eye.
    let step = max(1, part / 4)
    for row in 0..<down {
      for column in 0..<across {
        var sum = SIMD3<Double>(repeating: 0)
        var count = 0.0
        for y in stride(from: row * part, to: min((row + 1) * part, frame.height), by: step) {
          for x in stride(from: column * part, to: min((column + 1) * part, frame.width), by: step)
          {
            sum += Self.color(frame, layout, weights, x, y)
            count += 1
          }
        }
        let mean = sum / max(count, 1)
        for channel in 0..<3 { pixels.append(UInt8(min(max(mean[channel] + 0.5, 0), 255))) }
      }
    }
    time = frame.time
    width = across
    height = down
    self.pixels = pixels
  }

  /// Turned clockwise by quarters.
  public func turned(quarters: Int) -> StillPicture {
    let turns = ((quarters % 4) + 4) % 4
    guard turns > 0 else { return self }
    let (across, down) = turns % 2 == 0 ? (width, height) : (height, width)
    var turned: [UInt8] = []
    turned.reserveCapacity(pixels.count)
    for y in 0..<down {
      for x in 0..<across {
        let (fromX, fromY) =
          switch turns {
          case 1: (y, height - 1 - x)
          case 2: (width - 1 - x, height - 1 - y)
          default: (width - 1 - y, x)
          }
        let start = (fromY * width + fromX) * 3
        turned += pixels[start..<start + 3]
      }
    }
    return StillPicture(time: time, width: across, height: down, pixels: turned)
  }

  private init(time: Double, width: Int, height: Int, pixels: [UInt8]) {
    self.time = time
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Red, green and blue, 0...255, of one pixel. The frame has been checked against the layout.
  private static func color(
    _ frame: borrowing Frame, _ layout: SampleLayout, _ weights: ColorWeights, _ x: Int, _ y: Int
  ) -> SIMD3<Double> {
    var luma = weights.luma.offset
    var blue = weights.blueDifference.offset
    var red = weights.redDifference.offset
    func add(_ plane: borrowing Plane, _ index: Int) {
      let shape = layout.planes[index]
      let group = (y >> shape.shiftY) * plane.stride
      let samples = shape.channels.count * layout.bytesPerSample
      let start = group + (x >> shape.shiftX) * samples
      // Y Cb Y Cr holds two pixels a group: the second luma is the odd column's.
      let isPair = shape.channels.count(where: { $0 == .luma }) == 2
      var lumas = 0
      for (place, channel) in shape.channels.enumerated() {
        if isPair, channel == .luma {
          lumas += 1
          if lumas - 1 != x & 1 { continue }
        }
        let byte = start + place * layout.bytesPerSample
        let value: Double =
          layout.bytesPerSample == 1
          ? Double(plane.bytes.unsafeLoad(fromByteOffset: byte, as: UInt8.self))
          : Double(
            plane.bytes.unsafeLoadUnaligned(fromByteOffset: byte, as: UInt16.self).littleEndian)
        luma += weights.luma.weight(channel) * value
        blue += weights.blueDifference.weight(channel) * value
        red += weights.redDifference.weight(channel) * value
      }
    }
    add(frame.plane0, 0)
    if layout.planes.count > 1, let second = frame.plane1 { add(second, 1) }
    if layout.planes.count > 2, let third = frame.plane2 { add(third, 2) }
    // BT.601, back from luma and the colour differences.
    let r = luma + 2 * (1 - ColorWeights.red) * red
    let b = luma + 2 * (1 - ColorWeights.blue) * blue
    let g = (luma - ColorWeights.red * r - ColorWeights.blue * b) / ColorWeights.green
    return SIMD3(r, g, b)
  }
}

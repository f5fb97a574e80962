import MorseCode

/// The background as light, larger than the picture and endless: it wraps at its edges.
struct Backdrop: Sendable {
  let width: Int
  let height: Int
  /// Pixels in a stored row: a picture's width more than `width`, so that any window is in one piece.
  let storedWidth: Int
  /// Red, green, blue of each pixel, rows of `storedWidth`.
  let light: [Float]

  /// Pixels that can be shifted to before what is seen repeats.
  private static let margin = 128

  init(
    _ background: Background, pictureWidth: Int, pictureHeight: Int, curve: TransferCurve,
    seed: UInt64, stream: String
  ) {
    width = pictureWidth + Backdrop.margin
    height = pictureHeight + Backdrop.margin
    storedWidth = width + pictureWidth + 1
    var random = RandomSource(seed: seed, stream: stream)
    let values = Backdrop.values(background, width: width, height: height, random: &random)
    var light: [Float] = []
    light.reserveCapacity(storedWidth * height * 3)
    let flat = Float(curve.light(for: background.level))
    for row in 0..<height {
      for column in 0..<storedWidth {
        let place = row * width + column % width
        for channel in values {
          light.append(
            background.isFlat ? flat : Float(curve.light(for: Double(max(0, channel[place])))))
        }
      }
    }
    self.light = light
  }

  /// Three planes of values: the same one three times where the background is grey.
  private static func values(
    _ background: Background, width: Int, height: Int, random: inout RandomSource
  ) -> [[Float]] {
    let flat = [Float](repeating: Float(background.level), count: width * height)
    guard !background.isFlat else { return [flat, flat, flat] }
    let share = min(max(background.colorfulness, 0), 1)
    var planes = [flat, flat, flat]
    if background.contrast != 0 {
      let grey = Texture(
        width: width, height: height, grain: background.grain, random: &random
      ).values
      for channel in 0..<3 {
        let own =
          share == 0
          ? grey
          : Texture(width: width, height: height, grain: background.grain, random: &random).values
        // The two parts are independent: their squares add up to the contrast's.
        let common = Float(background.contrast * (1 - share * share).squareRoot())
        let coloured = Float(background.contrast * share)
        for index in grey.indices {
          planes[channel][index] += common * grey[index] + coloured * own[index]
        }
      }
    }
    for _ in 0..<max(0, background.blocks) {
      addBlock(background, to: &planes, width: width, height: height, random: &random)
    }
    return planes
  }

  private static func addBlock(
    _ background: Background, to planes: inout [[Float]], width: Int, height: Int,
    random: inout RandomSource
  ) {
    let left = random.index(below: width)
    let top = random.index(below: height)
    let right = left + 4 + random.index(below: width / 4)
    let bottom = top + 4 + random.index(below: height / 4)
    let step = random.uniform(-1...1) * background.blockContrast
    for channel in 0..<3 {
      let tint = 1 + background.colorfulness * random.uniform(-0.5...0.5)
      for row in top..<min(bottom, height) {
        for column in left..<min(right, width) {
          planes[channel][row * width + column] += Float(step * tint)
        }
      }
    }
  }
}

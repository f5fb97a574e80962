import MorseCode

/// Band-limited random brightness of mean 0 and standard deviation 1 that wraps at its edges.
struct Texture {
  let width: Int
  let height: Int
  private(set) var values: [Float]

  /// Natural pictures have their contrast in octaves of about the same strength (Field, 1987):
  /// here three, each four times as coarse as the one before.
  init(width: Int, height: Int, grain: Double, random: inout RandomSource) {
    self.width = width
    self.height = height
    values = [Float](repeating: 0, count: width * height)
    var reach = max(grain, 0.5)
    for _ in 0..<3 {
      var octave = (0..<width * height).map { _ in Float(random.uniform() - 0.5) }
      let radius = max(1, Int((reach / 2).rounded()))
      // Two running means make a triangle, near enough to a bell.
      for _ in 0..<2 {
        Texture.smooth(&octave, lines: height, count: width, step: 1, jump: width, radius: radius)
        Texture.smooth(&octave, lines: width, count: height, step: width, jump: 1, radius: radius)
      }
      Texture.normalize(&octave)
      for index in values.indices { values[index] += octave[index] }
      reach *= 4
    }
    Texture.normalize(&values)
  }

  /// A running mean along each line, wrapping at its ends.
  private static func smooth(
    _ values: inout [Float], lines: Int, count: Int, step: Int, jump: Int, radius: Int
  ) {
    let radius = min(radius, (count - 1) / 2)
    guard radius > 0 else { return }
    let scale = 1 / Float(2 * radius + 1)
    var line = [Float](repeating: 0, count: count)
    for number in 0..<lines {
      let start = number * jump
      for index in 0..<count { line[index] = values[start + index * step] }
      var sum: Float = 0
      for offset in -radius...radius { sum += line[(offset + count) % count] }
      for index in 0..<count {
        values[start + index * step] = sum * scale
        let entering = index + radius + 1
        let leaving = index - radius
        sum +=
          line[entering < count ? entering : entering - count]
          - line[leaving >= 0 ? leaving : leaving + count]
      }
    }
  }

  private static func normalize(_ values: inout [Float]) {
    guard !values.isEmpty else { return }
    let count = Double(values.count)
    let mean = values.reduce(0.0) { $0 + Double($1) } / count
    let variance = values.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / count
    let scale = variance > 0 ? 1 / variance.squareRoot() : 0
    for index in values.indices { values[index] = Float((Double(values[index]) - mean) * scale) }
  }
}

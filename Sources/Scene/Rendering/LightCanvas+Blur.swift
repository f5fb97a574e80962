extension LightCanvas {
  /// Spreads each point's light around it, none is lost: `deviation` is the standard deviation in pixels. Beyond the edge is
  /// what is at the edge.
  mutating func blur(_ deviation: Double) {
    guard deviation > 0, deviation.isFinite else { return }
    // Three boxes side by side are nearly normal, each with a third of the variance: ((2 r + 1)^2 - 1) / 12.
    let reach = Int(((4 * deviation * deviation + 1).squareRoot() / 2 - 0.5).rounded())
    guard reach > 0 else { return }
    for _ in 0..<3 {
      for row in 0..<height {
        for channel in 0..<3 { spread(from: row * width * 3 + channel, step: 3, width, reach) }
      }
      for place in 0..<width * 3 { spread(from: place, step: width * 3, height, reach) }
    }
  }

  /// Takes the mean of `reach` values to either side of each, along a line.
  private mutating func spread(from start: Int, step: Int, _ count: Int, _ reach: Int) {
    let line = (0..<count).map { light[start + $0 * step] }
    func value(_ index: Int) -> Float { line[min(max(0, index), count - 1)] }
    var sum = (-reach...reach).reduce(Float(0)) { $0 + value($1) }
    let part = 1 / Float(2 * reach + 1)
    for index in 0..<count {
      light[start + index * step] = max(0, sum) * part
      sum += value(index + reach + 1) - value(index - reach)
    }
  }
}

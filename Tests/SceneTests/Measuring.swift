import MorseCode

@testable import Scene

/// What tests measure in rendered pictures.
extension Picture {
  /// Mean of one channel (0 red, 1 green, 2 blue) over a rectangle.
  func mean(channel: Int = 1, x: Range<Int>, y: Range<Int>) -> Double {
    var sum = 0
    for row in y {
      for column in x { sum += Int(pixels[(row * width + column) * 3 + channel]) }
    }
    return Double(sum) / Double(x.count * y.count)
  }

  func mean(channel: Int = 1) -> Double { mean(channel: channel, x: 0..<width, y: 0..<height) }

  subscript(column: Int, row: Int) -> [UInt8] {
    Array(pixels[((row * width + column) * 3)..<((row * width + column) * 3 + 3)])
  }

  /// Mean and variance of the differences from another picture, green channel.
  func difference(from other: Picture) -> (mean: Double, variance: Double) {
    let differences = stride(from: 1, to: pixels.count, by: 3).map {
      Double(pixels[$0]) - Double(other.pixels[$0])
    }
    let mean = differences.reduce(0, +) / Double(differences.count)
    let square = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, square / Double(differences.count))
  }

  /// Where the light above `level` is centred, and how much of it there is, green channel.
  func light(above level: Double) -> (x: Double, y: Double, sum: Double) {
    var sum = 0.0
    var x = 0.0
    var y = 0.0
    for row in 0..<height {
      for column in 0..<width {
        let light = max(0, Double(pixels[(row * width + column) * 3 + 1]) - level)
        sum += light
        x += light * (Double(column) + 0.5)
        y += light * (Double(row) + 0.5)
      }
    }
    return sum > 0 ? (x / sum, y / sum, sum) : (0, 0, 0)
  }
}

extension Scene {
  /// A small dark scene without noise in which one lamp is lit throughout.
  static func still(_ lamp: Lamp? = nil, seconds: Double = 0.2) -> Scene {
    Scene(
      width: 96, height: 64, lead: 0, fixedDuration: seconds, background: .flat(20),
      lamps: lamp.map { [$0] } ?? [], sensor: Sensor(noise: 0))
  }
}

extension Lamp {
  static func steady(x: Double = 48, y: Double = 32, radius: Double = 10, added: Double = 100)
    -> Lamp
  {
    Lamp(
      events: [.init(time: -10, isDown: true)], x: x, y: y, radius: radius, added: added)
  }
}

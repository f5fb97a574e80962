import Testing

@testable import Photometry

struct LightPointsTests {
  private static let (width, height) = (256, 192)

  /// A dark sky of noise with round lights, each of a place, a width (deviation, in pixels) and steps.
  private static func found(
    _ lights: [(x: Double, y: Double, deviation: Double, steps: Double)], noise: Float = 4,
    texture: Float = 0
  ) throws -> [LightPoint] {
    var random = SplitMix(seed: 3)
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        var value =
          12 + noise
          * (0..<4).reduce(Float(0)) { sum, _ in
            sum + Float.random(in: -0.87...0.87, using: &random)
          }
        if texture > 0 { value = 100 + texture * Float.random(in: -1...1, using: &random) }
        for light in lights {
          let (x, y) = (Double(column) + 0.5 - light.x, Double(row) + 0.5 - light.y)
          let power = (x * x + y * y) / (2 * light.deviation * light.deviation)
          value += Float(light.steps) * Float(power < 30 ? 1 / (1 + power + power * power / 2) : 0)
        }
        bytes.append(UInt8(min(max(value, 0), 255)))
      }
    }
    let frame = Frame(
      time: 0, width: width, height: height, format: .gray,
      plane0: Plane(bytes: bytes.span.bytes, stride: width))
    var grid = TileGrid()
    try grid.measure(frame, survey: true)
    var points = LightPoints()
    return points.find(in: frame, grid)
  }

  @Test(arguments: [(60.5, 40.5), (63.8, 72.1), (100.2, 7.9), (1.2, 100.0), (254.0, 190.5)])
  func `a light is found to half a pixel, wherever in its tile it is`(x: Double, y: Double) throws {
    let points = try Self.found([(x, y, 1, 90), (160, 100, 1.2, 70)])
    #expect(points.count == 2)
    let point = try #require(points.min { abs($0.x - x) < abs($1.x - x) })
    #expect(abs(point.x - x) < 0.7 && abs(point.y - y) < 0.7)
    #expect(point.light > 40)
  }

  @Test(arguments: [1, 4, 8] as [Float])
  func `noise has no lights`(_ noise: Float) throws {
    #expect(try Self.found([], noise: noise).isEmpty)
  }

  @Test func `a picture that is bright here and dark there has none either`() throws {
    #expect(try Self.found([(60, 40, 1, 90)], texture: 120).isEmpty)
  }
}

import Testing

@testable import Photometry

struct PeakMeterTests {
  private static let (width, height) = (96, 64)

  /// An even wall of 80 with a spot of 3x3 pixels that is brighter by 90, with its middle at x, y.
  private static func bytes(spotX: Int, spotY: Int) -> [UInt8] {
    (0..<(width * height)).map { index in
      let isSpot = abs(index % width - spotX) <= 1 && abs(index / width - spotY) <= 1
      return isSpot ? 170 : 80
    }
  }

  private static func excess(
    _ bytes: [UInt8], x: Double, y: Double, format: PixelFormat = .gray
  ) -> Double? {
    var meter = PeakMeter()
    let frame = Frame(
      time: 0, width: width, height: height, format: format,
      plane0: Plane(bytes: bytes.span.bytes, stride: bytes.count / height))
    return meter.excess(frame, x: x, y: y)
  }

  @Test(arguments: [(40, 30), (44, 30), (33, 37), (52, 42)])
  func `a small light stands out as far wherever near its place it is`(x: Int, y: Int) throws {
    let excess = try #require(Self.excess(Self.bytes(spotX: x, spotY: y), x: 40.5, y: 30.5))
    // But for what the spot itself adds to the mean around it.
    #expect(abs(excess - 90 * (1 - 9.0 / 729)) < 0.01)
  }

  @Test func `nothing stands out of an even wall, nor what is farther away`() {
    #expect(Self.excess(Self.bytes(spotX: -9, spotY: -9), x: 40, y: 30) == 0)
    #expect(Self.excess(Self.bytes(spotX: 70, spotY: 30), x: 40, y: 30) == 0)
  }

  @Test func `all formats tell the same`() throws {
    let bytes = Self.bytes(spotX: 40, spotY: 30)
    let gray = try #require(Self.excess(bytes, x: 40, y: 30))
    let pixels: [UInt8] = bytes.flatMap { value in [value, value, value] }
    let red = try #require(Self.excess(pixels, x: 40, y: 30, format: .rgb24))
    let packed: [UInt8] = bytes.flatMap { value in [value, 128] }
    let packedExcess = try #require(Self.excess(packed, x: 40, y: 30, format: .yuyv))
    #expect(abs(red - gray) < 0.1 && abs(packedExcess - gray) < 0.1)
  }

  @Test(arguments: [(3.0, 30.0), (93, 30), (40, 1), (40, 63.9)])
  func `a light at the edge of the picture stands out as well`(x: Double, y: Double) throws {
    let bytes = Self.bytes(spotX: min(94, max(1, Int(x))), spotY: min(62, max(1, Int(y))))
    let excess = try #require(Self.excess(bytes, x: x, y: y))
    #expect(excess > 80)
  }

  @Test(arguments: [(40.0, 64.0), (-1, 30), (.nan, 30), (1e300, 1e300)])
  func `a place that is not in the picture has no peak`(x: Double, y: Double) {
    #expect(Self.excess(Self.bytes(spotX: 5, spotY: 30), x: x, y: y) == nil)
  }
}

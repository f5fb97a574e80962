import Photometry
import Testing

@testable import Camera

@Suite struct FormatTests {
  @Test(
    arguments: [
      ("YUYV", 0x5659_5559), ("NV12", 0x3231_564e), ("Y16", 0x2036_3159),
    ] as [(String, UInt32)])
  func fourCharactersAndTheirCodeAreOne(name: String, code: UInt32) {
    #expect(FourCC(name).code == code)
    #expect(FourCC(code: code).description == name)
  }

  @Test func aRateIsWrittenAsShortAsItIs() throws {
    let ntsc = try #require(FrameRate(numerator: 1001, denominator: 30000))
    let whole = try #require(FrameRate(numerator: 333_333, denominator: 10_000_000))
    let half = try #require(FrameRate(numerator: 2, denominator: 15))
    #expect([ntsc, whole, half].map(\.description) == ["29.97", "30", "7.5"])
    #expect(half < ntsc && ntsc < whole)
    #expect(FrameRate(numerator: 0, denominator: 30) == nil)
    #expect(FrameRate(.nan) == nil)
  }

  /// Sizes of whole pictures by the definition of each format, with 3 bytes of padding to a row.
  @Test(
    arguments: [
      ("GREY", 6, 9, 4, [0], [9]),
      ("YUYV", 6, 15, 4, [0], [15]),
      ("RGB3", 6, 21, 4, [0], [21]),
      ("NV12", 6, 8, 4, [0, 32], [8, 8]),
      ("NV24", 6, 8, 4, [0, 32], [8, 16]),
      ("YU12", 6, 8, 4, [0, 32, 40], [8, 4, 4]),
      ("YV12", 6, 8, 4, [0, 40, 32], [8, 4, 4]),
      ("422P", 6, 8, 4, [0, 32, 48], [8, 4, 4]),
    ] as [(String, Int, Int, Int, [Int], [Int])])
  func planesLieWhereTheFormatSays(
    name: String, width: Int, bytesPerLine: Int, height: Int, offsets: [Int], strides: [Int]
  ) throws {
    guard case .raw(let format, let isCrFirst) = CaptureFormat(FourCC(name)) else {
      Issue.record("\(name) is not read")
      return
    }
    let layout = PlaneLayout(
      format: format, isCrFirst: isCrFirst, width: width, height: height,
      bytesPerLine: bytesPerLine)
    #expect(layout.parts.map(\.offset) == offsets)
    #expect(layout.parts.map(\.stride) == strides)
  }

  @Test func theLastRowNeedsNoPadding() {
    let layout = PlaneLayout(
      format: .gray, isCrFirst: false, width: 6, height: 4, bytesPerLine: 9)
    #expect(layout.size == 9 * 3 + 6)
  }

  @Test func aDriverThatSaysNoBytesPerLineHasNoPadding() {
    let layout = PlaneLayout(
      format: .bgrx, isCrFirst: false, width: 6, height: 4, bytesPerLine: 0)
    #expect(layout.size == 6 * 4 * 4)
  }
}

import Testing

@testable import Photometry

@Suite struct ScaledLevelsTests {
  /// Two levels, 1 apart, with some noise, now and then one between them.
  private static let trace: [Double] = (0..<300).map { index in
    let lit = index / 5 % 3 == 0 ? 1.0 : 0
    return index % 40 == 0 ? 0.5 : lit + 0.01 * Double(index * 7919 % 13 - 6)
  }

  @Test(arguments: [(2.0, 0.0), (3, 40), (30, -5)])
  func `levels in another unit are those of the trace in that unit`(
    scale: Double, offset: Double
  ) throws {
    let levels = try #require(Keyedness(Self.trace.map { 10 * $0 }))
    let told = try #require(Keyedness(Self.trace.map { 10 * $0 * scale + offset }))
    guard let scaled = levels.scaled(by: scale, offset: offset) else {
      // Only where one of them is clear and the other not.
      #expect(levels.isClear != told.isClear)
      return
    }
    #expect(abs(scaled.low - told.low) < 1e-9)
    #expect(abs(scaled.high - told.high) < 1e-9)
    #expect(abs(scaled.separation - told.separation) < 1e-6)
    #expect(abs(scaled.clarity - told.clarity) < 1e-6)
    #expect(scaled.changes == told.changes)
    #expect(scaled.share == told.share)
  }

  @Test(arguments: [0.0, -1, .nan, .infinity])
  func `there is no unit of nothing, nor one that is no number`(scale: Double) throws {
    let levels = try #require(Keyedness(Self.trace.map { 100 * $0 }))
    #expect(levels.scaled(by: scale, offset: 0) == nil)
    #expect(levels.scaled(by: 1, offset: .nan) == nil)
  }
}

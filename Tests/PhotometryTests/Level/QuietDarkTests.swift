import Testing

@testable import Photometry

struct QuietDarkTests {
  /// Samples of a light that is on for four of every eight, as high as `height` says of each, over a dark of 20 that wavers.
  private static func trace(
    wavering: Double = 0.5, height: (Int, inout SplitMix) -> Double
  ) -> [BrightnessSample] {
    var random = SplitMix(seed: 11)
    return (0..<400).map { index in
      let dark = 20 + Double.random(in: -wavering...wavering, using: &random)
      let lit = index % 8 >= 4 && index > 80 ? height(index, &random) : 0
      return BrightnessSample(time: Double(index) / 25, brightness: dark + lit)
    }
  }

  private static func isLit(_ index: Int) -> Bool { index % 8 >= 4 && index > 80 }

  @Test func `a light that twinkles is told by how quiet the dark is`() throws {
    let trace = Self.trace { _, random in Double.random(in: 18...80, using: &random) }
    let capped = try #require(trace.capped())
    let greatest = capped.map(\.brightness).max() ?? 0
    let middle = (20 + greatest) / 2
    for (index, sample) in capped.enumerated() {
      #expect((sample.brightness > middle) == Self.isLit(index))
      #expect(sample.time == trace[index].time && sample.brightness <= trace[index].brightness)
    }
    // Halfway between the levels some of it is dark.
    let halfway = trace.enumerated().count { ($1.brightness > 20 + 35) != Self.isLit($0) }
    #expect(halfway > 20)
  }

  @Test func `marks of one height are told by the levels`() {
    #expect(Self.trace { _, _ in 60 }.capped() == nil)
    #expect(
      Self.trace { _, random in Double.random(in: 55...65, using: &random) }.capped() == nil)
  }

  @Test func `a dark that is not quiet tells nothing`() {
    let trace = Self.trace(wavering: 12) { _, random in
      Double.random(in: 18...80, using: &random)
    }
    #expect(trace.capped() == nil)
  }

  @Test func `too few samples, or one that is no number, tell nothing`() {
    let trace = Self.trace { _, random in Double.random(in: 18...80, using: &random) }
    #expect(Array(trace.prefix(40)).capped() == nil)
    var broken = trace
    broken[7].brightness = .nan
    #expect(broken.capped() == nil)
  }
}

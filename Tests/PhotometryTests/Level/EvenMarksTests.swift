import Testing

@testable import Photometry

struct EvenMarksTests {
  /// Samples at 30 a second: a marble is three of them, of as many tenths of the full light.
  private static func samples(_ marbles: String, noise: Double = 0.2) -> [BrightnessSample] {
    var random = SplitMix(seed: 11)
    return marbles.flatMap { marble in
      (0..<3).map { _ in
        100 + 10 * Double(marble.wholeNumberValue ?? 0)
          + Double.random(in: -noise...noise, using: &random)
      }
    }.enumerated().map { BrightnessSample(time: Double($0) / 30, brightness: $1) }
  }

  /// Which marbles are lit, by the level in the middle of each.
  private static func states(_ samples: [BrightnessSample]) -> String {
    stride(from: 1, to: samples.count, by: 3).map { samples[$0].brightness > 145 ? "#" : "-" }
      .joined()
  }

  @Test(arguments: [
    // It twinkles; it goes out in part only; both.
    ("0000099900444000999000444000999000444000", "-----###--###---###---###---###---###---"),
    ("0000099944999449994499944999900000000000", "-----###--###--###--###--####-----------"),
    ("0000099922555229992255522999220000000000", "-----###--###--###--###--###------------"),
  ])
  func `each mark is as high as any other, and each gap as dark`(
    marbles: String, states: String
  ) throws {
    let samples = Self.samples(marbles)
    let evened = try #require(samples.evened())
    #expect(evened.map(\.time) == samples.map(\.time))
    #expect(Self.states(evened) == states)
  }

  @Test(arguments: [
    // Even as they are; never switched; too few turns.
    ("0000099900999000999000999000999000999000", 0.2),
    ("0000000000000000000000000000000000000000", 0.2),
    ("0000000000000000000000999000444000000000", 0.2),
    // Noise turns it as far.
    ("0000099900444000999000444000999000444000", 20),
  ])
  func `what is even, or noisy, is left as it is`(marbles: String, noise: Double) {
    #expect(Self.samples(marbles, noise: noise).evened() == nil)
  }
}

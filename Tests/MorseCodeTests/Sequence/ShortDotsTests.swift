import Testing

@testable import MorseCode

@Suite("Levels between off and on")
struct ShortDotsTests {
  static func suggested(_ trace: LightTrace, dot: Double) -> Int {
    lightTexts.indices.reduce(0) { count, index in
      let samples = trace.samples(lightTexts[index], dot: dot, seed: UInt64(index + 1))
      return count + (SequenceDecoder.suggests(samples) ? 1 : 0)
    }
  }

  @Test(
    "suggest dots of 0.6 to 1.2 frames", arguments: [0.6, 0.8, 1.0, 1.2], [0.5, 0.7, 0.9])
  func short(dot: Double, exposure: Double) {
    var trace = LightTrace()
    trace.exposure = exposure
    #expect(Self.suggested(trace, dot: dot) == lightTexts.count)
  }

  @Test(
    "never suggest that dots of 1.5 frames and more are shorter",
    arguments: [1.5, 1.6, 2, 2.5, 3, 5], [0.2, 0.5, 0.9, 1.0])
  func slow(dot: Double, exposure: Double) {
    for noise in [0, 0.02, 0.06, 0.15, 0.3] {
      var trace = LightTrace()
      trace.exposure = exposure
      trace.noise = noise
      #expect(Self.suggested(trace, dot: dot) == 0, "noise \(noise)")
    }
  }
}

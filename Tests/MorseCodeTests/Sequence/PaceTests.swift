import Testing

@testable import MorseCode

@Suite("Whether a light's pace excludes dots within frames")
struct PaceTests {
  /// A row of frames, `-` lit and `_` dark, over and over.
  private func frames(_ row: String) -> Frames? {
    let levels = Array(String(repeating: row, count: 300 / row.count))
    return Frames(
      levels.enumerated().map {
        KeySample(time: Double($0.offset) / 30, down: $0.element == "-" ? 1 : 0, deviation: 0.02)
      })
  }

  @Test(
    "it does where most of what is dark is longer than a word's gap, most of what is lit longer than a dash",
    arguments: [
      "--________________", "-__________________-______________-____________-_",
      "----------_____-----------___-_", "-----------_---__________",
    ])
  func excluded(row: String) throws {
    #expect(try #require(frames(row)).excludeShortDots)
  }

  @Test(
    "it does not where half of it is not",
    arguments: [
      "--________________--__-__", "----------_____---_-___---_-__", "---_-___-_---___",
    ])
  func open(row: String) throws {
    #expect(try !#require(frames(row)).excludeShortDots)
  }

  @Test(
    "it never does for Morse of such dots",
    arguments: [0.4, 0.6, 0.7, 1.0, 1.3, 1.5], [0.1, 0.3, 0.5, 0.9])
  func morse(dot: Double, exposure: Double) throws {
    var trace = LightTrace()
    trace.exposure = exposure
    trace.noise = 0.02
    for (index, text) in lightTexts.enumerated() {
      let samples = trace.samples(text, dot: dot, seed: UInt64(60 + index))
      #expect(try !#require(Frames(samples)).excludeShortDots, "\(text)")
    }
  }
}

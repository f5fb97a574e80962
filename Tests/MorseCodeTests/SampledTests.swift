import Testing

@testable import MorseCode

/// Samples of a key that know only on and off: each is what a threshold made of the part of its exposure
/// that was lit.
private func quantised(_ text: String, dot: Double, threshold: Double, seed: UInt64) -> [KeySample]
{
  var trace = LightTrace()
  trace.exposure = 0.5
  trace.noise = 0
  return trace.samples(text, dot: dot, seed: seed).map {
    KeySample(time: $0.time, down: $0.down > threshold ? 1 : 0, deviation: 0.144)
  }
}

@Suite("Samples of a key")
struct SampledTests {
  @Test(
    "that know only on and off are read down to dots of 1.8 frames", arguments: [1.8, 2.2, 3, 4.5])
  func quantisation(dot: Double) {
    for (index, text) in lightTexts.enumerated() {
      for threshold in [0.2, 0.5, 0.8] {
        let samples = quantised(text, dot: dot, threshold: threshold, seed: UInt64(index + 3))
        #expect(TimingDecoder.read(samples).map(\.text) == [text])
      }
    }
  }

  @Test("tell for how long the shutter is open, by how many lie between dark and lit")
  func shutter() {
    for (exposure, range) in [(0.1, 0.0...0.2), (0.5, 0.4...0.6), (0.9, 0.8...1.0)] {
      var trace = LightTrace()
      trace.exposure = exposure
      var builder = RunBuilder()
      for sample in trace.samples(lightTexts[4], dot: 3.3, seed: 5) { _ = builder.consume(sample) }
      #expect(range.contains(builder.shutterPart))
    }
  }

  @Test(
    "place an edge within a sample by the part that was lit, and know it better than between two")
  func edge() {
    var shutter = ShutterEstimate(part: 0.8)
    func side(_ time: Double, _ down: Double) -> ShutterEstimate.Side {
      ShutterEstimate.Side(time: time, down: down, deviation: 0.02)
    }
    // Open from 0.6 to 1.4: lit for a quarter of it, from 1.2.
    let within = shutter.consume(side(0, 0), side(1, 0.25), rises: true, frame: 1)
    #expect(abs(within.time - 1.2) < 0.06)
    // Closed from 0.4 to 0.6.
    let between = shutter.consume(side(0, 0), side(1, 1), rises: true, frame: 1)
    #expect(abs(between.time - 0.5) < 0.06)
    var half = ShutterEstimate(part: 0.1)
    #expect(
      half.consume(side(0, 0), side(1, 1), rises: true, frame: 1).variance > 5 * within.variance)
  }

  @Test("of blips and dropouts of one sample do not change the text", arguments: 1...6)
  func glitches(seed: UInt64) {
    var draws = Draws(state: seed)
    var trace = LightTrace()
    trace.rate = 60
    trace.exposure = 0.5
    let text = "THE FOX AND THE HEN"
    var samples = trace.samples(text, dot: 6, seed: seed)
    for _ in 0..<6 {
      let at = Int.random(in: 0..<samples.count, using: &draws)
      samples[at].down = samples[at].down > 0.5 ? 0 : 1
    }
    #expect(TimingDecoder.read(samples).map(\.text) == [text])
  }

  @Test("of a lamp that dims by a sixth for a frame are of one mark", arguments: 1...6)
  func ripples(seed: UInt64) {
    var trace = LightTrace()
    trace.noise = 0.03
    let text = "WIND +85 M"
    // In each dash, by five and a half times the noise.
    var samples = trace.samples(text, dot: 8, seed: seed)
    var lit = 0
    for index in samples.indices {
      lit = samples[index].down > 0.5 ? lit + 1 : 0
      if lit == 10 { samples[index].down = 0.835 }
    }
    #expect(TimingDecoder.read(samples).map(\.text) == [text])
  }
}

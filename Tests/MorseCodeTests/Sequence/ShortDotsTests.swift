import Foundation
import Testing

@testable import MorseCode

@Suite("Levels between off and on")
struct ShortDotsTests {
  /// What a whole recording is read as.
  private func read(_ trace: LightTrace, _ text: String, dot: Double, seed: Int) -> String {
    TimingDecoder.read(trace.samples(text, dot: dot, seed: UInt64(seed)))
      .map(\.text).joined(separator: "|")
  }

  @Test(
    "say by themselves that dots are shorter than a frame",
    arguments: [0.6, 0.8, 1.0, 1.2], [0.5, 0.7, 0.9])
  func short(dot: Double, exposure: Double) {
    var trace = LightTrace()
    trace.exposure = exposure
    var wrong = 0
    var length = 0
    var read: [String] = []
    for (index, text) in lightTexts.enumerated() {
      let said = self.read(trace, text, dot: dot, seed: 31 + index)
      wrong += characterErrors(text, said)
      length += text.count
      if said != text { read.append(said) }
    }
    #expect(Double(wrong) <= 0.02 * Double(length), "\(read)")
  }

  @Test("are not looked at where they would not be believed")
  func unbelieved() {
    let text = lightTexts[0]
    let samples = LightTrace().samples(text, dot: 0.6, seed: 31)
    #expect(TimingDecoder.read(samples).map(\.text) == [text])
    let without = TimingDecoder.read(samples, options: .init(looksWithinFrames: false))
    #expect(without.map(\.text) != [text])
  }

  @Test(
    "do not make slower dots shorter, in whatever noise",
    arguments: [1.4, 1.6, 2, 2.5, 3, 5], [0.2, 0.5, 0.9, 1.0])
  func slow(dot: Double, exposure: Double) {
    for noise in [0, 0.02, 0.06, 0.12] {
      var trace = LightTrace()
      trace.exposure = exposure
      trace.noise = noise
      for (index, text) in lightTexts.enumerated() where dot > 1.5 || noise < 0.1 {
        #expect(
          characterErrors(text, read(trace, text, dot: dot, seed: 77 + index)) <= text.count / 20,
          "noise \(noise)")
      }
    }
  }

  @Test(
    "do not make slower dots shorter where the light itself fades", arguments: [2, 3, 5], 1...3)
  func fading(dot: Double, seed: Int) {
    var trace = LightTrace()
    trace.noise = 0.005
    for text in lightTexts {
      // By a quarter over ten seconds, as daylight moves what a camera's exposure makes of a lamp.
      let samples = trace.samples(text, dot: dot, seed: UInt64(seed)).map { sample in
        var faded = sample
        faded.down *= 1 + 0.25 * sin(2 * .pi * sample.time / 10 + Double(seed))
        return faded
      }
      #expect(TimingDecoder.read(samples).map(\.text).joined(separator: "|") == text)
    }
  }

  @Test("are looked for only where whole marks do not explain the frames")
  func gate() throws {
    let trace = LightTrace()
    let steady = trace.samples("CQ CQ DE K1ABC", dot: 3, seed: 9)
    let frames = try #require(Frames(steady))
    let marks = Keying("CQ CQ DE K1ABC", speed: Speed(wpm: 12)).marks
    let right = MarkReading(marks, frames: frames)
    #expect(right.open == 0)
    #expect(!right.mayHideShorter(dot: 3, evidence: 70, marks: 36))
    // With every other mark overlooked, half of the frames speak against it, whatever the text pays.
    let half = MarkReading(
      marks.enumerated().filter { $0.offset % 2 == 0 }.map(\.element), frames: frames)
    #expect(half.mayHideShorter(dot: 3, evidence: 5, marks: 18))
    #expect(half.mayHideShorter(dot: 3, evidence: 70, marks: 18))
    #expect(half.logLikelihood(prior: 0) < right.logLikelihood(prior: 0))
    #expect(MarkReading([], frames: frames).mayHideShorter(dot: nil, evidence: 0, marks: 0))
  }

  @Test("tell the noise of the dark frames", arguments: [0.01, 0.03, 0.08], [0.8, 1.2, 3])
  func noise(deviation: Double, dot: Double) throws {
    var trace = LightTrace()
    trace.noise = deviation
    for seed in 1...4 {
      let frames = try #require(
        Frames(trace.samples(lightTexts[seed], dot: dot, seed: UInt64(seed))))
      #expect((0.6...1.5).contains(frames.deviation / deviation))
    }
  }
}

extension Keying {
  /// Seconds.
  fileprivate var marks: [(on: Double, off: Double)] {
    stride(from: 0, to: events.count - 1, by: 2).map { (events[$0].time, events[$0 + 1].time) }
  }
}

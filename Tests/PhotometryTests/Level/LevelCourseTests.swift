import MorseCode
import Testing

@testable import Photometry

struct LevelCourseTests {
  /// A lamp that sends once after six seconds and is dark for so many after; a codec rounds the dark to one of two neighbouring
  /// values.
  private static func trace(dark seconds: Double) -> (samples: [BrightnessSample], marks: Int) {
    let keying = Keying("ALL WELL", speed: Speed(wpm: 10.7))
    let end = (keying.events.last?.time ?? 0) + 6 + seconds
    var random = SplitMix(seed: 7)
    let samples = (0..<Int(25 * end)).map { index in
      let time = Double(index) / 25
      let isLit = keying.events.last { $0.time <= time - 6 }?.isDown ?? false
      let rounded = Double.random(in: 0...1, using: &random) < 0.04
      return BrightnessSample(time: time, brightness: isLit ? 130 : rounded ? 117.25 : 118.23)
    }
    return (samples, keying.events.count / 2)
  }

  @Test(arguments: [1.0, 20, 90])
  func `what a codec rounds to and fro in a long dark is no light`(dark: Double) {
    let (samples, marks) = Self.trace(dark: dark)
    let detection = Detector.judge(samples)
    #expect(detection.events.count { $0.isOn } == marks)
    for (sample, judged) in zip(samples, detection.samples) {
      #expect((sample.brightness > 124) == (judged.lit > 0.5))
    }
  }
}

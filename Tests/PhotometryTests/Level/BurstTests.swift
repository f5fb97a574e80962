import MorseCode
import Testing

@testable import Photometry

/// What comes over a lamp a time or two, far brighter or darker than it is.
struct BurstTests {
  /// Two letters again and again at 25 samples a second: 100 unlit, 130 lit, with a noise of one.
  private func trace(_ disturbance: (Double) -> Double = { _ in 0 }) -> [Double] {
    let marbles = Array("###-#########-###-###-----#########-###-#########----------")
    var random = RandomSource(seed: 4, stream: "bursts")
    return (0..<500).map { index in
      let lit = marbles[index % marbles.count] == "#"
      return 100 + (lit ? 30 : 0) + random.normal() + disturbance(Double(index) / 25)
    }
  }

  /// What passes at some times, `height` high, in a second and a half to and fro.
  private func passing(_ times: [Double], height: Double) -> (Double) -> Double {
    { now in
      times.reduce(0) { sum, time in
        let away = (now - time) / 0.35
        return sum + height / (1 + away * away * away * away)
      }
    }
  }

  static let bursts: [(times: [Double], height: Double)] = [
    ([9], 150), ([9], 600), ([4, 13], 400), ([9], -90), ([4, 8, 15], 300),
  ]

  @Test(arguments: bursts)
  func `the levels are the lamp's, whatever comes over it`(_ times: [Double], _ height: Double)
    throws
  {
    let levels = try #require(TwoLevels.fitWithoutBursts(trace(passing(times, height: height))))
    #expect(abs(levels.unlit - 100) < 6, "\(levels)")
    #expect(abs(levels.lit - 130) < 6, "\(levels)")
    let keyedness = try #require(Keyedness(trace(passing(times, height: height))))
    #expect(abs(keyedness.low - 100) < 6 && abs(keyedness.high - 130) < 6, "\(keyedness)")
    #expect(keyedness.strays > 10)
    // A sample in a burst says nothing of the lamp.
    #expect(height < 0 || keyedness.hasBursts && keyedness.isHigh(100 + height) == nil)
  }

  @Test func `what bursts in over noise is what there is`()
    throws
  {
    var random = RandomSource(seed: 7, stream: "bursts")
    let passing = passing([9], height: 200)
    let noise = (0..<500).map { 100 + random.normal() + passing(Double($0) / 25) }
    #expect(try #require(TwoLevels.fitWithoutBursts(noise)).lit > 160)
    #expect(try !#require(Keyedness(noise)).hasBursts)
  }

  @Test func `a trace without bursts has the levels that a fit finds`() {
    let plain = trace()
    #expect(TwoLevels.fitWithoutBursts(plain) == TwoLevels.fit(plain))
    #expect(Keyedness(plain)?.hasBursts == false)
    #expect(Keyedness(plain)?.strays == 0)
  }

  /// A short message beside small jumps that come far more often: what a codec does at each key frame, and the glow of a
  /// beacon.
  @Test(arguments: [(step: 0.25, every: 12, noise: 0.0), (2, 15, 0.1), (2, 15, 0.3)])
  func `a lamp is no burst, whatever small jumps there are`(
    _ small: (step: Double, every: Int, noise: Double)
  ) throws {
    let events = Keying("SOS", speed: Speed(wpm: 12)).events
    var random = RandomSource(seed: 3, stream: "bursts")
    let trace = (0..<900).map { index in
      let isDown = events.last { $0.time <= Double(index) / 30 - 10 }?.isDown ?? false
      return 100 + (isDown ? 60 : 0) + (index / small.every % 2 == 0 ? small.step : 0)
        + small.noise * random.normal()
    }
    #expect(Jump.usual(trace) == nil)
    #expect(try #require(TwoLevels.fitWithoutBursts(trace)).swing > 50)
    #expect(try #require(Keyedness(trace)).swing > 50)
  }

  @Test func `what bursts in is cut off at half a swing beyond the levels`() throws {
    let keyedness = try #require(Keyedness(trace(passing([9], height: 500))))
    let cut = keyedness.cut([50, 100, 115, 130, 400, .nan])
    #expect(cut[1...3] == [100, 115, 130])
    #expect(cut[0] == keyedness.low - keyedness.swing / 2)
    #expect(cut[4] == keyedness.high + keyedness.swing / 2)
    #expect(cut[5].isNaN)
  }

  @Test
  func `a recording with a headlight twelve times as bright as the lamp is judged as without it`() {
    func judged(_ values: [Double]) -> [LightEvent] {
      Detector.judge(
        values.enumerated().map { BrightnessSample(time: Double($0) / 25, brightness: $1) }
      ).events
    }
    let crossed = judged(trace(passing([9], height: 360)))
    let still = judged(trace())
    // It hides what it comes over, and nothing else.
    func away(_ events: [LightEvent]) -> [LightEvent] { events.filter { abs($0.time - 9) > 1.5 } }
    #expect(away(crossed).count == away(still).count)
    for (one, other) in zip(away(crossed), away(still)) {
      #expect(one.isOn == other.isOn && abs(one.time - other.time) < 0.04)
    }
  }
}

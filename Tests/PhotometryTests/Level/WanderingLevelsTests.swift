import MorseCode
import Testing

@testable import Photometry

/// Unlit brightness that moves while a lamp is keyed.
struct WanderingLevelsTests {
  /// A lamp of 70 over an ambient of 80, two letters again and again at 25 frames a second, and what comes on
  /// top of both.
  /// - Parameters:
  ///   - noise: The most by which a sample is off, up and down together.
  ///   - strength: What the lamp's light is multiplied by.
  private func trace(
    noise: Double = 1, strength: (Double) -> Double = { _ in 1 }, _ disturbance: (Double) -> Double
  ) -> [BrightnessSample] {
    let marbles = Array("###-#########-###-###-----#########-###-#########----------")
    return (0..<500).map { index in
      let time = Double(index) / 25
      let lit = marbles[index % marbles.count] == "#"
      // A little noise, the same each time.
      let away = noise * (Double((index &* 7919) % 13) / 13 - 0.5)
      return BrightnessSample(
        time: time, brightness: 80 + (lit ? 70 * strength(time) : 0) + away + disturbance(time))
    }
  }

  /// A headlight that passes at `time`, in half a second to and from its greatest.
  private func headlight(_ time: Double) -> Double {
    let away = (time - 9) / 0.5
    return 150 / (1 + away * away * away * away)
  }

  @Test func `a headlight that crosses takes no letter with it`() {
    let still = Detector.judge(trace { _ in 0 })
    let crossed = Detector.judge(trace(headlight))
    #expect(crossed.events.count == still.events.count)
    for (one, other) in zip(crossed.events, still.events) {
      #expect(one.isOn == other.isOn && abs(one.time - other.time) < 0.04)
    }
  }

  /// Whether a trace is judged as one without disturbance is, to a frame.
  private func isJudged(_ disturbed: [BrightnessSample], noise: Double = 1) -> Bool {
    let still = Detector.judge(trace(noise: noise) { _ in 0 }).events
    let events = Detector.judge(disturbed).events
    return events.count == still.count
      && zip(events, still).allSatisfy { $0.isOn == $1.isOn && abs($0.time - $1.time) < 0.045 }
  }

  /// Up and down between -1 and 1.
  private func wave(_ time: Double, seconds: Double) -> Double {
    abs(4 * (time / seconds).truncatingRemainder(dividingBy: 1) - 2) - 1
  }

  @Test(
    "a lamp that a hand turns away and back is read at its faintest", arguments: [1.8, 2.5, 4, 7],
    [1.0, 8])
  func varies(seconds: Double, noise: Double) {
    let varying = trace(noise: noise, strength: { 1 + 0.55 * wave($0, seconds: seconds) }) { _ in 0
    }
    let isJudged = isJudged(varying, noise: noise)
    #expect(isJudged)
  }

  @Test func `a lamp that grows faint is read to its end`() {
    let isJudged = isJudged(trace(strength: { 1.2 - 0.035 * $0 }) { _ in 0 })
    #expect(isJudged)
  }

  @Test(
    "a lamp that fills the picture is white, however bright what it hides is",
    arguments: [2.5, 4, 7],
    [20.0, 40])
  func isWhite(seconds: Double, extent: Double) {
    // What the camera moves over is seen while the lamp is off; lit, it shows white and no more.
    let white = trace(strength: { _ in 3 }) { 70 + extent * wave($0, seconds: seconds) }.map {
      BrightnessSample(time: $0.time, brightness: min(248, $0.brightness))
    }
    let isJudged = isJudged(white)
    #expect(isJudged)
  }

  @Test("an ambient that swings by more than the lamp is no afterglow", arguments: [5.0, 8, 14])
  func drifts(seconds: Double) {
    let isJudged = isJudged(trace(noise: 4) { 70 * wave($0, seconds: seconds) }, noise: 4)
    #expect(isJudged)
  }

  @Test func `a trace that its levels explain is left as it is`() {
    let samples = trace { _ in 0 }
    let levels = TwoLevels(unlit: 80, lit: 150, deviation: 0.3)
    #expect(WanderingLevels(samples[...], unlike: { _ in levels }) == nil)
  }

  @Test func `noise without jumps has no course`() {
    var state: UInt64 = 1
    let samples = (0..<500).map { index -> BrightnessSample in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return BrightnessSample(
        time: Double(index) / 25, brightness: Double(state >> 40) / Double(1 << 24))
    }
    let levels = TwoLevels(unlit: 0.4, lit: 0.6, deviation: 0.05)
    #expect(WanderingLevels(samples[...], unlike: { _ in levels }) == nil)
  }

  @Test func `an hour of noise has no course`() {
    var random = SplitMix(seed: 7)
    let samples = (0..<144_000).map { index -> BrightnessSample in
      // Nearly normal: twelve uniform ones.
      let noise = (0..<12).reduce(0.0) { sum, _ in
        sum + Double.random(in: -0.5...0.5, using: &random)
      }
      return BrightnessSample(time: Double(index) / 40, brightness: 100 + noise)
    }
    let levels = TwoLevels(unlit: 99, lit: 101, deviation: 0.6)
    #expect(WanderingLevels(samples[...], unlike: { _ in levels }) == nil)
  }

  /// Light of dots of exactly a frame, each of which falls into two: `part` into the first.
  private func frameDots(_ text: String, part: Double) -> [BrightnessSample] {
    let events = Keying(text, speed: Speed(wpm: 36)).events
    func isDown(_ unit: Int) -> Bool {
      let time = (Double(unit) + 0.5) / 30
      return events.last { $0.time <= time }?.isDown ?? false
    }
    let units = Int(((events.last?.time ?? 0) * 30).rounded()) + 20
    return (-30..<units).map { unit in
      let lit = (isDown(unit) ? part : 0) + (isDown(unit - 1) ? 1 - part : 0)
      return BrightnessSample(time: Double(unit) / 30, brightness: 50 + 100 * lit)
    }
  }

  @Test(
    "light of a part of a frame does not move the baseline",
    arguments: ["QTH = PARIS", "SOS SOS", "WE ARE THREE ON THE NORTH RIDGE"],
    [0.5, 0.4, 1.0 / 3, 0.2])
  func partlyLit(text: String, part: Double) throws {
    let trace = frameDots(text, part: part)
    let judged = Detector.judge(trace).samples
    // The same brightness is the same light, wherever it comes.
    let levels = Dictionary(grouping: zip(trace, judged), by: { $0.0.brightness.rounded() })
    for (_, pairs) in levels {
      let lit = pairs.map(\.1.lit)
      let (least, most) = (try #require(lit.min()), try #require(lit.max()))
      #expect(most - least < 0.05)
    }
  }

  @Test func `a white lamp that is shown a hundredth darker is lit as before`() {
    let model = LevelFilter.Model(lamp: .white, swing: 94, noise: 0.7)
    var survivors = LevelSurvivors(first: 133, model)
    for marble in "----####----####-------####----############----############" {
      _ = survivors.advance(marble == "#" ? 232.7 : 133, after: 1.0 / 30)
    }
    // The camera's exposure follows.
    let later = [117, 118, 118] + [Double](repeating: 229.6, count: 13)
    for (index, value) in later.enumerated() {
      _ = survivors.advance(value, after: 1.0 / 30)
      let levels = survivors.paths[0].filter
      #expect(abs(levels.unlit - 125) < 10 && levels.swing > 90, "\(index)")
    }
  }
}

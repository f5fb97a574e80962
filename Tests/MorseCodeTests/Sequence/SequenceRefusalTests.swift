import Foundation
import Testing

@testable import MorseCode

@Suite("Light that is no steady Morse")
struct SequenceRefusalTests {
  private func read(_ levels: [Double]) -> DecodedMessage? {
    let samples = levels.enumerated().map {
      KeySample(time: Double($0.offset) / 30, down: $0.element, deviation: 0.02)
    }
    return SequenceDecoder.read(samples, options: TimingDecoder.Options())
  }

  @Test("is refused: noise", arguments: [60, 120, 300], 1...4)
  func noise(count: Int, seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    #expect(read((0..<count).map { _ in random.normal() }) == nil)
    #expect(read((0..<count).map { _ in random.unit() }) == nil)
  }

  @Test(
    "is refused: flicker and beats", arguments: [0.05, 0.1, 0.17, 0.23, 0.31, 0.42], [100, 300])
  func flicker(rate: Double, count: Int) {
    var random = SplitMix(state: 7)
    #expect(
      read(
        (0..<count).map { 0.5 + 0.5 * sin(2 * .pi * rate * Double($0)) + 0.02 * random.normal() })
        == nil)
    #expect(
      read(
        (0..<count).map {
          ((rate * Double($0)).truncatingRemainder(dividingBy: 1) < 0.5 ? 1 : 0)
            + 0.02 * random.normal()
        }) == nil)
  }

  @Test("is refused: a lamp switched at random", arguments: [0.5, 1, 2, 4], 1...4)
  func telegraph(mean: Double, seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    var events: [KeyEvent] = []
    var time = 0.0
    for index in 0..<Int(200 / mean) {
      events.append(KeyEvent(time: time, isDown: index % 2 == 0))
      time -= log(1 - random.unit()) * mean / 30
    }
    let samples = LightTrace().samples(events, seed: 5)
    #expect(SequenceDecoder.read(samples, options: TimingDecoder.Options()) == nil)
  }

  /// Alone, each is an E or a T for sure.
  @Test("is refused: a few flashes of a frame or three, long apart", arguments: [2.1, 4.7], 1...4)
  func flashes(apart seconds: Double, seed: Int) {
    for durations in [[1.0, 3, 3], [3, 3], [1, 3], [3, 1, 1]] {
      let events = durations.enumerated().flatMap { index, frames in
        let time = seconds * Double(index) + 0.013 * Double(seed)
        return [
          KeyEvent(time: time, isDown: true), KeyEvent(time: time + frames / 30, isDown: false),
        ]
      }
      let samples = LightTrace().samples(events, seed: UInt64(seed))
      #expect(SequenceDecoder.read(samples, options: TimingDecoder.Options()) == nil)
    }
  }

  @Test("is refused: slower Morse", arguments: [1.8, 2, 2.5, 3, 4, 6])
  func slow(dot: Double) {
    for (index, text) in lightTexts.enumerated() {
      let samples = LightTrace().samples(text, dot: dot, seed: UInt64(index + 1))
      #expect(SequenceDecoder.read(samples, options: TimingDecoder.Options()) == nil)
    }
  }

  @Test("never traps on what is no light at all")
  func degenerate() {
    func trace(_ count: Int = 100, _ make: (Int) -> (time: Double, down: Double)) -> [KeySample] {
      (0..<count).map {
        let (time, down) = make($0)
        return KeySample(time: time, exposure: down, down: down, deviation: down)
      }
    }
    func frame(_ index: Int) -> Double { Double(index) / 30 }
    func blink(_ index: Int) -> Double { Double(index % 3) }
    var cases: [[KeySample]] = []
    cases.append(trace(0) { (frame($0), blink($0)) })
    cases.append(trace(1) { (frame($0), blink($0)) })
    cases.append(trace(2) { (frame($0), blink($0)) })
    cases.append(trace(7) { (frame($0), blink($0)) })
    cases.append(trace { (frame($0), 0.5) })
    cases.append(trace { (3, blink($0)) })
    cases.append(trace { (Double(100 - $0), blink($0)) })
    cases.append(trace { (Double($0) * 1e-9, blink($0)) })
    cases.append(trace { (Double($0) * 1e7, blink($0)) })
    cases.append(trace { (frame($0) + ($0 < 50 ? 0 : 1e8), blink($0)) })
    cases.append(trace { (frame($0 / 2) * 100 + Double($0 % 2) * 1e-5, blink($0)) })
    cases.append(trace { (frame($0), blink($0) * 1e308) })
    cases.append(trace { (frame($0), blink($0) * 1e11) })
    cases.append(trace { (frame($0), $0 == 50 ? .infinity : $0 == 20 ? .nan : blink($0)) })
    cases.append(trace { ($0 == 40 ? .nan : $0 == 41 ? -.infinity : frame($0), blink($0)) })
    for samples in cases {
      _ = TimingDecoder.read(samples)
      for speeds in [3.0...70, 1e-9...1e9, 30...90] {
        _ = SequenceDecoder.read(samples, options: TimingDecoder.Options(speeds: speeds))
      }
    }
  }

  @Test(
    "one letter but for a quarter of eight is none",
    arguments: [
      (".. .. .. .. .. .. .. .-", true), ("... --- ... ... --- ... ... --- ...", false),
      (". . . . . . - -", false), (". . . . . . -", false), (". . . . .", true),
    ])
  func oneLetter(codes: String, isMonotonous: Bool) {
    #expect(
      SequenceReading.isMonotonous(codes.split(separator: " ").map(String.init)) == isMonotonous)
  }
}

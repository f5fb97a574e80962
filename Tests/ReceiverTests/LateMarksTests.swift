import MorseCode
import Photometry
import Testing

@testable import Receiver

/// Marks that seem to end late.
@Suite struct LateMarksTests {
  /// Texts of 11 WPM, 20 s from the begin of one to the next, seen 30 times a second, of which each mark ends `late` seconds
  /// late.
  private func judged(_ texts: [String], late: Double, noise: Double = 0.5) -> Detector.Detection {
    var random = RandomSource(seed: 7)
    let events = texts.enumerated().flatMap { index, text in
      Keying(text, speed: Speed(wpm: 11)).events.map {
        KeyEvent(
          time: 20 * Double(index) + $0.time + ($0.isDown ? 0 : late), isDown: $0.isDown)
      }
    }
    return Detector.judge(
      (0..<600 * texts.count).map { index in
        let time = Double(index) / 30
        let isLit = events.last { $0.time <= time - 1 }?.isDown ?? false
        return BrightnessSample(
          time: time,
          brightness: (isLit ? 140 : 100) + Double.random(in: -noise...noise, using: &random))
      })
  }

  private func plain(_ detection: Detector.Detection) -> [DecodedMessage] {
    TimingDecoder.read(detection.samples.map(KeySample.init))
  }

  @Test func `a light whose marks end late is believed as one that keeps time`() throws {
    let late = judged(["MEET AT PIER 7"], late: 0.06)
    let message = try #require(LateMarks.read(late, options: .init()).first)
    let before = try #require(plain(late).first)
    let exact = try #require(plain(judged(["MEET AT PIER 7"], late: 0)).first)
    #expect(message.text == "MEET AT PIER 7")
    #expect(message.evidence > before.evidence + 8)
    #expect(message.evidence > 0.8 * exact.evidence)
  }

  @Test func `each of several messages is judged by its own marks`() {
    let late = judged(["MEET AT PIER 7", "WAIT THERE"], late: 0.06)
    let messages = LateMarks.read(late, options: .init())
    #expect(messages.map(\.text) == ["MEET AT PIER 7", "WAIT THERE"])
    #expect(zip(messages, plain(late)).allSatisfy { $0.evidence > $1.evidence })
  }

  @Test(arguments: [(late: 0.01, noise: 0.5), (late: 0.06, noise: 12)])
  func `marks that end little late, or in noise, are read as they are`(late: Double, noise: Double)
  {
    let detection = judged(["MEET AT PIER 7"], late: late, noise: noise)
    #expect(LateMarks.read(detection, options: .init()) == plain(detection))
  }
}

import MorseCode
import Photometry
import Testing

@testable import Receiver

/// Samples from a marble string: `-` unlit, `#` lit, `1` to `9` lit for so many tenths, `?` covered; 25 a second.
private func keys(_ marbles: String) -> [KeySample] {
  marbles.enumerated().map { index, marble in
    let lit =
      marble == "#" ? 1 : marble == "?" ? 0.5 : Double(String(marble)).map { $0 / 10 } ?? 0
    return KeySample(
      time: Double(index) / 25, exposure: nil, down: lit, deviation: marble == "?" ? 1 : 0.01)
  }
}

private func marbles(_ samples: [KeySample]) -> String {
  samples.map { sample in
    if sample.deviation == 1 { return "?" }
    let tenths = Int((10 * sample.down).rounded())
    return tenths == 0 ? "-" : tenths == 10 ? "#" : String(tenths)
  }.joined()
}

/// Marks that seem to end late.
@Suite struct LateMarksTests {
  /// Texts of 11 WPM, 20 s from the begin of one to the next, seen 30 times a second, of which each mark ends `late` seconds
  /// late.
  private func samples(_ texts: [String], late: Double, noise: Double = 0.5)
    -> [BrightnessSample]
  {
    var random = RandomSource(seed: 7)
    let events = texts.enumerated().flatMap { index, text in
      Keying(text, speed: Speed(wpm: 11)).events.map {
        KeyEvent(
          time: 20 * Double(index) + $0.time + ($0.isDown ? 0 : late), isDown: $0.isDown)
      }
    }
    return (0..<600 * texts.count).map { index in
      let time = Double(index) / 30
      let isLit = events.last { $0.time <= time - 1 }?.isDown ?? false
      return BrightnessSample(
        time: time,
        brightness: (isLit ? 140 : 100) + Double.random(in: -noise...noise, using: &random))
    }
  }

  private func judged(_ texts: [String], late: Double, noise: Double = 0.5) -> Detector.Detection {
    Detector.judge(samples(texts, late: late, noise: noise))
  }

  private func read(_ detection: Detector.Detection) -> [DecodedMessage] {
    LateMarks.read(
      detection.samples.map(KeySample.init), lateness: detection.lateness,
      edges: detection.events.count, options: .init())
  }

  private func plain(_ detection: Detector.Detection) -> [DecodedMessage] {
    TimingDecoder.read(detection.samples.map(KeySample.init))
  }

  @Test func `a light whose marks end late is believed as one that keeps time`() throws {
    let late = judged(["MEET AT PIER 7"], late: 0.06)
    let message = try #require(read(late).first)
    let before = try #require(plain(late).first)
    let exact = try #require(plain(judged(["MEET AT PIER 7"], late: 0)).first)
    #expect(message.text == "MEET AT PIER 7")
    #expect(message.evidence > before.evidence + 8)
    #expect(message.evidence > 0.8 * exact.evidence)
  }

  /// What a place prints whose odds are these before anything is read.
  private func live(_ samples: [BrightnessSample], prior: Double) -> String {
    var channel = LampChannel(options: ReceiverOptions(), prior: prior)
    var reports: [LampChannel.Report] = []
    for sample in samples { reports += channel.consume(sample) }
    reports += channel.finish()
    return reports.compactMap(\.character?.text).joined()
  }

  @Test func `a light whose marks end late is believed while it comes`() throws {
    let samples = samples(["MEET AT PIER 7"], late: 0.06)
    let late = Detector.judge(samples)
    let after = try #require(read(late).first).evidence
    let before = try #require(plain(late).first).evidence
    #expect(live(samples, prior: -0.5 * (before + after)) == "MEET AT PIER 7")
    #expect(live(samples, prior: -after - 10).isEmpty)
  }

  @Test func `each of several messages is judged by its own marks`() {
    let late = judged(["MEET AT PIER 7", "WAIT THERE"], late: 0.06)
    let messages = read(late)
    #expect(messages.map(\.text) == ["MEET AT PIER 7", "WAIT THERE"])
    #expect(zip(messages, plain(late)).allSatisfy { $0.evidence > $1.evidence })
  }

  @Test(arguments: [(late: 0.01, noise: 0.5), (late: 0.06, noise: 12)])
  func `marks that end little late, or in noise, are read as they are`(late: Double, noise: Double)
  {
    let detection = judged(["MEET AT PIER 7"], late: late, noise: noise)
    #expect(read(detection) == plain(detection))
  }

  @Test(arguments: [
    ("-####----####--", 2, "-##------##----"),
    ("-###4----", 1, "-##4-----"),
    // What is left of its fading is no mark of its own.
    ("-####42--###", 1, "-###6----###"),
    ("-####-###-", 0.5, "-###5-##5-"),
    ("--#--", 3, "-----"),
    ("-##-####-", 3, "----#----"),
    ("####", 2, "####"),
    // Under what covers it a mark does not end.
    ("-##??##--", 1, "-##??#---"),
    ("-###??---", 2, "-###??---"),
  ])
  func `marks end earlier by the time that a light outshines the picture`(
    before: String, samples: Double, after: String
  ) {
    #expect(marbles(LateMarks.ended(keys(before), earlierBy: samples / 25)) == after)
  }
}

import MorseCode
import Photometry
import Scene
import Testing

@testable import Receiver

/// Lights that do more than to go to and fro between two levels, read while they come.
@Suite(.timeLimit(.minutes(10))) struct LiveUnsteadyTests {
  static let text = "MEET ME AT NOON"
  static let rate = 30.0

  /// What a lamp keyed with the text adds to the ambient, sample by sample.
  private static func read(_ brightness: (_ time: Double, _ isDown: Bool) -> Double) -> [String] {
    let events = Keying(text, speed: Speed(wpm: 12)).events
    let end = (events.last?.time ?? 0) + 8
    var random = RandomSource(seed: 3, stream: "unsteady")
    var receiver = LiveReceiver(options: ReceiverOptions())
    var received: [Received] = []
    for index in 0..<Int(end * rate) {
      let time = Double(index) / rate
      let isDown = events.last { $0.time + 2 <= time }?.isDown ?? false
      let value = brightness(time, isDown) + 0.5 * random.normal()
      received += receiver.consume(TraceRow(time: time, value: value), of: .luma)
    }
    received += receiver.finish()
    return received.compactMap {
      if case .message(_, let message) = $0 { message.text } else { nil }
    }
  }

  @Test func `a light that glows on between the marks of a letter is read while it comes`() {
    var light = 0.0
    let texts = Self.read { _, isDown in
      // A time constant of a dot and a half: between dots the light never goes out.
      let part = 1 - Self.kept(seconds: 0.15)
      light += ((isDown ? 1 : 0) - light) * part
      return 100 + 60 * light
    }
    #expect(texts == [Self.text])
  }

  @Test func `a torch that a hand turns away and back is read while it comes`() {
    let texts = Self.read { time, isDown in
      let turn = abs((time / 4).truncatingRemainder(dividingBy: 2) - 1)
      return 100 + (isDown ? 60 * (0.3 + 0.7 * turn) : 0)
    }
    #expect(texts == [Self.text])
  }

  @Test func `an ambient that swings by more than the lamp does is taken out while it comes`() {
    let texts = Self.read { time, isDown in
      let swing = abs((time / 5).truncatingRemainder(dividingBy: 2) - 1)
      return 100 + 90 * swing + (isDown ? 60 : 0)
    }
    #expect(texts == [Self.text])
  }

  /// What a pole leaves of the way after a sample's time; exp(-x) to the third power of x is near enough.
  private static func kept(seconds: Double) -> Double {
    let x = 1 / (rate * seconds)
    return 1 - x + x * x / 2 - x * x * x / 6
  }

  /// A lamp keyed with the text until 10 s.
  private static func samples(_ brightness: (_ isDown: Bool, _ time: Double) -> Double)
    -> [BrightnessSample]
  {
    let events = Keying(text, speed: Speed(wpm: 12)).events
    var random = RandomSource(seed: 3, stream: "anew")
    return (0..<Int(10 * rate)).map { index in
      let time = Double(index) / rate
      let isDown = events.last { $0.time + 2 <= time }?.isDown ?? false
      return BrightnessSample(
        time: time, brightness: brightness(isDown, time) + 0.2 * random.normal())
    }
  }

  @Test(arguments: [false, true])
  func `what waits is read in the new way unless that fits far worse`(isWorse: Bool) {
    var channel = LampChannel(options: ReceiverOptions(), prior: 0)
    for sample in Self.samples({ isDown, _ in isDown ? 140 : 100 }) { _ = channel.consume(sample) }
    let before = channel.secondReading.recent(since: nil)
    // As of a television.
    _ = channel.readAnew(
      Self.samples { isDown, time in
        (isWorse ? Int(time * Self.rate) % 3 == 0 : isDown) ? 20 : -50
      })
    let after = channel.secondReading.recent(since: nil)
    #expect(before.count > 200 && after.count == before.count)
    #expect((after == before) == isWorse)
  }

  @Test func `a lamp that is read in another unit is read on`() {
    let events = Keying(Self.text, speed: Speed(wpm: 12)).events
    let end = (events.last?.time ?? 0) + 8
    var channel = LampChannel(options: ReceiverOptions(), prior: 0)
    var reports: [LampChannel.Report] = []
    for sample in Self.samples({ isDown, _ in isDown ? 140 : 100 }) {
      reports += channel.consume(sample)
    }
    reports += channel.readAnew(Self.samples { isDown, _ in isDown ? 20 : -50 })
    for index in Int(10 * Self.rate)..<Int(end * Self.rate) {
      let time = Double(index) / Self.rate
      let isDown = events.last { $0.time + 2 <= time }?.isDown ?? false
      reports += channel.consume(BrightnessSample(time: time, brightness: isDown ? 20 : -50))
    }
    reports += channel.finish()
    #expect(reports.compactMap(\.character?.text).joined() == Self.text)
  }
}

import MorseCode
import Photometry
import Scene
import Testing

@testable import Receiver

@Suite(.timeLimit(.minutes(10))) struct SquelchTests {
  private static let prior = Squelch.prior(searched: 20, isPointedOut: false)

  @Test(arguments: [
    // What the light of late has against it, and whether it is open still.
    (0.0, true), (Squelch.caution * 0.9, true), (Squelch.caution * 1.1, false), (.infinity, false),
  ])
  func `what was believed is doubted again where the odds are a thousand to one`(
    against: Double, isOpen: Bool
  ) {
    var squelch = Squelch(prior: Self.prior, isOff: false)
    let opens = squelch.admits(evidence: -Self.prior)
    #expect(opens)
    let stays = squelch.stillAdmits(evidence: -against)
    #expect(stays == isOpen)
    #expect(squelch.isOpen == isOpen)
  }

  @Test func `a squelch that is off doubts nothing`() {
    var squelch = Squelch(prior: Self.prior, isOff: true)
    let stays = squelch.stillAdmits(evidence: -.infinity)
    #expect(stays)
  }

  /// What a lamp prints that sends a word, and from then on what `goesOn` says, at each of its ticks.
  private static func text(goesOn: (_ tick: Int) -> Bool) -> String {
    let word = Keying("PARIS ", speed: Speed(wpm: 12)).events
    let begin = (word.last?.time ?? 0) + 2.5
    var random = RandomSource(seed: 5, stream: "squelch")
    var channel = LampChannel(options: ReceiverOptions(), prior: prior, swing: 60)
    var reports: [LampChannel.Report] = []
    for index in 0..<(60 * 30) {
      let time = Double(index) / 30
      let isDown =
        time < begin
        ? word.last { $0.time + 2 <= time }?.isDown ?? false
        : goesOn(Int((time - begin) / 0.083))
      reports += channel.consume(
        BrightnessSample(time: time, brightness: 100 + (isDown ? 60 : 0) + 0.5 * random.normal()))
    }
    reports += channel.finish()
    return reports.compactMap(\.character?.text).joined()
  }

  @Test func `a light that begins like Morse and goes on as none is read no further`() {
    var random = RandomSource(seed: 7, stream: "port")
    let bits = (0..<800).map { _ in random.uniform() < 0.5 }
    let text = Self.text { bits[$0] }
    #expect(text.hasPrefix("PARIS"))
    // All of the minute says ninety.
    #expect(text.count <= 24, "\(text)")
  }

  /// What is read of a place of which `text` takes 4 steps, or which it gives 4.
  private static func text(of text: String, gives: Bool) -> String {
    let events = Keying(text, speed: Speed(wpm: 4.5)).events
    let end = (events.last?.time ?? 0) + 2
    var random = RandomSource(seed: 11, stream: "turned")
    var channel = LampChannel(options: ReceiverOptions(), prior: prior, swing: 4)
    var reports: [LampChannel.Report] = []
    for index in 0..<Int(end * 30) {
      let time = Double(index) / 30
      let isDown = events.last { $0.time + 1.9 <= time }?.isDown ?? false
      reports += channel.consume(
        BrightnessSample(
          time: time, brightness: 60 + (isDown == gives ? 4 : 0) + 0.2 * random.normal()))
    }
    reports += channel.finish()
    return reports.compactMap(\.character?.text).joined()
  }

  /// A camera's exposure darkens a place whenever the lamp is on.
  @Test(arguments: ["CALL ANNA", "NEED WATER", "MEET JOHN"])
  func `a light that is taken for unlit when it is lit says nothing`(text: String) {
    #expect(Self.text(of: text, gives: false).isEmpty)
    #expect(Self.text(of: text, gives: true) == text)
  }
}

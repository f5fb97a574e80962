import Foundation
import MorseCode
import Photometry
import Scene
import Testing

@testable import Receiver

/// Light that is not Morse, as it comes: nothing is to be printed.
@Suite(.timeLimit(.minutes(10))) struct LiveSilenceTests {
  /// More of each class, and what was printed: SILENCE_SEEDS=200.
  private static let seeds = ProcessInfo.processInfo.environment["SILENCE_SEEDS"].flatMap(
    UInt64.init)

  private static func text(_ reports: [LampChannel.Report]) -> String {
    reports.compactMap(\.character?.text).joined()
  }

  /// What a place prints that was found among `searched`; 0: one that was pointed out.
  private static func live(_ samples: [BrightnessSample], searched: Int) -> String {
    let prior = searched == 0 ? 0 : Squelch.prior(searched: searched, isPointedOut: false)
    var channel = LampChannel(options: ReceiverOptions(), prior: prior)
    var text = ""
    for sample in samples { text += Self.text(channel.consume(sample)) }
    return text + Self.text(channel.finish())
  }

  @Test(arguments: [true, false])
  func `a place that is read anew is still in a busy picture`(isBusy: Bool) throws {
    var channel = LampChannel(options: ReceiverOptions(), prior: -10)
    channel.isBusy = isBusy
    let anew = try #require(channel.begunAnew(at: 3))
    #expect(anew.isBusy == isBusy)
  }

  /// What a place prints while it sends `text`, and what once it is over.
  private static func texts(
    sending text: String, isBusy: Bool
  ) -> (underWay: String, whole: String) {
    let events = Keying(text, speed: Speed(wpm: 12)).events
    let end = (events.last?.time ?? 0) + 2
    var random = RandomSource(seed: 3, stream: "busy")
    let prior = Squelch.prior(searched: 20, isPointedOut: false)
    var channel = LampChannel(options: ReceiverOptions(), prior: prior, swing: 60)
    channel.isBusy = isBusy
    var underWay = ""
    for index in 0..<Int((end + 0.5) * 30) {
      let time = Double(index) / 30
      let isDown = events.last { $0.time + 2 <= time }?.isDown ?? false
      underWay += Self.text(
        channel.consume(
          BrightnessSample(
            time: time, brightness: 100 + (isDown ? 60 : 0) + 0.5 * random.normal())))
    }
    return (underWay, underWay + Self.text(channel.finish()))
  }

  @Test(arguments: ["TEST TEST", "MEET TOM HE IS"])
  func `in a busy picture letters of one kind of mark each wait for more of the message`(
    text: String
  ) {
    #expect(!Self.texts(sending: text, isBusy: false).underWay.isEmpty)
    #expect(Self.texts(sending: text, isBusy: true).underWay.isEmpty)
  }

  @Test(arguments: ["PARIS PARIS", "SOS SOS SOS SOS SOS SOS SOS", "CQ DE K7AB"])
  func `in a busy picture any other message is told as it comes`(text: String) {
    let (underWay, whole) = Self.texts(sending: text, isBusy: true)
    #expect(!underWay.isEmpty)
    #expect(whole == text)
  }

  /// Of a place that somebody pointed out, one in a hundred may say something: the odds are even there,
  /// and a lone `K` is to be read. Of one place among thousands, none.
  @Test(arguments: SmoothNoise.allCases)
  func `smooth noise prints nothing`(kind: SmoothNoise) {
    let count = Self.seeds ?? 12
    var pointedOut: [String] = []
    var found: [String] = []
    for seed in 0..<count {
      let samples = kind.samples(seed: seed, seconds: 40)
      let text = Self.live(samples, searched: 0)
      guard !text.isEmpty else { continue }
      pointedOut.append("\(seed): \(text)")
      let other = Self.live(samples, searched: 4800)
      if !other.isEmpty { found.append("\(seed): \(other)") }
    }
    if Self.seeds != nil { print("SILENCE \(kind), of \(count):", pointedOut, found) }
    #expect(found.isEmpty, "\(kind)")
  }

  @Test(arguments: SceneCatalogue.silent)
  func `a silent scene prints nothing`(scene: NamedScene) {
    for seed in 0..<((Self.seeds ?? 20) / 20) {
      var receiver = LiveReceiver(options: ReceiverOptions())
      var received: [Received] = []
      var sounding = 0
      var frames = 0
      for picture in scene.scene(seed: 900 + seed, seconds: 40).pictures() {
        received += picture.withFrame { frame in receiver.consume(frame) }
        frames += 1
        if receiver.isLit { sounding += 1 }
      }
      received += receiver.finish()
      let text = received.compactMap {
        if case .character(_, let character) = $0 { character.text } else { nil }
      }.joined()
      #expect(text.isEmpty, "\(scene), seed \(900 + seed)")
      if Self.seeds != nil {
        print("SILENCE \(scene) \(900 + seed): '\(text)', sounding \(sounding) of \(frames) frames")
      }
    }
  }
}

import MorseCode
import Photometry
import Scene
import Testing

@testable import Receiver

/// A lamp that leaves the place that told it for another that shows it, as it comes.
@Suite(.timeLimit(.minutes(10))) struct SuccessionTests {
  private static let text = "CQ CQ DE HELIO K"
  /// Seconds: before the message, and when the first place sees no more of it.
  private static let lead = 1.0
  private static let leaving = 8.0

  /// What happens to the first place.
  enum End: CaseIterable {
    case isDismissed, isLost, staysDark
  }

  private static func isDown(_ events: [KeyEvent], at time: Double) -> Bool {
    events.last { $0.time + lead <= time }?.isDown ?? false
  }

  /// Two places, the second of which is found while the first tells a lamp; `isLit` says whether either is lit.
  private static func received(
    ending end: End, until last: Double, isLit: (_ place: Int, _ time: Double) -> Bool
  ) -> [Received] {
    var receiver = LiveReceiver(options: ReceiverOptions())
    var random = RandomSource(seed: 7, stream: "succession")
    var received: [Received] = []
    var past: [BrightnessSample] = []
    func sample(_ place: Int, _ time: Double) -> BrightnessSample {
      BrightnessSample(
        time: time, brightness: 100 + (isLit(place, time) ? 60 : 0) + 0.5 * random.normal())
    }
    let contrast = LampFinder.Contrast(swing: 60, isBeyondNoise: true)
    received += receiver.take([
      .found(id: 0, place: Place(x: 10, y: 10), searched: 1, contrast: contrast, [])
    ])
    var ended = false
    for index in 0..<Int(last * 30) {
      let time = Double(index) / 30
      if !ended { received += receiver.take([.sample(id: 0, sample(0, time))]) }
      if time < leaving - 1 {
        past.append(sample(1, time))
      } else {
        if !past.isEmpty {
          received += receiver.take([
            .found(id: 1, place: Place(x: 30, y: 10), searched: 1, contrast: contrast, past)
          ])
          past = []
        }
        received += receiver.take([.sample(id: 1, sample(1, time))])
      }
      if !ended, time > leaving + 1, end != .staysDark {
        ended = true
        received += receiver.take([
          end == .isLost ? .lost(id: 0) : .dismissed(id: 0, since: 0)
        ])
      }
    }
    return received + receiver.finish()
  }

  private static func characters(_ received: [Received]) -> [Int: String] {
    var texts: [Int: String] = [:]
    for case .character(let lamp, let character) in received {
      texts[lamp, default: ""] += character.text
    }
    return texts
  }

  @Test(arguments: End.allCases)
  func `a lamp that goes on is told on by the place that it goes to`(end: End) {
    let events = Keying(Self.text, speed: Speed(wpm: 13)).events
    let received = Self.received(ending: end, until: 22) { place, time in
      Self.isDown(events, at: time) && (place == 1 || time < Self.leaving)
    }
    let texts = Self.characters(received)
    #expect(texts.keys.sorted() == [1])
    let letters = texts[1]?.filter { $0 != " " } ?? ""
    #expect(letters == Self.text.filter { $0 != " " })
    let messages = received.compactMap {
      if case .message(_, let message) = $0 { message.text } else { nil }
    }
    #expect(messages.joined().filter { $0 != " " } == letters)
    if end == .isDismissed { #expect(messages == [Self.text]) }
    let lights = received.compactMap { if case .light(_, let event) = $0 { event } else { nil } }
    #expect(zip(lights, lights.dropFirst()).allSatisfy { $0.isOn != $1.isOn })
  }

  @Test func `what flickers once beside a lamp after its message tells nothing of it`() {
    let events = Keying("CQ CQ DE K", speed: Speed(wpm: 13)).events
    let over = (events.last?.time ?? 0) + Self.lead
    let received = Self.received(ending: .staysDark, until: over + 8) { place, time in
      Self.isDown(events, at: time) || place == 1 && time > over + 0.6 && time < over + 0.7
    }
    #expect(Self.characters(received) == [1: "CQ CQ DE K"])
  }
}

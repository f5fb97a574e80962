import Foundation
import MorseCode
import Photometry
import Testing

@testable import Receiver

@Suite struct RecordedLampTests {
  /// A lamp that sends a text of 12 WPM, seen 30 times a second with so much noise until `end`, unlit after it.
  /// - Parameters:
  ///   - jitter: Seconds by which each edge is off at most.
  ///   - drift: How far the ambient goes up and down, every five seconds.
  ///   - others: When something else is lit there, for a sixth of a second.
  private func lamp(
    _ text: String, noise: Double, until end: Double, jitter: Double = 0, drift: Double = 0,
    others: [Double] = []
  ) -> RecordedLamp {
    var random = RandomSource(seed: UInt64(10 * noise))
    let events = Keying(text, speed: Speed(wpm: 12)).events.map {
      KeyEvent(
        time: $0.time + Double.random(in: -jitter...jitter, using: &random), isDown: $0.isDown)
    }
    let samples = (0..<900).map { index in
      let time = Double(index) / 30
      let isLit =
        events.last { $0.time <= time - 1 }?.isDown ?? false
        || others.contains { $0 <= time && time < $0 + 1.0 / 6 }
      return BrightnessSample(
        time: time,
        brightness: (isLit && time < end ? 140 : 100) + drift * sin(1.2566 * time)
          + Double.random(in: -noise...noise, using: &random))
    }
    return RecordedLamp(
      Detector.judge(samples), options: ReceiverOptions(), prior: -8, place: nil)
  }

  @Test func `where a part of a lamp's light is seen better than the whole, the whole is the lamp`()
  {
    let whole = lamp("WATER IS LOW TODAY", noise: 8, until: 30)
    let part = lamp("WATER IS LOW TODAY", noise: 0.5, until: 7)
    #expect(!part.messages.isEmpty)
    #expect(
      RecordedLamp.numbered([whole, part]).map { $0.messages.map(\.text) } == [
        ["WATER IS LOW TODAY"]
      ])
  }

  @Test func `what was dismissed is no lamp of its own, but may be the better reading of one`() {
    let part = lamp("WATER IS LOW TODAY", noise: 8, until: 12)
    let whole = lamp("WATER IS LOW TODAY", noise: 0.5, until: 30)
    let other = lamp("COME TO PIER SEVEN", noise: 0.5, until: 30)
    func texts(_ lamps: [RecordedLamp], beside witnesses: [RecordedLamp]) -> [[String]] {
      RecordedLamp.numbered(lamps, beside: witnesses).map { $0.messages.map(\.text) }
    }
    #expect(texts([part], beside: [other, whole]) == [["WATER IS LOW TODAY"]])
    #expect(texts([whole], beside: [part]) == [["WATER IS LOW TODAY"]])
    #expect(texts([], beside: [whole]) == [])
  }

  @Test func `what shows other light besides is not the lamp where it fits far worse`() {
    let alone = lamp("WATER IS LOW", noise: 0.5, until: 30)
    var besides = lamp(
      "WATER IS LOW", noise: 0.5, until: 30,
      others: [0.1, 0.37, 0.72, 12.2, 12.6, 13.3, 13.9, 14.3])
    besides.index = 1
    #expect(!besides.messages.isEmpty)
    #expect(
      RecordedLamp.numbered([besides, alone]).map { $0.messages.map(\.text) } == [
        ["WATER IS LOW"]
      ])
  }

  @Test func `of one light seen twice the one that is seen better is the lamp`() {
    let noisy = lamp("WATER IS LOW TODAY", noise: 12, until: 30)
    let clear = lamp("WATER IS LOW TODAY", noise: 0.5, until: 30)
    var first = noisy
    first.index = 1
    #expect(RecordedLamp.numbered([first, clear]).map(\.index) == [0])
  }

  @Test func `of one light seen several times what most readings agree on is the text`() {
    let odd = lamp("WATER IS LOW TODAU", noise: 0.5, until: 30)
    let others = [0.5, 0.6].map {
      lamp("WATER IS LOW TODAY", noise: $0, until: 30, jitter: 0.01)
    }
    func texts(_ lamps: [RecordedLamp]) -> [[String]] {
      RecordedLamp.numbered(lamps).map { $0.messages.map(\.text) }
    }
    // Its timing is better: it would be the lamp.
    #expect(texts([odd, others[0]]) == [["WATER IS LOW TODAU"]])
    #expect(texts([odd] + others) == [["WATER IS LOW TODAY"]])
  }

  @Test func `what is seen better but fits far worse is not the lamp`() {
    let noisy = lamp("WATER IS LOW TODAY", noise: 12, until: 30)
    var badly = lamp("WATER IS LOW TODAY", noise: 0.5, until: 30, jitter: 0.05)
    badly.index = 1
    #expect(!badly.messages.isEmpty)
    #expect(RecordedLamp.numbered([noisy, badly]).map(\.index) == [0])
  }

  @Test
  func `a light whose surroundings drift is no worse seen than one that is clear of its noise`() {
    let drifting = lamp("WATER IS LOW TODAY", noise: 0.5, until: 30, drift: 8)
    var other = lamp("WATER IS LOW TODAY", noise: 0.1, until: 30, jitter: 0.01)
    other.index = 1
    #expect(RecordedLamp.numbered([drifting, other]).map(\.index) == [0])
  }

  @Test func `what was looked for more often must be surer`() throws {
    let lamp = lamp("WATER IS LOW TODAY", noise: 0.5, until: 30)
    let once = try #require(lamp.clearestOdds(ofLooks: 1))
    let often = try #require(lamp.clearestOdds(ofLooks: 20))
    // As often as chance had a try: the natural logarithm of 20.
    #expect(abs(once - often - 2.9957) < 1e-3)
  }

  @Test(arguments: [(true, "TOWER 20"), (false, "T TOWER 20")])
  func `without a squelch what looks unlike the lamp is printed, too`(
    isSquelched: Bool, text: String
  ) throws {
    let events = Keying("T TOWER 20", speed: Speed(wpm: 10)).events
    let flash = try #require(events.dropFirst().first).time
    let samples = (0..<900).map { index in
      let time = Double(index) / 30
      let isLit = events.last { $0.time <= time - 1 }?.isDown ?? false
      let light = time - 1 < flash ? 70.0 : 40
      return BrightnessSample(
        time: time, brightness: 100 + (isLit ? light : 0) + (index.isMultiple(of: 2) ? 0.3 : -0.3))
    }
    let lamp = RecordedLamp(
      Detector.judge(samples), options: ReceiverOptions(isSquelched: isSquelched), prior: -8,
      place: nil)
    #expect(lamp.messages.map(\.text).joined(separator: " ") == text)
  }
}

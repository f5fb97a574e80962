import Testing

@testable import Photometry

/// Edges are told with the sample that shows them.
@Suite struct PromptEdgesTests {
  /// 30 samples a second of a lamp that is on in every other half second, from the third second on.
  private static func isOn(_ index: Int) -> Bool { index >= 90 && index / 15 % 2 == 0 }

  private static func events(
    noise: Double, isOn: (Int) -> Bool = isOn, count: Int = 600
  ) -> [(index: Int, event: LightEvent)] {
    var detector = Detector()
    var events: [(index: Int, event: LightEvent)] = []
    for index in 0..<count {
      // A wave whose period is no whole number of samples, in place of noise.
      let ripple = noise * (Double(index * 7 % 11) / 11 - 0.5)
      let detection = detector.consume(
        BrightnessSample(
          time: Double(index) / 30, brightness: (isOn(index) ? 150 : 100) + ripple))
      events += detection.events.map { (index, $0) }
    }
    events += detector.finish().events.map { (count, $0) }
    return events
  }

  @Test(arguments: [0.1, 8.0])
  func anEdgeIsToldByTheSampleThatShowsIt(noise: Double) {
    let late = Self.events(noise: noise).filter { $0.index > 150 && $0.index < 600 }
    #expect(late.count > 20)
    for (index, event) in late {
      #expect(Self.isOn(index) == event.isOn)
      #expect(Self.isOn(index) != Self.isOn(index - 1))
    }
  }

  @Test func noEdgeIsToldTwiceAndNoneIsLeftOut() {
    let events = Self.events(noise: 4)
    let edges = (1..<600).filter { Self.isOn($0) != Self.isOn($0 - 1) }
    #expect(events.map(\.event.isOn) == edges.map(Self.isOn))
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.event.time < $1.event.time })
  }

  @Test func aLightThatStaysOnIsToldToBeOffAndMayComeAgain() {
    // Blinks, then shines for four seconds, then is off and blinks again.
    let events = Self.events(
      noise: 4,
      isOn: { index in
        if (300..<420).contains(index) { return true }
        return index >= 90 && index < 600 && index / 15 % 2 == 0
      })
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.event.isOn != $1.event.isOn })
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.event.time <= $1.event.time })
    #expect(events.contains { !$0.event.isOn && abs($0.event.time - 12) < 0.4 })
  }
}

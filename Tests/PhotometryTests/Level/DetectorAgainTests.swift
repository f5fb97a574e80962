import Photometry
import Testing

/// A lamp as it comes, 30 times a second: `#` lit and `-` unlit for a tenth of a second each.
private func samples(_ marbles: String, unlit: Double, lit: Double) -> [BrightnessSample] {
  marbles.enumerated().flatMap { index, marble in
    (0..<3).map { part in
      let time = Double(3 * index + part) / 30
      return BrightnessSample(
        time: time, brightness: marble == "#" ? lit : unlit)
    }
  }
}

/// What was judged as lit, by tenths of a second.
private func marbles(_ samples: [LightSample]) -> String {
  stride(from: 0, to: samples.count - 2, by: 3).map {
    samples[$0 + 1].lit > 0.75 ? "#" : samples[$0 + 1].lit < 0.25 ? "-" : "?"
  }.joined()
}

@Suite struct DetectorAgainTests {
  /// Lit for more than half of the time, as where marks end late.
  static let keyed = String(repeating: "##-######-##-", count: 10)
  static let lead = String(repeating: "-", count: 20)

  @Test(arguments: [(unlit: 20.0, lit: 24.0), (unlit: -300, lit: 900)])
  func `a lamp that is read in another unit is judged on without a break`(
    unlit: Double, lit: Double
  ) {
    let text = Self.lead + Self.keyed
    let before = samples(text, unlit: 70, lit: 145)
    let after = samples(text, unlit: unlit, lit: lit)
    var detector = Detector()
    detector.settle()
    var judged: [LightSample] = []
    var events: [LightEvent] = []
    func take(_ detection: Detector.Detection) {
      judged += detection.samples
      events += detection.events
    }
    let change = before.count / 2
    for sample in before[..<change] { take(detector.consume(sample)) }
    let told = judged.count
    let anew = detector.readAnew(Array(after[..<change]))
    #expect(anew.samples.count >= told)
    take(Detector.Detection(samples: Array(anew.samples[told...]), events: anew.events))
    for sample in after[change...] { take(detector.consume(sample)) }
    take(detector.finish())
    #expect(judged.map(\.time) == before.map(\.time))
    #expect(marbles(judged) == text)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.isOn != $1.isOn && $0.time < $1.time })
    #expect(events.count == Detector.judge(before).events.count)
  }

  @Test func `an edge that the other reading shows is told at once`() {
    var detector = Detector()
    let before = samples(Self.lead + Self.keyed + "---", unlit: 70, lit: 145)
    for sample in before { _ = detector.consume(sample) }
    let after = samples(Self.lead + Self.keyed + "###", unlit: 20, lit: 24)
    let events = detector.readAnew(after).events
    #expect(events.map(\.isOn) == [true])
    #expect(detector.latest?.lit ?? 0 > 0.9)
  }
}

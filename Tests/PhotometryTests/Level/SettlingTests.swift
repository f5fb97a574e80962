import Photometry
import Testing

/// What a picture without noise does before anything flashes.
struct SettlingTests {
  /// A codec's first picture is a little darker than those after it: a step that stays is no lamp.
  @Test func aStepThatStaysIsNotTakenForLight() {
    var detector = Detector()
    var events: [LightEvent] = []
    for frame in 0..<300 {
      let time = Double(frame) / 30
      // Settled after half a second; flashes from four seconds on, half a second each.
      let isLit = time >= 4 && Int(time * 2) % 2 == 0
      let brightness = isLit ? 300 : time < 0.5 ? 99.8 : 100
      events += detector.consume(BrightnessSample(time: time, brightness: brightness)).events
    }
    events += detector.finish().events
    #expect(events.first.map { abs($0.time - 4) < 0.05 && $0.isOn } == true)
    #expect(events.filter(\.isOn).count == 6)
  }
}

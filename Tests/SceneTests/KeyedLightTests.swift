import MorseCode
import Testing

@testable import Scene

struct KeyedLightTests {
  private static let events = [
    KeyEvent(time: 1, isDown: true), KeyEvent(time: 1.5, isDown: false),
    KeyEvent(time: 2, isDown: true), KeyEvent(time: 3, isDown: false),
  ]

  @Test(
    "the lit part of an exposure is exact, whatever edges fall into it",
    arguments: [
      (0.0, 0.5, 0.0), (0.9, 1.1, 0.5), (1.1, 1.2, 1.0), (1.4, 1.8, 0.25), (1.5, 2.0, 0.0),
      (1.25, 2.25, 0.5), (0.0, 4.0, 0.375), (2.9, 3.9, 0.1), (3.0, 9.0, 0.0),
    ])
  func exactPart(start: Double, end: Double, lit: Double) {
    let light = KeyedLight(events: Self.events)
    #expect(abs(light.mean(from: start, to: end) - lit) < 1e-12)
  }

  @Test("a key that is never released stays down")
  func neverReleased() {
    let light = KeyedLight(events: [KeyEvent(time: 1, isDown: true)])
    #expect(light.mean(from: 0, to: 2) == 0.5)
    #expect(light.mean(from: 100, to: 101) == 1)
  }

  @Test("a filament's light is the integral of its exponential rise and fall")
  func filament() {
    let light = KeyedLight(events: Self.events, riseTime: 0.1)
    // By hand: 1 - exp(-1) after one rise time; at 2.0 s what is left of the first mark.
    #expect(abs(light.light(at: 1.1) - 0.632_120_558_8) < 1e-9)
    #expect(abs(light.light(at: 2) - 0.993_262_053 * 0.006_737_947) < 1e-8)
    // The mean over [a, b] against a sum over many moments.
    let steps = 100_000
    for (start, end) in [(0.9, 1.05), (1.4, 1.7), (1.9, 3.4)] {
      let sum = (0..<steps).reduce(0.0) {
        $0 + light.light(at: start + (Double($1) + 0.5) * (end - start) / Double(steps))
      }
      #expect(abs(light.mean(from: start, to: end) - sum / Double(steps)) < 1e-6)
    }
  }
}

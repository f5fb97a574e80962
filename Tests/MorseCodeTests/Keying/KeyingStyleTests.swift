import Testing

@testable import MorseCode

struct KeyingStyleTests {
  private static let dot = 0.1
  private static let speed = Speed(wpm: 12)

  /// Lengths of marks, in dots.
  private static func marks(_ text: String, _ style: KeyingStyle, seed: UInt64 = 1) -> [Double] {
    let events = Keying(text, speed: speed, style: style, seed: seed).events
    return stride(from: 0, to: events.count - 1, by: 2).map {
      (events[$0 + 1].time - events[$0].time) / dot
    }
  }

  private static func statistics(_ values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    return (mean, square.squareRoot())
  }

  private static let dots = String(repeating: "H", count: 500)
  private static let dashes = String(repeating: "O", count: 500)

  @Test("absolute jitter is as large for a dash as for a dot, proportional three times as large")
  func jitter() {
    let absolute = KeyingStyle(absoluteJitter: 0.1)
    let proportional = KeyingStyle(proportionalJitter: 0.1)
    // 2000 dots and 1500 dashes know a standard deviation to 2 %.
    #expect(abs(Self.statistics(Self.marks(Self.dots, absolute)).deviation - 0.1) < 0.01)
    #expect(abs(Self.statistics(Self.marks(Self.dashes, absolute)).deviation - 0.1) < 0.01)
    #expect(abs(Self.statistics(Self.marks(Self.dots, proportional)).deviation - 0.1) < 0.01)
    #expect(abs(Self.statistics(Self.marks(Self.dashes, proportional)).deviation - 0.3) < 0.03)
    #expect(abs(Self.statistics(Self.marks(Self.dashes, absolute)).mean - 3) < 0.02)
  }

  @Test("drift raises the speed by its part from beginning to end, a change from the middle on")
  func drift() throws {
    let drifted = Self.marks(Self.dots, KeyingStyle(drift: 0.4))
    #expect(abs(try #require(drifted.first) - 1 / 0.8) < 0.01)
    #expect(abs(try #require(drifted.last) - 1 / 1.2) < 0.01)
    let changed = Self.marks(Self.dots, KeyingStyle(change: 1.5))
    #expect(abs(changed[10] - 1) < 1e-9)
    #expect(abs(changed[1990] - 1 / 1.5) < 1e-9)
  }

  @Test("weight lengthens marks at the gaps' expense")
  func weight() {
    let events = Keying("I", speed: Self.speed, style: KeyingStyle(weight: 0.25)).events
    #expect(zip(events.map(\.time), [0, 0.125, 0.2, 0.325]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test("a straight key's dashes have the mean and the spread of its log-normal law")
  func logNormal() {
    var style = KeyingStyle.straightKey
    style.logNormal?.imbalance = 0
    let (mean, deviation) = Self.statistics(Self.marks(Self.dashes, style))
    // exp(1.5 + 0.3^2 / 2) = 4.69 dots; the deviation is that times sqrt(exp(0.09) - 1) = 0.307.
    #expect(abs(mean - 4.69) < 0.15)
    #expect(abs(deviation - 4.69 * 0.307) < 0.15)
  }

  @Test("the same seed gives the same hand, another one another")
  func seeds() {
    #expect(Self.marks("SOS", .straightKey, seed: 3) == Self.marks("SOS", .straightKey, seed: 3))
    #expect(Self.marks("SOS", .straightKey, seed: 3) != Self.marks("SOS", .straightKey, seed: 4))
  }
}

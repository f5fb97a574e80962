import MorseCode
import Photometry
import Testing

@testable import Receiver

struct SecondReadingTests {
  private static func reading() -> SecondReading {
    var reading = SecondReading()
    for index in 0..<40 {
      reading.consume(
        KeySample(time: Double(index) / 20, down: index / 5 % 2 == 0 ? 0 : 1, deviation: 0.03))
    }
    return reading
  }

  private static func covered(_ index: Int, lit: Double, uncertainty: Double)
    -> LampFinder.CoveredSample
  {
    LampFinder.CoveredSample(
      time: Double(index) / 20, brightness: 50 + 40 * lit, uncertainty: uncertainty, lit: lit,
      swing: 40)
  }

  @Test func `what was seen through another light is read without it, as surely as that is known`()
  {
    var reading = Self.reading()
    reading.cover([
      Self.covered(7, lit: 0.1, uncertainty: 4),
      Self.covered(8, lit: 0.4, uncertainty: .infinity),
    ])
    let samples = reading.recent(since: nil)
    #expect(samples[7].down == 0.1 && abs(samples[7].deviation - 0.104) < 0.001)
    #expect(samples[8].down == 0.5 && samples[8].deviation == 1)
    let untouched = Self.reading()
    #expect(samples[9] == untouched.recent(since: nil)[9])
  }

  @Test func `what is known later counts, and it may be that there was nothing`() {
    var reading = Self.reading()
    reading.cover([
      Self.covered(7, lit: 0.4, uncertainty: .infinity),
      Self.covered(8, lit: 0.2, uncertainty: 9),
    ])
    reading.cover([
      Self.covered(7, lit: 1, uncertainty: 2), Self.covered(8, lit: 1, uncertainty: 0),
    ])
    let samples = reading.recent(since: nil)
    #expect(samples[7].down == 1 && samples[7].deviation < 0.06)
    #expect(samples[8].down == 1 && samples[8].deviation == 0.03)
  }

  @Test func `a light that is read in another way is so from the begin of its message on`() {
    var reading = Self.reading()
    let others = (-20..<50).map { KeySample(time: Double($0) / 20, down: 0.25, deviation: 0.1) }
    #expect(reading.replace(by: others).map(\.time) == (40..<50).map { Double($0) / 20 })
    #expect(reading.recent(since: nil) == Array(others[20..<60]))
  }
}

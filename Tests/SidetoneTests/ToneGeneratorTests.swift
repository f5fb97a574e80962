import Foundation
import Testing

@testable import Sidetone

@Suite struct ToneGeneratorTests {
  /// Amplitude of one frequency in samples, by correlation with it (full scale is 1).
  static func strength(_ samples: some Collection<Int16>, _ frequency: Double, rate: Double)
    -> Double
  {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * frequency * Double(index) / rate
      real += Double(sample) * cos(angle)
      imaginary += Double(sample) * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count) / 32767
  }

  @Test(arguments: [(600.0, 48_000.0), (440, 44_100), (1000, 8000)])
  func theToneHasTheFrequencyAndNoOther(frequency: Double, rate: Double) {
    var generator = ToneGenerator(frequency: frequency, rate: rate)
    generator.isKeyDown = true
    // Without the edge, a whole number of periods.
    let samples = generator.render(Int(rate) * 2).suffix(Int(rate))
    #expect(abs(Self.strength(samples, frequency, rate: rate) - 0.5) < 0.001)
    for other in [frequency / 2, frequency * 2, frequency * 3, frequency + 100]
    where other < rate / 2 {
      #expect(Self.strength(samples, other, rate: rate) < 0.001)
    }
  }

  @Test func anEdgeIsARaisedCosineOfFiveMilliseconds() {
    // At a quarter of the rate every other sample is a peak: they show the envelope.
    var generator = ToneGenerator(frequency: 12_000, rate: 48_000, amplitude: 1)
    generator.isKeyDown = true
    let samples = generator.render(480).map { Double($0) / 32767 }
    for index in stride(from: 1, to: 480, by: 2) {
      let position = min(Double(index + 1) / 240, 1)
      #expect(abs(abs(samples[index]) - (0.5 - 0.5 * cos(.pi * position))) < 0.001)
    }
  }

  @Test func nothingSoundsBeforeAndAfter() {
    var generator = ToneGenerator(frequency: 600, rate: 48_000)
    #expect(generator.render(100).allSatisfy { $0 == 0 })
    generator.isKeyDown = true
    _ = generator.render(1000)
    generator.isKeyDown = false
    #expect(!generator.isSilent)
    _ = generator.render(240)
    #expect(generator.isSilent)
    #expect(generator.render(100).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [[10], [100, 50], [240, 240, 240], [1, 1, 1, 1], [120, 60, 300, 7, 500]])
  func thereAreNoStepsHoweverTheKeyIsMoved(portions: [Int]) {
    var generator = ToneGenerator(frequency: 600, rate: 48_000)
    var samples: [Int16] = [0]
    for (index, count) in (portions + [1000]).enumerated() {
      generator.isKeyDown = index % 2 == 0 && index < portions.count
      samples += generator.render(count)
    }
    // The steepest that the sine and the steepest that the edge can be, with the rounding.
    let steepest = 0.5 * 32767 * (2 * .pi * 600 / 48_000 + .pi / 2 / 240) + 2
    #expect(
      zip(samples, samples.dropFirst()).allSatisfy { abs(Double($1) - Double($0)) <= steepest })
    #expect(samples.last == 0)
  }

  @Test func portionsDoNotMatter() {
    var whole = ToneGenerator(frequency: 600, rate: 48_000)
    var parts = whole
    whole.isKeyDown = true
    parts.isKeyDown = true
    #expect(whole.render(1000) == [1, 0, 499, 500].flatMap { parts.render($0) })
  }
}

import Photometry

/// A lamp's whole trace, kept compactly: 8 bytes a sample, about 1 MB an hour at 30 frames a second, and some 40 more for each
/// that is uncertain.
struct LampTrace: Sendable {
  private var origin = 0.0
  private var ticks: [UInt32] = []
  private var brightness: [Float] = []
  /// Which of the samples are out of sight.
  private var hidden: [Range<Int>] = []
  /// How uncertain those are that are not as they came.
  private var uncertainties: [Int: Double] = [:]
  /// The same for all samples of one camera or file.
  private var exposure: Double?

  /// Seconds: a tenth of a millisecond is a hundredth of the shortest dot (100 WPM: 12 ms), and 32
  /// bits of them are five days.
  private static let tick = 1e-4

  var count: Int { ticks.count }

  mutating func append(_ sample: BrightnessSample) {
    if ticks.isEmpty {
      origin = sample.time
      exposure = sample.exposure
    }
    let tick = ((sample.time - origin) / Self.tick).rounded()
    guard tick >= 0, tick < Double(UInt32.max) else { return }
    ticks.append(UInt32(tick))
    brightness.append(Float(sample.brightness))
    if sample.uncertainty > 0 { uncertainties[ticks.count - 1] = sample.uncertainty }
    guard !sample.isInSight else { return }
    let index = ticks.count - 1
    if let last = hidden.last, last.upperBound == index {
      hidden[hidden.count - 1] = last.lowerBound..<index + 1
    } else {
      hidden.append(index..<index + 1)
    }
  }

  /// Takes what there was without another light, for the sample of the same time.
  mutating func replace(_ covered: LampFinder.CoveredSample) {
    let tick = ((covered.time - origin) / Self.tick).rounded()
    guard tick >= 0, tick < Double(UInt32.max) else { return }
    var (low, high) = (0, ticks.count)
    while low < high {
      let middle = (low + high) / 2
      if ticks[middle] < UInt32(tick) { low = middle + 1 } else { high = middle }
    }
    guard low < ticks.count, ticks[low] == UInt32(tick) else { return }
    brightness[low] = Float(covered.brightness)
    uncertainties[low] = covered.uncertainty > 0 ? covered.uncertainty : nil
  }

  /// Seconds from the first sample to the last; nil where there is none.
  var span: ClosedRange<Double>? {
    ticks.last.map { origin...(origin + Double($0) * Self.tick) }
  }

  /// Forgets the samples from `time` on.
  mutating func end(at time: Double) {
    let tick = ((time - origin) / Self.tick).rounded()
    var count = ticks.count
    while count > 0, Double(ticks[count - 1]) >= tick { count -= 1 }
    ticks.removeLast(ticks.count - count)
    brightness.removeLast(brightness.count - count)
    uncertainties = uncertainties.filter { $0.key < count }
    hidden = hidden.map { $0.clamped(to: 0..<count) }.filter { !$0.isEmpty }
  }

  /// The samples as they came, to the tick.
  var samples: [BrightnessSample] {
    var samples = zip(ticks, brightness).map { tick, brightness in
      BrightnessSample(
        time: origin + Double(tick) * Self.tick, exposure: exposure, brightness: Double(brightness))
    }
    for index in hidden.joined() { samples[index].isInSight = false }
    for (index, uncertainty) in uncertainties { samples[index].uncertainty = uncertainty }
    return samples
  }
}

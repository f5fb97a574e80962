/// The samples as numbers to compute with: times from zero, levels scaled to about 0 unlit and 1 lit.
struct Frames: Sendable {
  /// Seconds of the middle of each exposure, from the first; strictly rising.
  let times: [Double]
  /// Brightness, about 0 where unlit and 1 where fully lit.
  let levels: [Double]
  /// Seconds from frame to frame (median).
  let interval: Double
  /// Standard deviation of the levels where nothing changes.
  let deviation: Double
  /// The time that counts as zero.
  let origin: Double
  /// Seconds of exposure where the samples say them.
  let exposure: Double?

  /// Nil where there is nothing to read: fewer than 6 usable samples, or no swing.
  init?(_ samples: [KeySample]) {
    let (times, values, origin) = Frames.longestRun(samples)
    guard times.count >= 6, let end = times.last else { return nil }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    let interval = quantile(steps, 0.5)
    // Of a camera's frames far less than half are lost; with more, cells would outgrow frames.
    guard interval > 1e-6, end / interval < Double(2 * times.count + 1000) else { return nil }
    guard let (low, high) = Frames.swing(values) else { return nil }
    self.times = times
    self.levels = values.map { ($0 - low) / (high - low) }
    self.interval = interval
    self.origin = origin
    self.deviation = DarkNoise.deviation(of: self.levels)
    let exposures = samples.compactMap(\.exposure).filter { $0.isFinite && $0 > 0 }.sorted()
    self.exposure =
      exposures.count * 2 > samples.count ? quantile(exposures, 0.5) : nil
  }

  /// `count` frames, or all there are, with `range` in the middle of them as far as that goes.
  func part(around range: Range<Int>, count: Int) -> Frames {
    guard count < times.count else { return self }
    let middle = (range.lowerBound + range.upperBound) / 2
    let first = min(max(0, middle - count / 2), times.count - count)
    return Frames(self, part: first..<(first + count))
  }

  private init(_ whole: Frames, part: Range<Int>) {
    times = Array(whole.times[part])
    levels = Array(whole.levels[part])
    interval = whole.interval
    deviation = whole.deviation
    origin = whole.origin
    exposure = whole.exposure
  }

  /// The longest run of samples without a hole of 5 s: no keying keeps its step across one.
  private static func longestRun(_ samples: [KeySample])
    -> (times: [Double], values: [Double], origin: Double)
  {
    let usable = samples.filter {
      // Beyond these, differences mean nothing.
      $0.time.magnitude < 1e12 && $0.down.magnitude < 1e12
    }
    var best = 0..<0
    var start = 0
    for index in usable.indices {
      if index + 1 == usable.count || usable[index + 1].time - usable[index].time > 5 {
        if index + 1 - start > best.count { best = start..<(index + 1) }
        start = index + 1
      }
    }
    guard let origin = usable[best].first?.time else { return ([], [], 0) }
    var times: [Double] = []
    var values: [Double] = []
    for sample in usable[best] {
      let time = sample.time - origin
      if let last = times.last, time <= last { continue }
      times.append(time)
      values.append(sample.down)
    }
    return (times, values, origin)
  }

  /// Levels of unlit and of fully lit frames, roughly; nil where there is no difference.
  private static func swing(_ values: [Double]) -> (low: Double, high: Double)? {
    let sorted = values.sorted()
    // Unlit frames are never rare: gaps and pauses take half of a message's time and more.
    let low = quantile(sorted, 0.08)
    let top = quantile(sorted, 0.99)
    guard top - low > 1e-9 * max(1, top.magnitude, low.magnitude) else { return nil }
    // Within the message alone: a long silence around it says nothing of the lit level. Of its
    // frames some one in twenty is within a dash, down to dots of 0.4 frame.
    let limit = low + 0.4 * (top - low)
    guard let first = values.firstIndex(where: { $0 > limit }),
      let last = values.lastIndex(where: { $0 > limit })
    else { return nil }
    let high = max(limit, quantile(values[first...last].sorted(), 0.96))
    return (low, high)
  }
}

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
    let interval = SequenceMath.quantile(steps, 0.5)
    // Of a camera's frames far less than half are lost; with more, cells would outgrow frames.
    guard interval > 1e-6, end / interval < Double(2 * times.count + 1000) else { return nil }
    guard let (low, high) = Frames.swing(values) else { return nil }
    self.times = times
    self.levels = values.map { ($0 - low) / (high - low) }
    self.interval = interval
    self.origin = origin
    self.deviation = Frames.noise(self.levels)
    let exposures = samples.compactMap(\.exposure).filter { $0.isFinite && $0 > 0 }.sorted()
    self.exposure =
      exposures.count * 2 > samples.count ? SequenceMath.quantile(exposures, 0.5) : nil
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
    let low = SequenceMath.quantile(sorted, 0.08)
    let top = SequenceMath.quantile(sorted, 0.99)
    guard top - low > 1e-9 * max(1, top.magnitude, low.magnitude) else { return nil }
    // Within the message alone: a long silence around it says nothing of the lit level. Of its
    // frames some one in twenty is within a dash, down to dots of 0.4 frame.
    let limit = low + 0.4 * (top - low)
    guard let first = values.firstIndex(where: { $0 > limit }),
      let last = values.lastIndex(where: { $0 > limit })
    else { return nil }
    let high = max(limit, SequenceMath.quantile(values[first...last].sorted(), 0.96))
    return (low, high)
  }

  /// The standard deviation of dark frames: of all that are less than half lit some show the dark,
  /// with noise, the others anything up to half. The likeliest such mixture (expectation
  /// maximisation), begun with all noise and with hardly any.
  private static func noise(_ levels: [Double]) -> Double {
    let dark = levels.filter { $0 < 0.5 }.sorted()
    guard let least = dark.first, dark.count > 3 else { return 0 }
    let width = max(0.5, 0.5 - least)
    var best = (likelihood: -Double.infinity, deviation: 0.0)
    for begin in [0.1, 0.01] {
      var center = SequenceMath.quantile(dark, 0.3)
      var deviation = begin
      var share = 0.7
      var likelihood = 0.0
      for _ in 0..<30 {
        likelihood = 0
        var sum = 0.0
        var weighted = 0.0
        var squares = 0.0
        for level in dark {
          let off = (level - center) / deviation
          let normal = share * SequenceMath.exp(-0.5 * off * off) / (deviation * 2.506_628)
          let other = (1 - share) / width
          let part = normal / (normal + other)
          likelihood += SequenceMath.log(normal + other)
          sum += part
          weighted += part * level
          squares += part * (level - center) * (level - center)
        }
        guard sum > 2 else { break }
        center = weighted / sum
        deviation = max(0.002, (squares / sum).squareRoot())
        share = min(0.98, max(0.1, sum / Double(dark.count)))
      }
      if likelihood > best.likelihood { best = (likelihood, deviation) }
    }
    return best.deviation
  }
}

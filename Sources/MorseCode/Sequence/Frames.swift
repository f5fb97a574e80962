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
    guard let first = samples.first(where: { $0.time.isFinite }) else { return nil }
    var times: [Double] = []
    var values: [Double] = []
    times.reserveCapacity(samples.count)
    values.reserveCapacity(samples.count)
    for sample in samples where sample.time.isFinite && sample.down.isFinite {
      let time = sample.time - first.time
      // Beyond any recording, and beyond what differences of times resolve.
      guard time.magnitude < 1e9, sample.down.magnitude < 1e12 else { continue }
      if let last = times.last, time <= last { continue }
      times.append(time)
      values.append(sample.down)
    }
    guard times.count >= 6 else { return nil }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    let interval = SequenceMath.quantile(steps, 0.5)
    guard interval > 1e-6 else { return nil }
    let sorted = values.sorted()
    // Unlit frames are never rare: gaps and pauses take half of a message's time and more.
    let low = SequenceMath.quantile(sorted, 0.08)
    let high = SequenceMath.quantile(sorted, 0.985)
    guard high - low > 1e-9 * max(1, high.magnitude) else { return nil }
    self.times = times
    self.levels = values.map { ($0 - low) / (high - low) }
    self.interval = interval
    self.origin = first.time
    self.deviation = Frames.scatter(sorted.map { ($0 - low) / (high - low) })
    let exposures = samples.compactMap(\.exposure).filter { $0.isFinite && $0 > 0 }.sorted()
    self.exposure =
      exposures.count * 2 > samples.count ? SequenceMath.quantile(exposures, 0.5) : nil
  }

  /// The scatter within the densest quarter of the sorted levels: of a cluster of one level, the
  /// middle half of its spread; the unlit level is such a cluster.
  private static func scatter(_ sorted: [Double]) -> Double {
    let span = max(2, sorted.count / 6)
    guard sorted.count > span else { return 0 }
    var narrowest = Double.infinity
    for index in 0..<(sorted.count - span) {
      narrowest = min(narrowest, sorted[index + span] - sorted[index])
    }
    // The densest sixth of all, about two fifths of the unlit frames: +-0.5 standard deviations.
    return narrowest
  }
}

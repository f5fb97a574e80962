import MorseCode
import Photometry

/// How a place was switched on and off, in figures.
struct SwitchingFigures: Sendable {
  /// Times that it was lit, from its coming on to its going off.
  let flashes: Int
  /// Seconds from the first of them to the last.
  let seconds: Double
  /// Seconds that it was lit, and unlit in between; ascending.
  let marks: [Double]
  let gaps: [Double]
  /// Seconds between samples; nil where the input itself tells when light is on.
  let interval: Double?
  /// Swing between unlit and lit, as a multiple of the noise; nil where there are no samples.
  let contrast: Double?
  /// Whether nothing tells the samples from noise.
  let isNoise: Bool
  /// Part of the samples, while it was switched, that are neither lit nor unlit.
  let partial: Double
  /// Levels (ambient = 100) unlit and lit; nil where there are no samples.
  let unlit: Double?
  let lit: Double?
  /// Seconds of the longest stretch over the middle between unlit and lit, counted as light or not.
  let longestLit: Double

  init(_ finding: Finding) {
    var marks: [Double] = []
    var gaps: [Double] = []
    var last: LightEvent?
    for event in finding.events where event.isOn != last?.isOn {
      if let last {
        event.isOn ? gaps.append(event.time - last.time) : marks.append(event.time - last.time)
      }
      last = event
    }
    flashes = marks.count
    let first = finding.events.first { $0.isOn }?.time ?? 0
    let end = finding.events.last?.time ?? first
    seconds = max(0, end - first)
    self.marks = marks.sorted()
    self.gaps = gaps.sorted()
    let samples = finding.samples
    interval = zip(samples.dropFirst(), samples).map { $0.time - $1.time }.median
    let active = samples.filter { $0.time >= first && $0.time <= end }
    contrast = (active.isEmpty ? samples : active).map(\.deviation).median.map {
      1 / max(min($0, Self.noise(of: samples)), 1e-3)
    }
    isNoise = Self.isNoise(samples, interval: interval)
    let between = active.filter { $0.lit > 0.2 && $0.lit < 0.8 }.count
    partial = active.isEmpty ? 0 : Double(between) / Double(active.count)
    unlit = samples.filter { $0.lit < 0.3 }.map(\.level).median
    lit = samples.filter { $0.lit > 0.7 }.map(\.level).median
    longestLit = Self.longestLit(samples)
  }

  /// Standard deviation of the noise, as a part of the swing: from the samples that differ least from
  /// those before, for frames that are lit for a part of their exposure are no noise.
  private static func noise(of samples: [LightSample]) -> Double {
    let steps = zip(samples.dropFirst(), samples).map { abs($0.lit - $1.lit) }.sorted()
    guard steps.count >= 20 else { return .infinity }
    // The 15 % quantile of the difference of two normal numbers is 0.189 x sqrt(2) of their deviation.
    return max(steps[steps.count * 15 / 100] / 0.267, 0.004)
  }

  /// A key is the same from one sample to the next and another a second later; noise is new each time,
  /// daylight the same over seconds. Three standard deviations of a correlation of that many samples.
  private static func isNoise(_ samples: [LightSample], interval: Double?) -> Bool {
    guard let interval, interval > 0, samples.count >= 20 else { return false }
    let levels = samples.map(\.level)
    let mean = levels.reduce(0, +) / Double(levels.count)
    let variance = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    guard variance > 0 else { return true }
    func correlation(_ lag: Int) -> Double {
      zip(levels.dropFirst(lag), levels).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) } / variance
    }
    let second = min(max(2, Int((1 / interval).rounded())), levels.count / 2)
    return correlation(1) - correlation(second) < 3 / Double(levels.count).squareRoot()
  }

  /// By levels alone: what is on for too long is no event of the detector's.
  private static func longestLit(_ samples: [LightSample]) -> Double {
    let levels = samples.map(\.level).filter(\.isFinite).sorted()
    guard let last = levels.indices.last, last > 3 else { return 0 }
    let middle = (levels[last / 50] + levels[last - last / 50]) / 2
    var longest = 0.0
    var begin: Double?
    for sample in samples {
      if sample.level > middle {
        begin = begin ?? sample.time
        longest = max(longest, sample.time - (begin ?? sample.time))
      } else {
        begin = nil
      }
    }
    return longest
  }

  /// Seconds that it is usually lit.
  var usualMark: Double { marks.median ?? 0 }

  /// Seconds from one flash to the next where all are alike: a beacon, an indicator; else nil.
  var period: Double? {
    guard flashes >= 5, let usualGap = gaps.median else { return nil }
    // A flash's edges fall anywhere within a frame; a relay keeps to a tenth or so.
    func isEven(_ values: [Double], _ usual: Double) -> Bool {
      let spread = values[values.count * 9 / 10] - values[values.count / 10]
      return spread <= max(0.25 * usual, 1.5 * (interval ?? 0))
    }
    return isEven(marks, usualMark) && isEven(gaps, usualGap) ? usualMark + usualGap : nil
  }

  /// Whether its flashes are so short that pictures miss parts of them: more than half last one and a
  /// half samples at most, or more samples are caught between unlit and lit than in keying whose dots
  /// last a sample. (PARIS has 28 edges in 50 dots; an edge falls between 0.2 and 0.8 of a shutter that
  /// is open all the time in 0.6 of all cases; hands make it less.)
  var isTooShort: Bool {
    guard let interval, let contrast, flashes >= 6 else { return false }
    return usualMark <= 1.5 * interval || (partial > 0.28 && contrast >= 8)
  }
}

internal import CLuma

/// Rolling statistics of every signal, from which those that deserve a closer look are picked.
///
/// A lamp raises a signal's variance over that of the noise, which signals of like brightness show.
/// Over four seconds (120 frames at 30 a second) the variance of noise is known to about 10 %, so that a
/// signal at 1.6 times the usual is far outside of what noise does even among 30000.
struct SignalActivity: Sendable {
  /// Seconds over which the mean and the variance are taken: longer than a dash at 3 WPM.
  static let window = 4.0

  private(set) var mean: [Float] = []
  private(set) var variance: [Float] = []
  private var change: [Float] = []
  private var last: [Float] = []
  private(set) var frames = 0
  private var lastTime: Double?
  /// Frames that the rolling statistics amount to.
  private var weight = 0.0

  /// How strongly a signal stands out, in standard deviations of what noise does.
  struct Standout: Sendable {
    var signal: Int
    var significance: Float
    /// Variance of the noise alone.
    var noise: Float
    var variance: Float
  }

  /// Brightness of the whole picture against the usual one: the median over some hundred tiles, so
  /// that a lamp that takes less than half of the picture has no part in it.
  func gain(_ signals: [Float], _ map: SignalMap) -> Float {
    guard frames > 0 else { return 1 }
    let step = max(1, map.tiles / 511)
    var ratios: [Float] = []
    ratios.reserveCapacity(600)
    var index = step / 2
    while index < map.tiles {
      // Below, the ratio is mostly noise.
      if mean[index] > 8 { ratios.append(signals[index] / mean[index]) }
      index += step
    }
    guard ratios.count >= 16 else { return 1 }
    ratios.sort()
    let gain = ratios[ratios.count / 2]
    return gain > 0.05 ? gain : 1
  }

  mutating func update(
    _ signals: [Float], _ map: SignalMap, time: Double, gain: Float, stored: inout [UInt16]
  ) {
    if mean.count != map.count {
      self = SignalActivity()
      mean = signals
      last = signals
      variance = [Float](repeating: 0, count: map.count)
      change = variance
    }
    let interval = min(max(time - (lastTime ?? time), 0), 1)
    lastTime = time
    frames += 1
    // At first, plain means: each new frame counts as one among all so far.
    let share = interval / (Self.window + interval)
    let part = Float(max(share, 1 / Double(frames)))
    weight += 1 - Double(part) * weight
    step(signals, from: 0, count: map.tiles, 1 / gain, part, bias: 0, &stored)
    if map.hasChroma {
      step(signals, from: map.tiles, count: map.count - map.tiles, 1, part, bias: 32768, &stored)
    }
  }

  private mutating func step(
    _ signals: [Float], from start: Int, count: Int, _ scale: Float, _ part: Float, bias: Float,
    _ stored: inout [UInt16]
  ) {
    signals.withUnsafeBufferPointer { signals in
      mean.withUnsafeMutableBufferPointer { mean in
        variance.withUnsafeMutableBufferPointer { variance in
          change.withUnsafeMutableBufferPointer { change in
            last.withUnsafeMutableBufferPointer { last in
              stored.withUnsafeMutableBufferPointer { stored in
                guard let signals = signals.baseAddress, let mean = mean.baseAddress,
                  let variance = variance.baseAddress, let change = change.baseAddress,
                  let last = last.baseAddress, let stored = stored.baseAddress
                else { return }
                luma_activity(
                  signals + start, scale, part, part, bias, count, mean + start,
                  variance + start, change + start, last + start, stored + start)
              }
            }
          }
        }
      }
    }
  }

  /// The signals that vary by more than noise does, the strongest first.
  func standouts(_ map: SignalMap, limit: Int) -> [Standout] {
    guard frames >= 8 else { return [] }
    let deviation = Float((2 / max(4, weight)).squareRoot())
    var found: [Standout] = []
    func search(_ range: Range<Int>, level: (Int) -> Int) {
      let noises = usual(range, level: level)
      for index in range {
        // Quantisation alone gives 1/12 of a step for a pixel, a 64th of that for a tile.
        let noise = max(noises[level(index)], 0.002)
        let significance = (variance[index] / noise - 1) / deviation
        // In a small picture there is no usual signal to stand out from: all are looked at.
        if significance > 5 || map.tiles <= limit / 2 {
          found.append(
            Standout(
              signal: index, significance: significance, noise: noise, variance: variance[index]))
        }
      }
    }
    search(0..<map.tiles) { min(15, max(0, Int(mean[$0] / 16))) }
    if map.hasChroma {
      search(map.tiles..<(map.tiles + map.chromaBlocks)) { _ in 0 }
      search((map.tiles + map.chromaBlocks)..<map.count) { _ in 0 }
    }
    found.sort { $0.significance > $1.significance }
    return Array(found.prefix(limit))
  }

  /// The lower quartile's variance in each class of signals, raised to what the median of noise would
  /// be: half of a class may flash without hiding it. Classes too small to tell take all signals.
  private func usual(_ range: Range<Int>, level: (Int) -> Int) -> [Float] {
    var classes = [[Float]](repeating: [], count: 16)
    let step = max(1, range.count / 8192)
    for index in stride(from: range.lowerBound, to: range.upperBound, by: step) {
      classes[level(index)].append(variance[index])
    }
    var all = classes.flatMap { $0 }
    all.sort()
    let overall = Self.usual(all)
    return classes.map { values in
      guard values.count >= 32 else { return overall }
      return Self.usual(values.sorted())
    }
  }

  private static func usual(_ sorted: [Float]) -> Float {
    guard !sorted.isEmpty else { return 0 }
    return sorted[sorted.count / 4] * 1.1
  }
}

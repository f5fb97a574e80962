/// What deserves a closer look.
extension SignalActivity {
  /// How strongly a signal stands out, in standard deviations of what noise does.
  struct Standout: Sendable {
    var signal: Signal
    var significance: Float
    /// Variance of the noise alone.
    var noise: Float
    var variance: Float
    /// How often it was seen to stand out since the last search.
    var times = 1
  }

  /// Of how many deviations what stands out does so at least.
  private static let least: Float = 5

  /// How far each signal stood out when it did most, and what its variance and that of the noise were then: what somebody
  /// sent and ended still stands out at the next search.
  struct Prominence: Sendable {
    fileprivate(set) var significance: [Float] = []
    fileprivate(set) var noise: [Float] = []
    fileprivate(set) var variance: [Float] = []
    /// How often it was seen that each stood out.
    fileprivate(set) var times: [UInt8] = []
    /// Since when, and when it was last seen how far they stand out.
    fileprivate var lastTime: Double?

    mutating func forget(_ place: Int) {
      if place < significance.count { significance[place] = -.infinity }
    }
  }

  /// Sees twice in the time over which the variance is taken what stands out.
  mutating func notice(_ map: SignalMap, at time: Double) {
    let last = prominence.lastTime ?? time
    if prominence.lastTime == nil { prominence.lastTime = time }
    guard time - last >= Self.window / 2, frames >= Self.fewest else { return }
    prominence.lastTime = time
    take(map, in: &prominence)
  }

  /// Begins anew with what stands out most, as what did until now has been searched.
  mutating func forgetProminence() { prominence = Prominence() }

  /// Takes what stands out now, where it does by more than before.
  private func take(_ map: SignalMap, in prominence: inout Prominence) {
    if prominence.significance.count != map.count {
      prominence.significance = [Float](repeating: -.infinity, count: map.count)
      prominence.noise = [Float](repeating: 0, count: map.count)
      prominence.variance = prominence.noise
      prominence.times = [UInt8](repeating: 0, count: map.count)
    }
    let deviation = Float((2 / max(4, weight)).squareRoot())
    func take(_ range: Range<Int>, levels: Int = 1, level: (Int) -> Int = { _ in 0 }) {
      let noises = usual(range, levels: levels, level: level)
      for index in range where variance[index] > 0 {
        // Quantisation alone gives 1/12 of a step for a pixel, a 64th of that for a tile.
        let noise = max(noises[level(index)], 0.002)
        let significance = (variance[index] / noise - 1) / deviation
        if significance > Self.least, prominence.times[index] < .max {
          prominence.times[index] += 1
        }
        guard significance > prominence.significance[index] else { continue }
        prominence.significance[index] = significance
        prominence.noise[index] = noise
        prominence.variance[index] = variance[index]
      }
    }
    take(0..<map.tiles, levels: 16) { min(15, max(0, Int(mean[$0] / 16))) }
    guard map.hasChroma else { return }
    take(map.tiles..<(map.tiles + map.chromaBlocks))
    take((map.tiles + map.chromaBlocks)..<map.count)
  }

  /// Pictures before which nothing stands out.
  static let fewest = 8

  /// The signals that vary by more than noise does, the strongest first, luma and colour by turns: their noise
  /// is not the same, and where a codec leaves most blocks' colour as it was, those that it does not stand out
  /// by more than any lamp.
  /// - Parameter passed: Tiles along which lights moved: those and all others come by turns, too, for what was left there
  ///   stands out by more, and in more tiles, than any lamp beside their way.
  /// - Parameter limit: How many of the first will be looked at: no others are put in order, where there are no more.
  func standouts(
    _ map: SignalMap, limit: Int, passed: () -> Set<Signal> = { [] }
  ) -> [Standout] {
    guard frames >= Self.fewest else { return [] }
    var prominence = prominence
    take(map, in: &prominence)
    var way: Set<Signal>?
    func search(_ range: Range<Int>) -> [Standout] {
      range.compactMap { index in
        let significance = prominence.significance[index]
        // In a small picture there is no usual signal to stand out from: all are looked at.
        guard significance > Self.least || map.tiles <= Self.smallPicture && significance.isFinite,
          let signal = signal(index, map)
        else { return nil }
        return Standout(
          signal: signal, significance: significance, noise: prominence.noise[index],
          variance: prominence.variance[index], times: Int(prominence.times[index]))
      }
    }
    func ordered(_ standouts: [Standout]) -> [Standout] {
      let sorted = standouts.sorted { $0.significance > $1.significance }
      // Where all are looked at, their order is nothing.
      guard sorted.count > limit / (map.hasChroma ? 2 : 1) else { return sorted }
      let passed = way ?? passed()
      way = passed
      guard !passed.isEmpty else { return sorted }
      let isPassed = { (standout: Standout) in passed.contains(standout.signal.tile) }
      return Self.byTurns(sorted.filter { !isPassed($0) }, sorted.filter(isPassed))
    }
    let luma = ordered(search(0..<map.tiles))
    guard map.hasChroma else { return luma }
    let chroma = ordered(search(map.tiles..<map.count))
    return Self.byTurns(luma, chroma)
  }

  private static func byTurns(_ first: [Standout], _ second: [Standout]) -> [Standout] {
    var found: [Standout] = []
    found.reserveCapacity(first.count + second.count)
    for index in 0..<max(first.count, second.count) {
      if index < first.count { found.append(first[index]) }
      if index < second.count { found.append(second[index]) }
    }
    return found
  }

  /// The lower quartile's variance in each class of signals, raised to what the median of noise would
  /// be: half of a class may flash without hiding it. Classes too small to tell take all signals.
  func usual(
    _ range: Range<Int>, levels: Int = 1, level: (Int) -> Int = { _ in 0 }
  ) -> [Float] {
    var classes = [[Double]](repeating: [], count: levels)
    let step = max(1, range.count / 8192)
    for index in stride(from: range.lowerBound, to: range.upperBound, by: step) {
      if variance[index] > 0 { classes[level(index)].append(Double(variance[index])) }
    }
    lazy var overall = Self.usual(classes.flatMap { $0 })
    return classes.map { $0.count >= Self.fewestUsual ? Self.usual($0) : overall }
  }

  /// The lower quartile, raised as above.
  static func usual(_ variances: [Double]) -> Float {
    guard !variances.isEmpty else { return 0 }
    return Float(variances.ascending()[variances.count / 4]) * 1.1
  }
}

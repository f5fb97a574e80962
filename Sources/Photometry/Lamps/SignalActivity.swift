internal import CLuma

/// Rolling statistics of every signal, from which those that deserve a closer look are picked.
///
/// A lamp raises a signal's variance over that of the noise, which signals of like brightness show.
/// Over four seconds (120 frames at 30 a second) the variance of noise is known to about 10 %, so that a
/// signal at 1.6 times the usual is far outside of what noise does even among 30000.
struct SignalActivity: Sendable {
  /// Seconds over which the mean and the variance are taken: longer than a dash at 3 WPM.
  static let window = 4.0

  /// Places, a margin included, of a picture in which there is no usual signal to stand out from: some
  /// 90 pixels square, as somebody crops to a lamp.
  static let smallPicture = 400

  /// Signals that tell what is usual.
  static let fewestUsual = 32

  private(set) var mean: [Float] = []
  private(set) var variance: [Float] = []
  /// The variance of some seconds ago, a quarter to half of those over which it is taken: what is brighter than usual now has no
  /// part in it yet. 0: not known.
  private(set) var settledVariance: [Float] = []
  /// What will be that next, and since when, in seconds.
  private var settling: (variance: [Float], since: Double)?
  private(set) var frames = 0
  /// Variance that a tile of this picture usually has; nil until it was first asked for.
  var usualNoise: Float?
  private var lastTime: Double?
  /// Frames that the rolling statistics amount to.
  private var weight = 0.0
  /// Which of the scene's columns and rows of tiles each place holds; nil: none yet.
  private var columnAt: [Int?] = []
  private var rowAt: [Int?] = []

  /// How strongly a signal stands out, in standard deviations of what noise does.
  struct Standout: Sendable {
    var signal: Signal
    var significance: Float
    /// Variance of the noise alone.
    var noise: Float
    var variance: Float
  }

  /// Brightness of the whole picture against the usual one: the median over some 250 tiles, so
  /// that a lamp that takes less than half of the picture has no part in it.
  func gain(_ signals: [Float], _ map: SignalMap, _ view: TileView) -> Float {
    guard frames > 0, mean.count == map.count else { return 1 }
    let step = max(1, view.columns * view.rows / 255)
    var ratios: [Float] = []
    ratios.reserveCapacity(300)
    var index = step / 2
    while index < view.columns * view.rows {
      let (column, row) = (index % view.columns, index / view.columns)
      let place = map.index(.luma(view.firstColumn + column, view.firstRow + row))
      // Below, the ratio is mostly noise.
      if mean[place] > 8 { ratios.append(signals[place] / mean[place]) }
      index += step
    }
    guard ratios.count >= 16 else { return 1 }
    ratios.sort()
    let gain = ratios[ratios.count / 2]
    return gain > 0.05 ? gain : 1
  }

  mutating func update(
    _ signals: [Float], _ map: SignalMap, _ view: TileView, time: Double, gain: Float,
    stored: inout [UInt16]
  ) {
    if mean.count != map.count {
      forget()
      mean = [Float](repeating: 0, count: map.count)
      variance = mean
      settledVariance = mean
      columnAt = [Int?](repeating: nil, count: map.columns)
      rowAt = [Int?](repeating: nil, count: map.rows)
    }
    greet(signals, map, view, 1 / gain)
    settle(at: time)
    let interval = min(max(time - (lastTime ?? time), 0), 1)
    lastTime = time
    frames += 1
    // At first, plain means: each new frame counts as one among all so far.
    let share = interval / (Self.window + interval)
    let part = Float(max(share, 1 / Double(frames)))
    weight += 1 - Double(part) * weight
    let runs = map.runs(view)
    for row in view.firstRow..<(view.firstRow + view.rows) {
      let start = row.wrapped(map.rows) * map.columns
      for run in runs {
        step(signals, from: start + run.place, count: run.count, 1 / gain, part, bias: 0, &stored)
      }
    }
    guard map.hasChroma else { return }
    // All blocks, seen or not: those out of sight keep still.
    step(signals, from: map.tiles, count: map.count - map.tiles, 1, part, bias: 32768, &stored)
  }

  /// Takes the variance of a while ago for what has settled, and keeps that of now for later.
  private mutating func settle(at time: Double) {
    guard let settling else {
      settling = (variance, time)
      return
    }
    guard time - settling.since >= Self.window / 4 else { return }
    settledVariance = settling.variance
    self.settling = (variance, time)
  }

  /// Forgets what was seen. A tile's noise is the camera's, and stays usual.
  mutating func forget() {
    let noise = usualNoise
    self = SignalActivity()
    usualNoise = noise
  }

  /// Gives places whose tile comes into sight its value for a beginning.
  private mutating func greet(
    _ signals: [Float], _ map: SignalMap, _ view: TileView, _ scale: Float
  ) {
    var places: [Int] = []
    for column in view.firstColumn..<(view.firstColumn + view.columns) {
      let place = column.wrapped(map.columns)
      guard columnAt[place] != column else { continue }
      columnAt[place] = column
      places += (0..<map.rows).map { $0 * map.columns + place }
    }
    for row in view.firstRow..<(view.firstRow + view.rows) {
      let place = row.wrapped(map.rows)
      guard rowAt[place] != row else { continue }
      rowAt[place] = row
      places += (0..<map.columns).map { place * map.columns + $0 }
    }
    for place in places {
      mean[place] = signals[place] * scale
      variance[place] = 0
      settledVariance[place] = 0
      settling?.variance[place] = 0
    }
    guard map.hasChroma, !places.isEmpty else { return }
    for place in places {
      let block = place / map.columns / 2 * map.chromaColumns + place % map.columns / 2
      for start in [map.tiles, map.tiles + map.chromaBlocks] {
        mean[start + block] = signals[start + block]
        variance[start + block] = 0
      }
    }
  }

  private mutating func step(
    _ signals: [Float], from start: Int, count: Int, _ scale: Float, _ part: Float, bias: Float,
    _ stored: inout [UInt16]
  ) {
    signals.withUnsafeBufferPointer { signals in
      mean.withUnsafeMutableBufferPointer { mean in
        variance.withUnsafeMutableBufferPointer { variance in
          stored.withUnsafeMutableBufferPointer { stored in
            guard let signals = signals.baseAddress, let mean = mean.baseAddress,
              let variance = variance.baseAddress, let stored = stored.baseAddress
            else { return }
            luma_activity(
              signals + start, scale, part, bias, count, mean + start, variance + start,
              stored + start)
          }
        }
      }
    }
  }

  /// The signal that is kept at a place.
  private func signal(_ index: Int, _ map: SignalMap) -> Signal? {
    if index < map.tiles {
      guard let column = columnAt[index % map.columns], let row = rowAt[index / map.columns] else {
        return nil
      }
      return .luma(column, row)
    }
    let isBlue = index < map.tiles + map.chromaBlocks
    let block = (index - map.tiles) % map.chromaBlocks
    let (left, top) = (block % map.chromaColumns * 2, block / map.chromaColumns * 2)
    guard let column = columnAt[left] ?? columnAt[left + 1], let row = rowAt[top] ?? rowAt[top + 1]
    else { return nil }
    return Signal(
      kind: isBlue ? .blueDifference : .redDifference, column: column.floored(2),
      row: row.floored(2))
  }

  /// Takes what is usual now for `usualNoise`.
  mutating func learnUsualNoise(_ map: SignalMap) {
    if frames >= Self.fewest { usualNoise = usual(0..<map.tiles)[0] }
  }

  /// Pictures before which nothing stands out.
  private static let fewest = 8

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
    let deviation = Float((2 / max(4, weight)).squareRoot())
    var way: Set<Signal>?
    func search(
      _ range: Range<Int>, levels: Int = 1, level: (Int) -> Int = { _ in 0 }
    ) -> [Standout] {
      let noises = usual(range, levels: levels, level: level)
      return range.compactMap { index in
        // Quantisation alone gives 1/12 of a step for a pixel, a 64th of that for a tile.
        guard variance[index] > 0 else { return nil }
        let noise = max(noises[level(index)], 0.002)
        let significance = (variance[index] / noise - 1) / deviation
        // In a small picture there is no usual signal to stand out from: all are looked at.
        guard significance > 5 || map.tiles <= Self.smallPicture, let signal = signal(index, map)
        else { return nil }
        return Standout(
          signal: signal, significance: significance, noise: noise, variance: variance[index])
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
    let luma = ordered(search(0..<map.tiles, levels: 16) { min(15, max(0, Int(mean[$0] / 16))) })
    guard map.hasChroma else { return luma }
    let chroma = ordered(
      search(map.tiles..<(map.tiles + map.chromaBlocks))
        + search((map.tiles + map.chromaBlocks)..<map.count))
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
  private func usual(
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

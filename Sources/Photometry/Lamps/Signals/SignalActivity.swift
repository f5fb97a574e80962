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
  /// The variance of some seconds ago, a quarter to half of those over which it is taken: what came less than
  /// a second ago has no part in it yet. 0: not known.
  private(set) var settledVariance: [Float] = []
  /// What will be that next, and since when, in seconds.
  private var settling: (variance: [Float], since: Double)?
  private(set) var frames = 0
  /// When signals stood out most since the last search.
  var prominence = Prominence()
  /// Variance that a tile of this picture usually has; nil until it was first asked for.
  var usualNoise: Float?
  private var lastTime: Double?
  /// Frames that the rolling statistics amount to.
  private(set) var weight = 0.0
  /// The column and the row of the scene's tile that each place holds, once that was in sight.
  private var tileAt: [SIMD2<Int>?] = []
  /// What was in sight last.
  private var lastView: TileView?

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
      tileAt = [SIMD2<Int>?](repeating: nil, count: map.tiles)
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
    // All blocks, seen or not: those out of sight keep still.
    if map.hasChroma {
      step(signals, from: map.tiles, count: map.count - map.tiles, 1, part, bias: 32768, &stored)
    }
    notice(map, at: time)
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
    guard view != lastView else { return }
    lastView = view
    var places: [Int] = []
    let runs = map.runs(view)
    for row in view.firstRow..<(view.firstRow + view.rows) {
      let start = row.wrapped(map.rows) * map.columns
      for run in runs {
        for offset in 0..<run.count {
          let tile = SIMD2(view.firstColumn + run.from + offset, row)
          let place = start + run.place + offset
          guard tileAt[place] != tile else { continue }
          tileAt[place] = tile
          places.append(place)
        }
      }
    }
    for place in places {
      mean[place] = signals[place] * scale
      variance[place] = 0
      settledVariance[place] = 0
      settling?.variance[place] = 0
      prominence.forget(place)
    }
    guard map.hasChroma, !places.isEmpty else { return }
    for place in places {
      let block = place / map.columns / 2 * map.chromaColumns + place % map.columns / 2
      for start in [map.tiles, map.tiles + map.chromaBlocks] {
        mean[start + block] = signals[start + block]
        variance[start + block] = 0
        prominence.forget(start + block)
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
  func signal(_ index: Int, _ map: SignalMap) -> Signal? {
    if index < map.tiles {
      return tileAt[index].map { .luma($0.x, $0.y) }
    }
    let isBlue = index < map.tiles + map.chromaBlocks
    let block = (index - map.tiles) % map.chromaBlocks
    let (left, top) = (block % map.chromaColumns * 2, block / map.chromaColumns * 2)
    let first = top * map.columns + left
    let tiles = [first, first + 1, first + map.columns, first + map.columns + 1]
    guard let tile = tiles.lazy.compactMap({ tileAt[$0] }).first else { return nil }
    return Signal(
      kind: isBlue ? .blueDifference : .redDifference, column: tile.x.floored(2),
      row: tile.y.floored(2))
  }

  /// Takes what is usual now for `usualNoise`.
  mutating func learnUsualNoise(_ map: SignalMap) {
    if frames >= Self.fewest { usualNoise = usual(0..<map.tiles)[0] }
  }
}

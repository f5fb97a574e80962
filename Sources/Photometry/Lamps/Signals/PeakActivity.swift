internal import CLuma

/// Tiles of which the brightest sample goes to and fro by more than noise and codecs make it.
///
/// A lamp of two pixels moves its tile's mean by no more than a codec does that codes the tile anew, and its brightest
/// sample by all of its light. By how much a sample differs from what it was a dot or two ago drift and a scene's slow
/// changes have no part in, nor what moves from tile to tile as the camera does.
struct PeakActivity {
  /// Seconds between samples that are set beside each other: a dash at 15 WPM. Whoever sends is as often in the other
  /// state by then as in the same, at any speed that pictures can show.
  private static let lag = 0.25
  /// Pairs that are looked at, at most, of half a minute.
  private static let mostPairs = 450

  /// Twice the variance of each tile's brightest sample, but for slow changes; as many times as pairs were taken.
  private var totals: [UInt32]
  private var pairs = 0

  init(_ moments: [SignalHistory.Moment], _ map: SignalMap) {
    totals = [UInt32](repeating: 0, count: map.tiles)
    let step = max(1, (moments.count + Self.mostPairs - 1) / Self.mostPairs)
    var before = 0
    for index in stride(from: 0, to: moments.count, by: step) {
      let moment = moments[index]
      while before < index, moments[before + 1].time <= moment.time - Self.lag { before += 1 }
      guard before < index, moment.time - moments[before].time < 2 * Self.lag,
        moment.view == moments[before].view, moment.peaks.count == map.tiles,
        moments[before].peaks.count == map.tiles
      else { continue }
      add(moment.peaks, moments[before].peaks)
      pairs += 1
    }
  }

  private mutating func add(_ now: [UInt8], _ before: [UInt8]) {
    now.withUnsafeBufferPointer { now in
      before.withUnsafeBufferPointer { before in
        totals.withUnsafeMutableBufferPointer { totals in
          guard let now = now.baseAddress, let before = before.baseAddress,
            let sums = totals.baseAddress
          else { return }
          luma_add_squares(now, before, totals.count, sums)
        }
      }
    }
  }

  /// The tiles in sight, those that stand out most first: by as much at least as a light needs whose levels noise does not
  /// show (`Keyedness.leastVariance`). Their significance is by how many times their variance is the usual.
  func standouts(
    _ map: SignalMap, _ view: TileView, limit: Int
  ) -> [SignalActivity.Standout] {
    guard pairs >= Keyedness.fewest else { return [] }
    var found: [(tile: Signal, variance: Float)] = []
    for row in view.firstRow..<view.firstRow + view.rows {
      for column in view.firstColumn..<view.firstColumn + view.columns {
        let tile = Signal(kind: .peak, column: column, row: row)
        found.append((tile, Float(totals[map.index(tile)]) / Float(2 * pairs)))
      }
    }
    guard found.count >= SignalActivity.fewestUsual else { return [] }
    // As `SignalActivity.usual`; quantisation gives a twelfth of a step.
    let usual = max(1 / 12, SignalActivity.usual(found.map { Double($0.variance) }))
    let least = Keyedness.leastVariance(isClear: false) * usual
    let most = found.filter { $0.variance > least }.sorted { $0.variance > $1.variance }
    return most.prefix(limit).map {
      SignalActivity.Standout(
        signal: $0.tile, significance: $0.variance / usual, noise: usual, variance: $0.variance)
    }
  }
}

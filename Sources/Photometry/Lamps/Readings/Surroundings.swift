/// What the surroundings of a place add to it: the median of how much brighter each of their tiles is than usual. What
/// comes over all of them (the glow of a headlight that passes) is in it, what comes over fewer than half is not: the
/// headlight itself.
struct Surroundings: Hashable, Sendable {
  struct Tile: Hashable, Sendable {
    var signal: Signal
    /// Its usual luma, in steps, with the picture's gain.
    var usual: Double
  }

  private let tiles: [Tile]
  /// What each step of it counts in a sum of signals.
  var weight = 1.0

  /// Of `signals`, all of luma, as they usually were in some moments; nil where there are too few of them.
  init?(_ signals: [Signal], _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap) {
    tiles = signals.compactMap { signal in
      let seen = Probe(signal: signal, isAbsolute: true).trace(history, map).filter(\.isFinite)
      return seen.median.map { Tile(signal: signal, usual: $0) }
    }
    guard tiles.count >= Self.fewest else { return nil }
  }

  /// How much brighter they are than usual, in steps of luma times the weight; 0 where too few of them are in sight.
  func light(_ moment: SignalHistory.Moment, _ map: SignalMap) -> Double {
    var excesses: [Double] = []
    excesses.reserveCapacity(tiles.count)
    for tile in tiles where moment.view.shows(tile.signal) {
      excesses.append(Double(moment.stored[map.index(tile.signal)]) / 256 - tile.usual)
    }
    guard excesses.count >= Self.fewest, let median = excesses.median else { return 0 }
    return weight * median
  }

  /// Of fewer, one light that passes may cover half.
  static let fewest = 4
}

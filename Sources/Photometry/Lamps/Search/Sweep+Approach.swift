/// What passes on ways that change.
extension Sweep {
  /// The part of a place's swing that the same must have beside it: a shape is seen there as well as here.
  private static let leastAlike = 0.5
  /// The part of the places beside that may begin to do something in one picture: a shape comes to one after another, the
  /// exposure changes all of them.
  private static let mostAtOnce = 0.25

  /// Whether each flash of the place (x, y), in tiles, comes from another beside it (`Approach`).
  func comes(
    to x: Double, _ y: Double, _ moments: ArraySlice<SignalHistory.Moment>, _ map: SignalMap,
    _ vicinity: inout Vicinity
  ) -> Bool {
    let approach = Approach(states, reach: reach)
    guard approach.tells else { return false }
    let tile = Signal.luma(at: (x, y))
    let beside = ([tile] + (map.hasChroma ? tile.chroma : [])).flatMap {
      flashes(beside: $0, moments, map, &vicinity)
    }
    return approach.isSeen(beside)
  }

  /// What goes the same way as a signal of the place itself, at other times.
  private func flashes(
    beside own: Signal, _ moments: ArraySlice<SignalHistory.Moment>, _ map: SignalMap,
    _ vicinity: inout Vicinity
  ) -> [Approach.Beside] {
    guard let swing = swing(Probe(signal: own).trace(moments, map)) else { return [] }
    let others = own.around(Self.radius)
    var found: [Approach.Beside] = []
    for (other, light) in zip(others, vicinity.lights(of: others, moments, map)) {
      let far = Self.leastAlike * abs(swing)
      // Most places do not change by as much.
      guard light.range > far, let usual = vicinity.median(of: other, light) else { continue }
      let least = max(far, Keyedness.clear / 2 * Self.noise(light.trace))
      let isThere = light.trace.map { (swing > 0 ? $0 - usual : usual - $0) > least }
      // Not what its own light lights up, nor what is lit whenever it is not.
      guard isThere.contains(true), abs(likenessNow(isThere)) < Self.likeness else {
        continue
      }
      found += Approach.runs(isThere).map {
        Approach.Beside(
          pictures: $0, column: other.column - own.column, row: other.row - own.row)
      }
    }
    let starting = Dictionary(grouping: found, by: \.pictures.lowerBound).mapValues(\.count)
    return found.filter {
      Double(starting[$0.pictures.lowerBound] ?? 0) < Self.mostAtOnce * Double(others.count)
    }
  }

  /// How much brighter it is while the place is lit, on average; nil where that is no more than a step of rounding, or unknown.
  private func swing(_ trace: [Double]) -> Double? {
    func mean(whileLit isLit: Bool) -> Double {
      let values = zip(trace, states).filter { $1 == isLit && $0.isFinite }.map(\.0)
      return values.reduce(0, +) / Double(values.count)
    }
    let swing = mean(whileLit: true) - mean(whileLit: false)
    return abs(swing) > Keyedness.clear / 12.0.squareRoot() ? swing : nil
  }
}

/// Lights that pass over lamps.
extension LampSearch {
  /// What lamps that keep to a place were while other lights passed over them.
  func covered(_ search: CandidateSearch) -> [LampFinder.Update] {
    let passing = (flashes.tracks + flashes.ended).filter { $0.id == nil && $0.hasMoved }
      .sorted { $0.light > $1.light }
    guard !passing.isEmpty else { return [] }
    return followed.compactMap { lamp in
      guard lamp.isPlaced else { return nil }
      let samples = covered(lamp, passing, search)
      return samples.isEmpty ? nil : .covered(id: lamp.id, samples)
    }
  }

  /// Whether nothing disturbs what a place shows but lights that pass over it.
  /// - Parameters:
  ///   - keyedness: The levels of `trace`.
  ///   - place: In tiles.
  ///   - reach: Tiles around it that are lit.
  func isCoveredOnly(
    _ keyedness: Keyedness, _ trace: [Double], at place: (x: Double, y: Double), reach: Double,
    _ search: CandidateSearch
  ) -> Bool {
    guard !keyedness.isUndisturbed else { return false }
    let spans = (flashes.tracks + flashes.ended).compactMap {
      $0.covered(place.x, place.y, reach: 2 * FlashTracker.gate + reach)
    }
    guard !spans.isEmpty else { return false }
    let rest = zip(search.times, trace).map { time, value in
      spans.contains { $0.contains(time) } ? .nan : value
    }
    return Keyedness(rest)?.isUndisturbed ?? false
  }

  /// The same of a lamp that is followed, and read where it stands.
  func isCoveredOnly(_ index: Int, _ keyedness: Keyedness, _ search: CandidateSearch) -> Bool {
    let lamp = followed[index]
    return lamp.isPlaced
      && isCoveredOnly(
        keyedness, search.trace(lamp.probe), at: (lamp.x, lamp.y), reach: lamp.reach, search)
  }

  /// - Parameter passing: The brightest first: what lights a car has besides, and its glow, go with it.
  private func covered(
    _ lamp: Followed, _ passing: [FlashTrack], _ search: CandidateSearch
  ) -> [LampFinder.CoveredSample] {
    var probe = lamp.probe
    // What comes over the surroundings is told with the light itself.
    probe.surroundings = nil
    let isEven = probe.terms.contains { !$0.signal.kind.isOfTile }
    var known: [Int: (light: Double, deviation: Double)] = [:]
    for track in passing {
      guard
        let light = PassingLight(
          track, over: lamp.x, lamp.y, reach: lamp.reach, isEven: isEven)
      else { continue }
      for (index, found) in light.light(probe, search).enumerated() where known[index] == nil {
        known[index] = found
      }
    }
    guard !known.isEmpty else { return [] }
    let trace = search.trace(probe)
    let swing = lamp.high - lamp.low
    return known.sorted { $0.key < $1.key }.compactMap { index, found in
      let moment = moments[index]
      let brightness = trace[index] - found.light
      guard swing > 0, brightness.isFinite, abs(found.light) > Self.leastCover * swing else {
        return nil
      }
      let lit = (brightness - lamp.low) / swing
      // What is clipped shows less of the lamp than there is, and nothing that is not there.
      let isUnsure =
        found.deviation > Self.mostUnsure * swing
        || lit < Self.surelyLit && moment.isClipped(around: lamp.tile, map)
      // Where even the other light leaves it dark it is.
      if isUnsure, trace[index] - lamp.low < Self.surelyDark * swing {
        return LampFinder.CoveredSample(
          time: moment.time, brightness: lamp.low, uncertainty: found.deviation, lit: 0)
      }
      return LampFinder.CoveredSample(
        time: moment.time, brightness: brightness,
        uncertainty: isUnsure ? .infinity : found.deviation, lit: lit)
    }
  }

  /// Parts of the lamp's swing: what another light adds at least for it to matter, and the deviation with which nobody can
  /// tell: lit and unlit are four of them apart.
  private static let leastCover = 0.1
  private static let mostUnsure = 0.25
  /// As `Keyedness.isHigh`.
  private static let surelyLit = 0.65
  private static let surelyDark = 0.35
}

extension SignalHistory.Moment {
  /// Whether a tile or one beside it has samples that are as bright as a camera or a codec gives (235 of 16 to 235).
  fileprivate func isClipped(around tile: Signal, _ map: SignalMap) -> Bool {
    ([tile] + tile.around(1)).contains { view.shows($0) && peaks[map.index($0)] >= 235 }
  }
}

extension Followed {
  /// Whether it keeps to a place, and what tells its light is there.
  fileprivate var isPlaced: Bool {
    !isWhole && !isSpread && probe.roaming == nil && probe.brightest == nil
  }
}

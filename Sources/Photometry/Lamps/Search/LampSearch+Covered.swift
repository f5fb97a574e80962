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
    // A blurred picture is read in another way.
    known = known.filter { moments[$0.key].sharpness >= lamp.blurred?.limit ?? 0 }
    guard !known.isEmpty else { return [] }
    let own = lamp.trace(moments[...], map)
    let levels = Keyedness(own.indices.map { known[$0] == nil ? own[$0] : .nan })
    let (low, high) = (levels?.low ?? lamp.low, levels?.high ?? lamp.high)
    // Without the surroundings it may be brighter all the time, or darker.
    let trace = search.trace(probe)
    let shift = own.indices.compactMap { known[$0] == nil ? own[$0] - trace[$0] : nil }
      .filter(\.isFinite).median
    guard high > low, let shift else { return [] }
    return known.sorted { $0.key < $1.key }.compactMap { index, found in
      let seen = trace[index] + shift
      guard seen.isFinite, own[index].isFinite else { return nil }
      return covered(
        moments[index], own: own[index], seen: seen, found, low: low, high: high, at: lamp.tile)
    }
  }

  /// What a lamp was in a moment; `own` is what is read of it, `seen` the same with all that comes over its surroundings, and
  /// `found` what another light adds to that.
  private func covered(
    _ moment: SignalHistory.Moment, own: Double, seen: Double,
    _ found: (light: Double, deviation: Double), low: Double, high: Double, at tile: Signal
  ) -> LampFinder.CoveredSample {
    let swing = high - low
    func sample(_ brightness: Double, _ uncertainty: Double) -> LampFinder.CoveredSample {
      LampFinder.CoveredSample(
        time: moment.time, brightness: brightness, uncertainty: uncertainty,
        lit: (brightness - low) / swing, swing: swing)
    }
    guard abs(found.light) > Self.leastCover * swing else { return sample(own, 0) }
    let brightness = seen - found.light
    // What is clipped shows less of the lamp than there is, and nothing that is not there.
    let isUnsure =
      found.deviation > Self.mostUnsure * swing
      || brightness - low < Self.surelyLit * swing && moment.isClipped(around: tile, map)
    guard isUnsure else { return sample(brightness, found.deviation) }
    // Where even the other light leaves it dark it is.
    return seen - low < Self.surelyDark * swing
      ? sample(low, found.deviation) : sample(brightness, .infinity)
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
  func isClipped(around tile: Signal, _ map: SignalMap) -> Bool {
    ([tile] + tile.around(1)).contains {
      view.shows($0) && peaks.count == map.tiles && peaks[map.index($0)] >= 235
    }
  }
}

extension Followed {
  /// Whether it keeps to a place, and what tells its light is there.
  fileprivate var isPlaced: Bool {
    !isWhole && !isSpread && probe.roaming == nil && probe.brightest == nil
  }
}

/// Lamps that only the brightest samples of their tiles show.
extension LampSearch {
  /// Where nothing else is a lamp or may be one: candidates among the tiles whose brightest sample stands out. Where the
  /// camera moves, or a light goes about, many tiles' do.
  mutating func specks(
    besides others: [Candidate], at end: Double, _ search: CandidateSearch
  ) -> [Candidate] {
    guard followed.isEmpty, !flashes.tracks.contains(where: { $0.id != nil }),
      !others.contains(where: {
        $0.isApart && $0.keyedness.separation > Keyedness.noiseless
          && $0.isRipe(search.times, isFinal: isFinal)
      })
    else { return [] }
    var found: [Candidate] = []
    for standout in PeakActivity(moments, map).standouts(map, search.view, limit: LampFinder.most)
    where isFinal || fruitless.allows(standout, at: end) {
      let place = standout.signal.place
      guard !found.contains(where: { max(abs($0.x - place.x), abs($0.y - place.y)) < Self.beside })
      else { continue }
      if let speck = search.speck(in: standout.signal) {
        found.append(speck)
      } else {
        fruitless.note(standout, at: end)
      }
    }
    return found
  }
}

extension CandidateSearch {
  /// A tile by its brightest sample, in steps of that: of the tile's mean it would be less than what a codec rounds by. nil
  /// where that shows no levels that noise does not.
  fileprivate func speck(in tile: Signal) -> Candidate? {
    guard var speck = refine(Probe(signal: tile, isAbsolute: true), main: tile), speck.isApart,
      speck.keyedness.separation > Keyedness.noiseless
    else { return nil }
    speck.isSpeck = true
    return speck
  }
}

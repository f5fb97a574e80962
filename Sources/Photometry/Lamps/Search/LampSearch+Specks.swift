/// Lamps that only the brightest samples of their tiles show.
extension LampSearch {
  /// Tiles that are looked at in a search: a branch in the wind moves more than a few.
  fileprivate static let mostSpecks = 4 * LampFinder.most

  /// Where nothing else is clearly a lamp or may be one, but for what a codec may round: candidates among the tiles whose
  /// brightest sample stands out, those whose levels are the furthest apart. Where the camera moves, or a light goes about, many
  /// tiles' do.
  mutating func specks(
    besides others: [Candidate], _ known: [Known], at end: Double, _ search: CandidateSearch
  ) -> [Candidate] {
    let lights =
      known.filter { $0.id != nil }.map(\.keyedness)
      + others.filter { $0.isApart && $0.isRipe(search.times, isFinal: isFinal) }.map(\.keyedness)
    // What tiles tell there by now needs no sample.
    let told = others.filter {
      $0.isApart && $0.keyedness.separation > Keyedness.noiseless
        && $0.isRipe(search.times, isFinal: isFinal)
    }
    guard !flashes.tracks.contains(where: { $0.id != nil }),
      !lights.contains(where: {
        $0.map { $0.isClear && $0.swing >= LampFinder.Contrast.rounding } ?? false
      })
    else { return [] }
    var found: [Candidate] = []
    for standout in PeakActivity(moments, map).standouts(map, search.view, limit: Self.mostSpecks)
    where isFinal || fruitless.allows(standout, at: end) {
      let place = standout.signal.place
      guard
        !(found + told).contains(where: {
          max(abs($0.x - place.x), abs($0.y - place.y)) < Self.beside
        })
      else { continue }
      if let speck = search.speck(in: standout.signal) {
        found.append(speck)
      } else {
        fruitless.note(standout, at: end)
      }
    }
    found.sort { $0.keyedness.separation > $1.keyedness.separation }
    return Array(found.prefix(LampFinder.most))
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

/// A light that goes about, wherever on its way it is found.
extension CandidateSearch {
  /// The square around a tile, or around what is found in that, whose brightest sample shows most marks, but for a few,
  /// as two clear levels that are far apart; nil where none does, and where what shows them goes on and does not return.
  ///
  /// A torch in a hand goes to and fro by several times its own size. A square that it leaves shows a part of its marks,
  /// and one that holds something brighter none: between them is a square of its way.
  func roaming(from tile: Signal) -> Candidate? {
    var middle = tile
    var best: (square: Brightest, way: FlashTrack, reach: Brightest, shown: Glimpse)?
    for _ in 0..<Self.roamingSteps {
      let squares = BrightestSquares(around: middle, history, map)
      var found: (radius: Int, shown: Glimpse)?
      for (radius, values) in squares.traces.enumerated() {
        guard let keyedness = Keyedness(values), keyedness.isClear,
          keyedness.separation > Keyedness.noiseless,
          keyedness.changes >= Candidate.enoughChanges
        else { continue }
        let shown = Glimpse(trace: values, keyedness: keyedness)
        if shown.showsMore(than: found?.shown ?? best?.shown) { found = (radius, shown) }
      }
      guard let found else { break }
      let way = squares.way(found.radius, found.shown.keyedness, times)
      // One that goes on is followed (`FlashTracker`), and what is here now, now there is two lamps.
      guard !way.hasMoved, !leaps(way, changes: found.shown.keyedness.changes),
        let bounds = squares.bounds, let reach = way.reach?.part(in: bounds),
        let square = Brightest(around: middle, radius: found.radius).part(in: bounds)
      else { break }
      best = (square, way, reach, found.shown)
      guard reach.middle != middle else { break }
      middle = reach.middle
    }
    guard let best, let main = best.way.favourite else { return nil }
    return reading(of: best.square, best.reach, best.shown.keyedness, main: main)
  }

  /// Whether what is lit is often elsewhere in the next picture, farther away than it ever goes: as where the brighter of two
  /// lamps goes on or off while the other is lit, which makes one leap of three changes of what both show where each is lit for
  /// two fifths of the time.
  private func leaps(_ way: FlashTrack, changes: Int) -> Bool {
    guard let first = times.first, let last = times.last, times.count > 1 else { return false }
    let interval = (last - first) / Double(times.count - 1)
    let steps = zip(way.hits.dropFirst(), way.hits).compactMap { hit, before in
      hit.time - before.time < 1.5 * interval
        ? max(abs(hit.x - before.x), abs(hit.y - before.y)) : nil
    }
    guard let usual = steps.median else { return false }
    let leap = max(FlashTracker.gate, Self.leap * usual)
    return Self.leapsOfTwo * steps.count { $0 > leap } > changes
  }

  /// How many times its usual step a light that goes about never moves: of a sine the fastest is 1.4 times the median.
  private static let leap = 4.0
  /// In how many changes one leap is of two lamps: half as often as above.
  private static let leapsOfTwo = 6

  /// The light in a square whose brightest sample has two levels: by how much brighter the tiles of its way, or of all of the
  /// square, are, where that shows the same marks, unless that sample, which is not clipped, has levels that are further apart.
  private func reading(
    of square: Brightest, _ way: Brightest, _ shown: Keyedness, main: Signal
  ) -> Candidate? {
    let values = trace(Probe(brightest: square))
    let unlit = zip(history, values).filter { shown.isHigh($1) == false }.map(\.0)
    let lights = [way, square].compactMap { place -> Candidate? in
      let light = RoamingLight(place, unlit: unlit, map)
      guard var read = refine(Probe(roaming: light), main: main),
        read.keyedness.separation > Keyedness.noiseless,
        !shown.showsMoreMarks(than: read.keyedness), !read.keyedness.showsMoreMarks(than: shown)
      else { return nil }
      read.place(in: place)
      return read
    }
    let light = lights.max { $0.keyedness.separation < $1.keyedness.separation }
    if let light, Self.isClipped(values.filter { shown.isHigh($0) ?? false }) { return light }
    let (whole, part) = (brightest(in: way, main: main), brightest(in: square, main: main))
    let isWhole = whole.map { whole in part.map { whole.glimpse.makesWhole($0.glimpse) } ?? true }
    let brightest = isWhole ?? false ? whole : best(of: [part, whole])
    guard let light, let brightest else { return light ?? brightest }
    return brightest.keyedness.isBetter(than: light.keyedness, by: Self.worthWhile)
      ? brightest : light
  }

  private func brightest(in place: Brightest, main: Signal) -> Candidate? {
    var read = refine(place, main: main)
    read?.place(in: place)
    return read
  }

  /// Whether a light's brightest samples are as bright as can be while it is lit: half of them the same but for a codec's
  /// rounding.
  private static func isClipped(_ lit: [Double]) -> Bool {
    guard let most = lit.max() else { return false }
    return 2 * lit.count { $0 > most - rounding } > lit.count
  }

  /// Steps of a sample that a codec or two conversions make of a clipped one.
  private static let rounding = 3.0

  /// How often the middle is looked for anew.
  private static let roamingSteps = 3
}

extension Keyedness {
  /// Whether it shows marks that another does not, or the other's may be noise.
  func showsMoreMarks(than other: Keyedness) -> Bool {
    other.separation < Self.noiseless || Double(changes) > Self.moreMarks * Double(other.changes)
  }

  /// By less, chance on an edge or two makes it.
  static let moreMarks = 1.05
}

extension FlashTrack {
  /// The tile in which it was most often, which shows its light: in a lamp's unit others would not.
  fileprivate var favourite: Signal? {
    var counts: [Signal: Int] = [:]
    for hit in hits {
      counts[.luma(at: (hit.x, hit.y)), default: 0] += 1
    }
    return counts.max {
      ($0.value, $0.key.row, $0.key.column) < ($1.value, $1.key.row, $1.key.column)
    }?.key
  }

  /// The tiles that it goes to, but for a few times in a hundred, and those around them that it lights.
  fileprivate var reach: Brightest? {
    func range(_ places: [Double]) -> ClosedRange<Int>? {
      let sorted = places.ascending()
      let few = sorted.count / 20
      guard let least = sorted.dropFirst(few).first, let most = sorted.dropLast(few).last else {
        return nil
      }
      return Int(least.rounded(.down)) - 2...Int(most.rounded(.down)) + 2
    }
    guard let columns = range(hits.map(\.x)), let rows = range(hits.map(\.y)) else { return nil }
    return Brightest(columns: columns, rows: rows)
  }
}

extension Brightest {
  fileprivate var middle: Signal {
    .luma(
      (columns.lowerBound + columns.upperBound) / 2, (rows.lowerBound + rows.upperBound) / 2)
  }
}

extension Candidate {
  /// Goes about in some tiles.
  fileprivate mutating func place(in tiles: Brightest) {
    x = Double(tiles.columns.lowerBound + tiles.columns.upperBound + 1) / 2
    y = Double(tiles.rows.lowerBound + tiles.rows.upperBound + 1) / 2
    self.tiles = tiles.columns.count * tiles.rows.count
    way = Double(max(tiles.columns.count, tiles.rows.count)) / 2
  }
}

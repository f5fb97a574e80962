/// What the scene looked like where the camera rested: a camera that was lost, as it turned faster than pictures tell, is found
/// again where it shows one of these.
struct KnownViews: Sendable {
  /// Mean luma of a picture's tiles, row by row, and where the contents were in it.
  private struct View {
    var luma: [Float]
    /// The same as it was some pictures before, nearly there.
    var before: [Float]?
    var place: StandingScene.Place
    /// Of pictures in which the camera was not lost.
    var stretch: Int
  }

  private var views: [View] = []
  private var columns = 0
  /// Where the contents were in the last picture, and pictures that were taken.
  private var last = StandingScene.Place()
  private var pictures = 0
  /// Pictures in which it is still looked for, and where the last look found it, and where it was taken to be then.
  private var left = 0
  private var pending: (found: StandingScene.Place, taken: StandingScene.Place)?
  /// How often what is seen was taken to be elsewhere; less by those where it was found.
  private var stretch = 0
  /// Where it was looked for last in vain.
  private var vain: StandingScene.Place?

  /// Views that are kept: those of the last turns there and back.
  private static let most = 4
  /// Pictures between two looks, as a rule and while a lost camera is looked for; and in how many it is: a second or two, after
  /// which what is seen is a scene of its own (`SceneChanges.shortest`).
  private static let seldom = 8
  private static let often = 2
  private static let patience = 48
  /// The part of a picture's sides within which a view is the same one.
  private static let near = 0.25
  /// Steps within which a tile looks the same, and the share of those that must: all but a lamp and what it lights up.
  private static let same: Float = 1.5
  private static let mostlySame = 0.9
  /// The least correlation of two pictures of one place, and the most of its next best as a part of it: those of textures that
  /// have nothing to do with each other vary by a tenth where a tenth of a thousand tiles are independent.
  private static let likeness: Float = 0.5
  private static let apart: Float = 0.6
  /// The least correlation where nothing along a row or a column counts that most of it shows: of 36 pairs of rendered scenes none was as alike as
  /// 0.25 anywhere.
  private static let evenedLikeness: Float = 0.35
  /// Steps that tiles must stand out by for that to be the scene's, and not how a codec rounded it, which changes with each whole
  /// picture that it sends: rounding to a step makes 0.22 of them, the median of a tile's and a quarter of four others'.
  private static let leastTexture: Float = 1
  /// The correlation up to which two pictures have nothing to do with each other: three times what those vary by.
  private static let unlikeness: Float = 0.3
  /// Tiles within which two places are the same: a hand sways by two, and the coarse look is that exact.
  private static let beside = 3.0
  /// By what part a picture of elsewhere may be brighter, or darker.
  private static let brighter: Float = 1.5
  /// The correlation of two pictures of one place in which less than a fifth of what is compared is noise, or waves.
  private static let steady: Float = 0.8

  /// Whether the camera is being looked for.
  var isSearching: Bool { left > 0 }

  /// From now on it is looked for, where it rested before.
  mutating func search() {
    if !isSearching { pending = nil }
    left = views.isEmpty ? 0 : Self.patience
  }

  /// What is seen from now on is elsewhere, unless it is found.
  mutating func begin() {
    stretch += 1
    vain = nil
    search()
  }

  /// Takes a picture in which the contents are at a place. Returns where they are, if that is found to be elsewhere.
  mutating func consume(
    _ luma: [Float], columns: Int, at place: StandingScene.Place
  ) -> StandingScene.Place? {
    if columns != self.columns || luma.count != views.first?.luma.count ?? luma.count {
      self = KnownViews()
    }
    defer { last = place }
    self.columns = columns
    left = max(0, left - 1)
    pictures += 1
    let isWanted = isSearching || isUnknown(place)
    guard place.isNear(last), pictures % (isWanted ? Self.often : Self.seldom) == 0 else {
      return nil
    }
    if isWanted {
      let before = pending
      let found = find(luma)
      pending = found.map { ($0.place, place) }
      if found == nil { vain = place }
      // Of a camera that still turns, nobody knows how it goes on.
      guard let found, let before else { return nil }
      // Whatever it swayed by meanwhile.
      let gone = StandingScene.Place(
        x: before.found.x + place.x - before.taken.x, y: before.found.y + place.y - before.taken.y)
      if found.place.isNear(gone, within: Double(TileGrid.side) / 2) {
        // What is about where it is taken to be was only lit otherwise, or it is waves.
        if found.stretch == stretch, isSame(found.place, place) {
          left = 0
          return nil
        }
        join(found.stretch, x: found.place.x - place.x, y: found.place.y - place.y)
        return found.place
      }
    }
    if !isSearching { keep(View(luma: luma, place: place, stretch: stretch)) }
    return nil
  }

  /// Whether what is seen at a place may be of what was known before the camera was lost last, and it was not looked for there.
  private func isUnknown(_ place: StandingScene.Place) -> Bool {
    views.contains { $0.stretch < stretch } && !(vain.map { isSame($0, place) } ?? false)
  }

  /// What was seen since the camera was lost is of a stretch before, so many pixels from where it was taken to be.
  private mutating func join(_ stretch: Int, x: Double, y: Double) {
    (left, pending) = (0, nil)
    // One that was not taken to be elsewhere has kept all else where it is.
    guard stretch != self.stretch else { return }
    for index in views.indices where views[index].stretch == self.stretch {
      views[index].place.x += x
      views[index].place.y += y
      views[index].stretch = stretch
    }
    self.stretch = stretch
  }

  private func isSame(_ one: StandingScene.Place, _ other: StandingScene.Place) -> Bool {
    let side = Double(TileGrid.side)
    let rows = (views.first?.luma.count ?? 0) / max(1, columns)
    return abs(one.x - other.x) < Self.near * side * Double(columns)
      && abs(one.y - other.y) < Self.near * side * Double(rows)
  }

  /// Whether a picture that is taken to show a place has nothing to do with what was seen there, though that looked the same
  /// in two pictures, or far more with what is seen elsewhere.
  func isElsewhere(_ luma: [Float], at place: StandingScene.Place) -> Bool {
    guard
      let view = views.last(where: {
        $0.stretch == stretch && isSame($0.place, place) && $0.luma.count == luma.count
      }), let before = view.before, isAsBright(luma, as: view.luma)
    else { return false }
    let side = Double(TileGrid.side)
    let (x, y) = ((place.x - view.place.x) / side, (place.y - view.place.y) / side)
    return [false, true].contains { isEvened in
      // A film's bars, which are there in whatever scene, are left out of evened pictures.
      let (earlier, known, now) = (
        TilePicture(before, columns: columns, isEvened: isEvened),
        TilePicture(view.luma, columns: columns, isEvened: isEvened),
        TilePicture(luma, columns: columns, isEvened: isEvened)
      )
      let own = known.likeness(of: earlier, x: 0, y: 0)
      guard own > (isEvened ? Self.evenedLikeness : Self.steady),
        !isEvened || known.usual > Self.leastTexture
      else { return false }
      // What moves by itself, as waves do, is least like what it was, but nowhere else more.
      let match = known.match(to: now)
      guard max(abs(match.x - x), abs(match.y - y)) > Self.beside else { return false }
      let there = known.likeness(of: now, x: Int(x.rounded()), y: Int(y.rounded()))
      // Noise makes it less like itself, too.
      return there < Self.unlikeness * min(1, own / Self.steady)
        || own > Self.steady && match.likeness > Self.likeness
          && match.next < Self.apart * match.likeness && there < Self.steady * match.likeness
    }
  }

  /// Whether a picture may be of another part of what another shows: what a light floods, or a hand covers, is there as before.
  private func isAsBright(_ luma: [Float], as other: [Float]) -> Bool {
    let ratio = luma.reduce(0, +) / max(1, other.reduce(0, +))
    return ratio < Self.brighter && ratio > 1 / Self.brighter
  }

  private mutating func keep(_ view: View) {
    var view = view
    if let last = views.last, last.stretch == stretch, last.place.isNear(view.place) {
      view.before = last.luma
    }
    let others = views.filter { $0.stretch != stretch || !isSame($0.place, view.place) }
    views = others + [view]
    if views.count > Self.most { views.removeFirst() }
  }

  /// Where the contents are in a picture that looks like one that is known.
  private func find(_ luma: [Float]) -> (place: StandingScene.Place, stretch: Int)? {
    // What is seen now is like itself.
    let views = isSearching ? views : views.filter { $0.stretch < stretch }
    let alike = views.last { view in
      let same = zip(view.luma, luma).count { abs($0 - $1) < Self.same }
      return Double(same) >= Self.mostlySame * Double(luma.count)
    }
    if let alike { return (alike.place, alike.stretch) }
    let now = TilePicture(luma, columns: columns, isEvened: true)
    let matches = views.map { view in
      (
        view: view,
        match: TilePicture(view.luma, columns: columns, isEvened: true).match(to: now)
      )
    }
    guard let best = matches.max(by: { $0.match.likeness < $1.match.likeness }),
      best.match.likeness > Self.evenedLikeness
    else { return nil }
    let side = Double(TileGrid.side)
    func place(_ found: (view: View, match: TilePicture.Match)) -> StandingScene.Place {
      StandingScene.Place(
        x: found.view.place.x + side * found.match.x, y: found.view.place.y + side * found.match.y)
    }
    let here = place(best)
    // What two views of a stretch share is found by both, at one place.
    let others = matches.filter {
      $0.view.stretch == best.view.stretch && !place($0).isNear(here, within: side)
    }
    let next = others.map(\.match.likeness).max() ?? 0
    guard max(best.match.next, next) < Self.apart * best.match.likeness else { return nil }
    return (here, best.view.stretch)
  }
}

extension StandingScene.Place {
  /// Whether a camera that rests may have gone from one to the other between two pictures: by a pixel or two.
  fileprivate func isNear(_ other: Self, within pixels: Double = 1.5) -> Bool {
    max(abs(x - other.x), abs(y - other.y)) < pixels
  }
}

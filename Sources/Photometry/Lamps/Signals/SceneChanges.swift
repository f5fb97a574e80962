/// Tells since when the picture has shown the scene that it shows now: a film is cut, a camera is raised from the floor.
///
/// Looks at the picture a few times a second, as coarse cells, and tells looks that are not alike. What is seen for
/// seconds on end and was not seen before, since the scene began, is another scene. A lamp that fills the picture makes it
/// look like another for the time of a dash, and back.
struct SceneChanges: Sendable {
  /// Seconds on end: longer than a dash at 3 WPM.
  static let shortest = 2.0
  /// Cells across. A picture of fewer tiles shows a lamp, and no scene.
  static let columns = 16
  /// Kinds of looks of a scene, within that time: its own, and what a lamp makes of it. A camera that turns away shows many.
  private static let mostKinds = 2
  /// Seconds between looks: a mark of 5 WPM is as long.
  static let interval = 0.25

  private var looks: [Look] = []
  /// Whether it was told where the camera is in all pictures since the last look.
  private var isFollowed = true
  /// How many kinds of looks there have been.
  private var kinds = 0

  /// Takes a look at a picture, as often as is of use; `isTold` says whether it is known where the camera is.
  mutating func look(at moment: SignalHistory.Moment, _ map: SignalMap, isTold: Bool) {
    isFollowed = isFollowed && isTold
    if let last = looks.last, moment.time < last.time { removeAll() }
    if let last = looks.last, moment.time < last.time + Self.interval { return }
    guard min(moment.view.columns, moment.view.rows) >= Self.columns else { return }
    looks.removeAll { $0.time < moment.time - SignalHistory.span }
    var look = Look(moment, map)
    // A lamp so near that all of the picture is overexposed hides what scene it is in, however far the camera turns.
    guard !look.isOverexposed else { return }
    look.isFollowed = isFollowed
    isFollowed = true
    append(look)
  }

  /// Takes the next look, with the kind that it is of.
  private mutating func append(_ next: Look) {
    var look = next
    // What is dark and even is like what is bright, made so dark: rather it is of the kind of which the same was seen.
    if let like = last(ofEachKind: { Self.areSame($0, look) })
      ?? looks.last(where: { Self.areAlike($0, look) })
    {
      look.kind = like.kind
    } else if look.isFollowed, let last = looks.last, Self.shared(last, look) == nil {
      // However far it turned, it shows more of one scene.
      look.kind = last.kind
    } else {
      look.kind = kinds
      kinds += 1
    }
    looks.append(look)
  }

  /// Of the newest looks of all kinds the last one that is as wanted.
  private func last(ofEachKind isWanted: (Look) -> Bool) -> Look? {
    var seen: Set<Int> = []
    return looks.last { seen.insert($0.kind).inserted && isWanted($0) }
  }

  /// Looks once more at all that was looked at, as it is known better what pictures show: some of the moments that are kept.
  mutating func lookAgain(at moments: [SignalHistory.Moment], _ map: SignalMap) {
    let before = looks
    looks = []
    var rest = moments[...]
    for old in before {
      rest = rest.drop { $0.time < old.time }
      guard let moment = rest.first, moment.time == old.time else { continue }
      var look = Look(moment, map)
      look.isFollowed = old.isFollowed
      append(look)
    }
  }

  /// A scene after another.
  struct Change: Hashable, Sendable {
    /// When the one before was last seen, in seconds.
    var end: Double
    /// When the one that is seen now was first seen.
    var begin: Double
    /// Which it is: the same for one that comes back within half a minute.
    var scene: Int
  }

  /// How the scene that is seen now began; nil where no other was seen in the last half minute.
  /// - Parameters:
  ///   - moments: those that were looked at, and all between.
  ///   - isFinal: whether no picture comes after: what is seen last need not be seen for long.
  func last(
    _ moments: [SignalHistory.Moment], _ map: SignalMap, isFinal: Bool
  ) -> Change? {
    guard let first = looks.indices.first, let last = looks.indices.last else { return nil }
    var begin = first
    // What was seen since then.
    var seen: Set<Int> = []
    var run = looks[...]
    while let start = run.first {
      // Until something is seen that was before.
      let end = run.firstIndex { seen.contains($0.kind) } ?? looks.endIndex
      let isLong = looks[min(end, last)].time - start.time >= Self.shortest
      let soon = looks[run.startIndex..<end].prefix { $0.time < start.time + Self.shortest }
      // One look alone may be a blur.
      if isLong || (isFinal && end == looks.endIndex && run.count > 1), !seen.isEmpty,
        Set(soon.map(\.kind)).count <= Self.mostKinds
      {
        begin = run.startIndex
        seen = []
      }
      seen.insert(start.kind)
      run = run.drop { $0.kind == start.kind }
    }
    begin = faded(looks[begin...]) ?? begin
    guard begin > first else { return nil }
    return exact(looks[begin - 1], looks[begin], moments, map)
  }

  /// Where a scene begins that another has faded into within two seconds, so that each look is like the one before it; nil
  /// where none has. Of what comes and goes, as a lamp's light does, some looks are like the first until now.
  private func faded(_ looks: ArraySlice<Look>) -> Int? {
    guard let first = looks.first, let now = looks.last, Self.shared(first, now) != nil,
      !Self.areAlike(first, now), let begin = looks.firstIndex(where: { Self.areAlike($0, now) }),
      let end = looks.lastIndex(where: { Self.areAlike(first, $0) })
    else { return nil }
    // Where both scenes are told by turns, each look of a fade is like both; what flashes is like the one or the other.
    guard end <= begin || Self.areAlike(first, looks[begin]) || Self.areAlike(looks[end], now)
    else {
      return nil
    }
    let middle = looks[begin].time
    let isLong = min(now.time - middle, looks[end].time - first.time) >= Self.shortest
    guard isLong, abs(middle - looks[end].time) < Self.shortest,
      let before = looks.last(where: { $0.time <= middle - Self.shortest / 2 }),
      let after = looks.first(where: { $0.time >= middle + Self.shortest / 2 })
    else { return nil }
    // What fades in is dim at first, and not white as a lamp makes it; an exposure that settles, or bands of mains light, leave a scene its contrast.
    let isDim = looks.contains {
      before.time <= $0.time && $0.time <= after.time && 2 * $0.contrast < now.contrast
        && $0.mean < now.mean
    }
    // What changes by and by, as daylight does, is hardly another after that time.
    return !isDim || Self.areAlike(before, after) ? nil : begin
  }

  /// Between two looks that are not alike: until when pictures are like the one, and since when like the other.
  private func exact(
    _ before: Look, _ after: Look, _ moments: [SignalHistory.Moment], _ map: SignalMap
  ) -> Change {
    var change = Change(end: before.time, begin: after.time, scene: after.kind)
    for moment in moments.reversed() where moment.time > before.time && moment.time < after.time {
      let look = Look(moment, map)
      // A lamp's last mark may hide where the scene before ended.
      if look.isOverexposed || Self.areAlike(look, before) {
        change.end = look.time
        break
      }
      if Self.areAlike(look, after) { change.begin = look.time }
    }
    return change
  }

  mutating func removeAll() { looks = [] }

  /// The share of the cells in which a lamp, its glow or a person may make a scene look different.
  private static let mostDifferent = 0.25
  /// How far the other cells are from each other on average, against their contrast, at most: those of two scenes that
  /// have nothing to do with each other are as far as their contrast, and what sways by a part of a cell a fraction of it.
  private static let mostDistance: Float = 0.4
  /// The share of the cells that a screen may fill on which something else is seen, and how far the others are from each other then, at
  /// most: of 20,000 pairs of scenes drawn at random not one in a thousand is as near as 0.3.
  private static let screen = 0.5
  private static let mostDistanceAround: Float = 0.2
  /// Steps that are no difference: how coarsely a codec rounds.
  private static let rounding: Float = 3
  /// How much darker or brighter an exposure that is controlled makes a scene from one look to another.
  private static let gains: ClosedRange<Float> = 0.25...4

  /// The share of a picture's cells that both looks must show.
  private static let leastShared = 0.5

  /// Whether two looks are alike as they are, or one of them is but darker.
  private static func areAlike(_ one: Look, _ other: Look) -> Bool {
    guard let pairs = shared(one, other) else { return false }
    if areSame(pairs) { return true }
    // Beside the black level, a ratio says nothing.
    let ratios = pairs.map { ($0.1 + 1) / ($0.0 + 1) }.sorted()
    let gain = ratios[ratios.count / 2]
    guard gains.contains(gain) else { return false }
    // What those that are left out show, as a few words on a title, says nothing of how alike the others are. The darker is made
    // as bright as the other: by a few steps everything is like what is dark and even.
    let scaled = pairs.map { gain > 1 ? ($0.0 * gain, $0.1) : ($0.0, $0.1 / gain) }
    let most = compared(scaled)
    if most.distance < max(rounding, mostDistance * most.contrast) { return true }
    let half = compared(scaled, without: screen)
    return half.distance < mostDistanceAround * half.contrast
  }

  /// Whether two looks are alike as they are.
  private static func areSame(_ one: Look, _ other: Look) -> Bool {
    shared(one, other).map(areSame) ?? false
  }

  private static func areSame(_ pairs: [(Float, Float)]) -> Bool {
    compared(pairs).distance < rounding
  }

  /// The cells but for those that differ most, how far they are, on average, and the greater of their contrasts.
  private static func compared(
    _ pairs: [(Float, Float)], without share: Double = mostDifferent
  ) -> (distance: Float, contrast: Float) {
    let cells = pairs.map { (one: $0.0, other: $0.1) }
      .sorted { abs($0.other - $0.one) < abs($1.other - $1.one) }
    let kept = cells.dropLast(Int(share * Double(cells.count)))
    let distance = kept.reduce(0) { $0 + abs($1.other - $1.one) } / Float(kept.count)
    return (distance, max(contrast(kept.map(\.one)), contrast(kept.map(\.other))))
  }

  /// Mean distance of cells from their mean.
  static func contrast(_ cells: [Float]) -> Float {
    let count = Float(max(1, cells.count))
    let mean = cells.reduce(0, +) / count
    return cells.reduce(0) { $0 + abs($1 - mean) } / count
  }

  /// The cells that both show, of the one and of the other; nil where they are too few.
  private static func shared(_ one: Look, _ other: Look) -> [(Float, Float)]? {
    let pairs = one.cells.indices.compactMap { index -> (Float, Float)? in
      let column = one.column + index % one.width - other.column
      let row = one.row + index / one.width - other.row
      let place = row * other.width + column
      guard 0..<other.width ~= column, other.cells.indices.contains(place) else { return nil }
      if one.bars[index], other.bars[place] { return nil }
      return (one.cells[index], other.cells[place])
    }
    func shown(_ look: Look) -> Int { look.bars.count { !$0 } }
    let least = leastShared * Double(max(shown(one), shown(other)))
    return pairs.isEmpty || Double(pairs.count) < least ? nil : pairs
  }
}

/// Tells since when the picture has shown the scene that it shows now: a film is cut, a camera is raised from the floor.
///
/// Looks at the picture a few times a second, as coarse cells, and tells looks that are not alike. What is seen for
/// seconds on end and was not seen before, since the scene began, is another scene. A lamp that fills the picture makes it
/// look like another for the time of a dash, and back.
struct SceneChanges: Sendable {
  /// Seconds on end: longer than a dash at 3 WPM.
  static let shortest = 2.0
  /// Cells across and down.
  static let columns = 16
  static let rows = 12
  /// Seconds between looks: a mark of 5 WPM is as long.
  static let interval = 0.25

  private struct Look: Sendable {
    var time: Double
    var cells: [Float]
    /// Mean distance of the cells from their mean.
    var contrast: Float
    /// Looks that are alike, or have one between them that is like both, are of a kind.
    var kind = 0

    init(_ moment: SignalHistory.Moment, _ map: SignalMap) {
      time = moment.time
      cells = SceneChanges.cells(moment, map)
      let mean = cells.reduce(0, +) / Float(cells.count)
      contrast = cells.reduce(0) { $0 + abs($1 - mean) } / Float(cells.count)
    }
  }

  private var looks: [Look] = []
  /// How many kinds of looks there have been.
  private var kinds = 0

  /// Takes a look at a picture, as often as is of use.
  mutating func look(at moment: SignalHistory.Moment, _ map: SignalMap) {
    if let last = looks.last, moment.time >= last.time, moment.time < last.time + Self.interval {
      return
    }
    // A picture as small as a lamp shows no scene.
    guard moment.view.columns >= Self.columns, moment.view.rows >= Self.rows else { return }
    looks.removeAll { $0.time < moment.time - SignalHistory.span }
    var look = Look(moment, map)
    if let like = looks.last(where: { Self.areAlike($0, look) }) {
      look.kind = like.kind
    } else {
      look.kind = kinds
      kinds += 1
    }
    looks.append(look)
  }

  /// A scene after another.
  struct Change: Hashable, Sendable {
    /// When the one before was last seen, in seconds.
    var end: Double
    /// When the one that is seen now was first seen.
    var begin: Double
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
      let rest = run.drop { $0.kind == start.kind }
      let isLong = looks[min(rest.startIndex, last)].time - start.time >= Self.shortest
      if isLong || (isFinal && rest.isEmpty), !seen.isEmpty, !seen.contains(start.kind) {
        begin = run.startIndex
        seen = []
      }
      seen.insert(start.kind)
      run = rest
    }
    guard begin > first else { return nil }
    return exact(looks[begin - 1], looks[begin], moments, map)
  }

  /// Between two looks that are not alike: until when pictures are like the one, and since when like the other.
  private func exact(
    _ before: Look, _ after: Look, _ moments: [SignalHistory.Moment], _ map: SignalMap
  ) -> Change {
    var change = Change(end: before.time, begin: after.time)
    for moment in moments.reversed() where moment.time > before.time && moment.time < after.time {
      let look = Look(moment, map)
      if Self.areAlike(look, before) {
        change.end = look.time
        break
      }
      if Self.areAlike(look, after) { change.begin = look.time }
    }
    return change
  }

  mutating func removeAll() { looks = [] }

  private static func cells(_ moment: SignalHistory.Moment, _ map: SignalMap) -> [Float] {
    let view = moment.view
    return (0..<rows).flatMap { row in
      let down = row * view.rows / rows..<(row + 1) * view.rows / rows
      return (0..<columns).map { column in
        let across = column * view.columns / columns..<(column + 1) * view.columns / columns
        var sum = 0
        for y in down {
          for x in across {
            sum += Int(moment.stored[map.index(.luma(view.firstColumn + x, view.firstRow + y))])
          }
        }
        return Float(sum) / Float(256 * down.count * across.count)
      }
    }
  }

  /// The share of the cells in which a lamp, its glow or a person may make a scene look different.
  private static let mostDifferent = 0.25
  /// How far the other cells are from each other on average, against their contrast, at most: those of two scenes that
  /// have nothing to do with each other are as far as their contrast, and what sways by a part of a cell a fraction of it.
  private static let mostDistance: Float = 0.4
  /// Steps that are no difference: how coarsely a codec rounds.
  private static let rounding: Float = 3
  /// How much darker or brighter an exposure that is controlled makes a scene from one look to another.
  private static let gains: ClosedRange<Float> = 0.25...4

  private static func areAlike(_ one: Look, _ other: Look) -> Bool {
    // Beside the black level, a ratio says nothing.
    let ratios = zip(one.cells, other.cells).map { ($1 + 1) / ($0 + 1) }.sorted()
    let gain = ratios[ratios.count / 2]
    func distance(_ gain: Float) -> Float {
      let distances = zip(one.cells, other.cells).map { abs($1 - gain * $0) }.sorted()
      let kept = distances.dropLast(Int(mostDifferent * Double(distances.count)))
      return kept.reduce(0, +) / Float(kept.count)
    }
    if distance(1) < rounding { return true }
    guard gains.contains(gain) else { return false }
    return distance(gain) < max(rounding, mostDistance * max(other.contrast, gain * one.contrast))
  }
}

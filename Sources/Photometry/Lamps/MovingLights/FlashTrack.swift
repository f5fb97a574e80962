/// Where a light that moves was seen lit, and where it should be at other times.
struct FlashTrack: Sendable {
  /// A light that was seen lit.
  struct Hit: Sendable {
    var time: Double
    /// In tiles of the scene.
    var x: Double
    var y: Double
    /// How much brighter than usual its brightest tile was.
    var light: Float
    /// How many standard deviations of what is usual there its clearest tile was brighter.
    var clarity: Float
    /// How much brighter its brightest sample was than its tile usually is: a lamp's far more than that of what carries it, which
    /// may fill a tile; nought where that is not known.
    var sample: Float = 0
    /// Whether only the pixels showed it, where it is known to the pixel.
    var isOfPixels = false
  }

  /// What a picture's pixels showed where it should be, lit or not.
  struct Peak: Sendable {
    var time: Double
    /// Steps of luma (`PeakMeter`).
    var excess: Double
    /// The same where it was shortly before, of what is there without it; nil where it has not left that yet.
    var behind: Double?
    /// The spots around it, in pixels of the scene.
    var window: SpotWindow?
    /// As `excess`, where it is to the pixel (`course`).
    var spot: Double?
  }

  var hits: [Hit]
  /// Of all pictures since it was first seen in which its place was in sight, in their order.
  var peaks: [Peak] = []
  /// Where it is to the pixel, as far as that is known.
  var course: Course?
  /// Which reported lamp it is.
  var id: Int?
  /// Whether it is of lights that only the brightest samples of tiles show (`PointTracker`).
  var isPoint = false

  /// When it was first seen lit.
  var begin: Double { hits.first?.time ?? .infinity }
  /// When it was last seen lit.
  var end: Double { hits.last?.time ?? -.infinity }

  /// How far it stood out of what is around it in the picture of this time; nil where that was not looked at.
  func excess(at time: Double) -> Double? { peak(at: time)?.excess }

  /// What the pixels showed in the picture of this time; nil where they were not looked at.
  func peak(at time: Double) -> Peak? {
    var (low, high) = (0, peaks.count)
    while low < high {
      let middle = (low + high) / 2
      if peaks[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low < peaks.count && peaks[low].time == time ? peaks[low] : nil
  }

  /// What stands out along its way without it, as far as that was seen: the lower quartile, for another light may follow it.
  var excessBehind: Double {
    let sorted = peaks.compactMap(\.behind).ascending()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 4]
  }

  /// Its hits of the last seconds.
  var lately: ArraySlice<Hit> {
    let end = end
    return hits.suffix(while: { end - $0.time < 2 * Self.fitSpan })
  }

  /// How clear it lately was: the mean of some hits.
  var clarity: Float {
    let recent = hits.suffix(Self.fewHits)
    return recent.reduce(0) { $0 + $1.clarity } / Float(max(1, recent.count))
  }

  /// Whether a time is between its first and its last hit.
  func covers(_ time: Double) -> Bool { begin <= time && time <= end }

  /// How bright it lately was: the mean of some hits.
  var light: Float {
    let recent = hits.suffix(Self.fewHits)
    return recent.reduce(0) { $0 + $1.light } / Float(max(1, recent.count))
  }

  /// The same of its brightest sample.
  var sample: Float {
    let recent = hits.suffix(Self.fewHits)
    return recent.reduce(0) { $0 + $1.sample } / Float(max(1, recent.count))
  }

  /// Where it should be: on a straight line through the last hits of some seconds.
  func place(at time: Double) -> (x: Double, y: Double) {
    let end = end
    return Self.line(through: hits.suffix(while: { end - $0.time < Self.fitSpan }), at: time)
  }

  /// The same through the last hits of so many seconds that what it bobs by hardly turns the line.
  func way(at time: Double) -> (x: Double, y: Double) {
    let end = end
    return Self.line(through: hits.suffix(while: { end - $0.time < SpotCourse.wayspan }), at: time)
  }

  /// The straight line through some hits, in tiles and tiles a second; nil where it needs more of them.
  private struct Line {
    var time: Double
    var x: Double
    var y: Double
    var velocity: (x: Double, y: Double)

    init?(through hits: ArraySlice<Hit>) {
      let count = Double(hits.count)
      guard count > 1 else { return nil }
      let t = hits.reduce(0) { $0 + $1.time } / count
      x = hits.reduce(0) { $0 + $1.x } / count
      y = hits.reduce(0) { $0 + $1.y } / count
      time = t
      var (tt, tx, ty) = (0.0, 0.0, 0.0)
      for hit in hits {
        tt += (hit.time - t) * (hit.time - t)
        tx += (hit.time - t) * (hit.x - x)
        ty += (hit.time - t) * (hit.y - y)
      }
      guard tt > 0 else { return nil }
      velocity = (tx / tt, ty / tt)
    }
  }

  /// A place on the straight line through hits of half a second at least; where the last was, if they are of less.
  private static func line(
    through hits: ArraySlice<Hit>, at time: Double
  ) -> (x: Double, y: Double) {
    guard let first = hits.first, let last = hits.last else { return (0, 0) }
    guard last.time - first.time > 0.5, let line = Line(through: hits) else {
      return (last.x, last.y)
    }
    return (
      line.x + line.velocity.x * (time - line.time), line.y + line.velocity.y * (time - line.time)
    )
  }

  /// Hits that tell a velocity.
  private static let fewestOfLine = 3

  /// Tiles a second, by the straight line through the hits of some time; nil where those are fewer than three.
  func velocity(from begin: Double, to end: Double) -> (x: Double, y: Double)? {
    let hits = hits.filter { begin <= $0.time && $0.time <= end }[...]
    return hits.count < Self.fewestOfLine ? nil : Line(through: hits)?.velocity
  }

  /// Where it was at a time between hits; before the first and after the last on the line through the hits nearby.
  func placed(at time: Double) -> (x: Double, y: Double) {
    guard let first = hits.first, let last = hits.last else { return (0, 0) }
    if time >= last.time { return place(at: time) }
    if time <= first.time {
      return Self.line(
        through: hits.prefix(while: { $0.time - first.time < Self.fitSpan }), at: time)
    }
    var (low, high) = (0, hits.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if hits[middle].time <= time { low = middle } else { high = middle }
    }
    let (a, b) = (hits[low], hits[high])
    let part = b.time > a.time ? (time - a.time) / (b.time - a.time) : 0
    return (a.x + part * (b.x - a.x), a.y + part * (b.y - a.y))
  }

  /// Whether it had been seen by then and was to be seen again; a little before, its first light may have been
  /// too weak or too early to be noticed.
  func isSeen(at time: Double) -> Bool {
    begin - Self.patience <= time && time <= end
  }

  /// The tiles that it passed, with those around them that it lit: it has moved, and was there but once, and briefly. What
  /// was followed as a lamp before that passed it, and went with it then, kept still for longer.
  var passed: Set<Signal> {
    guard hasMoved else { return [] }
    var seen: [Signal: (begin: Double, end: Double)] = [:]
    for hit in hits {
      let tile = Signal.luma(at: (hit.x, hit.y))
      seen[tile] = (seen[tile]?.begin ?? hit.time, hit.time)
    }
    var (passed, stayed): (Set<Signal>, Set<Signal>) = ([], [])
    for tile in seen.keys {
      let around = [tile] + tile.around(Int(FlashTracker.gate))
      let near = around.compactMap { seen[$0] }
      let begin = near.map(\.begin).min() ?? 0
      let end = near.map(\.end).max() ?? 0
      if end - begin < Self.passing { passed.formUnion(around) } else { stayed.formUnion(around) }
    }
    return passed.subtracting(stayed)
  }

  /// Seconds within which a light passes a place: five tiles at 20 pixels a second.
  private static let passing = 2.0

  /// Whether it was seen at a place.
  func wasAt(_ x: Double, _ y: Double) -> Bool { hits.contains { Self.isHere(($0.x, $0.y), x, y) } }

  /// Whether it only passed a place, and what is within `reach` tiles of it: it has moved, and mostly it was elsewhere.
  func passes(_ x: Double, _ y: Double, reach: Double = 0) -> Bool {
    hasMoved && !isMostly(within: max(FlashTracker.gate, reach), of: x, y)
  }

  /// When it passed over a place, from its first to its last hit within `reach` tiles of it; nil where it did not, or it may
  /// be what is seen there itself: what passes over comes from one side, goes on to another and is bright on both.
  func covered(_ x: Double, _ y: Double, reach: Double) -> ClosedRange<Double>? {
    func isOver(_ hit: Hit) -> Bool { max(abs(hit.x - x), abs(hit.y - y)) < reach }
    guard passes(x, y, reach: reach), isSteady, let first = hits.firstIndex(where: isOver),
      let last = hits.lastIndex(where: isOver), hits[last].time - hits[first].time < Self.passing
    else { return nil }
    let (before, after) = (hits[..<first], hits[(last + 1)...])
    guard let from = before.last, let to = after.first,
      from.time > hits[first].time - Self.passing, to.time < hits[last].time + Self.passing,
      (from.x - x) * (to.x - x) + (from.y - y) * (to.y - y) < 0
    else { return nil }
    return hits[first].time...hits[last].time
  }

  /// Whether it was lit in nearly all pictures from its first to its last hit, of those that were looked at: no lamp that sends
  /// is.
  private var isSteady: Bool {
    let pictures = peaks.count { covers($0.time) }
    return 10 * min(pictures, hits.count) >= 9 * max(pictures, hits.count)
  }

  /// Whether its pixels look switched: by a letter or two.
  var isSwitched: Bool {
    guard !isSteady, let keyedness = Keyedness(peaks.map(\.excess)) else { return false }
    return keyedness.separation > Keyedness.leastOfMover
      && 2 * keyedness.changes >= Candidate.enoughChanges
  }

  /// Whether it goes about in the light of a lamp that fills `reach` tiles around a place: what is usual follows such a
  /// lamp, and now this part of it is brighter than that and now another.
  func stays(_ x: Double, _ y: Double, reach: Double) -> Bool {
    reach > FlashTracker.gate && isMostly(within: reach, of: x, y)
  }

  private func isMostly(within gate: Double, of x: Double, _ y: Double) -> Bool {
    2 * hits.count { max(abs($0.x - x), abs($0.y - y)) < gate } >= hits.count
  }

  /// Whether it was at a place at a time between its first and its last hit.
  func isAt(_ x: Double, _ y: Double, at time: Double) -> Bool {
    covers(time) && Self.isHere(placed(at: time), x, y)
  }

  private static func isHere(_ place: (x: Double, y: Double), _ x: Double, _ y: Double) -> Bool {
    max(abs(place.x - x), abs(place.y - y)) < FlashTracker.gate
  }

  /// Whether it goes somewhere: tiles from the middle of the first third of its hits to that of the
  /// last, against how far hits lie about in a third. A large lamp that keeps still is seen here and
  /// there in its own light.
  var hasMoved: Bool {
    let third = hits.count / 3
    guard third >= 3 else { return false }
    let (begin, end) = (Spread(hits.prefix(third)), Spread(hits.suffix(third)))
    let away = ((end.x - begin.x) * (end.x - begin.x) + (end.y - begin.y) * (end.y - begin.y))
      .squareRoot()
    return away > 2.5 && away > 3 * max(begin.deviation, end.deviation)
  }

  /// Where some hits are, and how far they lie about.
  private struct Spread {
    var x = 0.0
    var y = 0.0
    var deviation = 0.0

    init(_ hits: ArraySlice<Hit>) {
      let count = Double(max(1, hits.count))
      x = hits.map(\.x).reduce(0, +) / count
      y = hits.map(\.y).reduce(0, +) / count
      let squares = hits.map { ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) }.reduce(0, +)
      deviation = (squares / count).squareRoot()
    }
  }

  /// Seconds without light after which a track ends: a word gap at 3 WPM.
  static let patience = 3.0
  /// Seconds over which the velocity is taken.
  static let fitSpan = 4.0
  /// Hits from which the light of a track is told.
  static let fewHits = 10
}

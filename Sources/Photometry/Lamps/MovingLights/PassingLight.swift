/// What a light that passes over a lamp adds to the lamp's brightness: what it added, or is going to add, to places along
/// its way in which the lamp does not shine.
///
/// It comes to them as long before, or after, as it takes to go there. Where they tell the same, what is left is the lamp's;
/// where they do not, or the pixels are as bright as they can be, nobody can tell.
struct PassingLight {
  /// Seconds at which it is over the lamp.
  let span: ClosedRange<Double>
  /// The places, in tiles from the lamp, and how many seconds later than to the lamp it comes there.
  private let places: [(column: Int, row: Int, delay: Double)]

  /// Tiles to the nearest and to the farthest place, from what the lamp lights.
  private static let nearest = 3.0
  private static let farthest = 8.0
  /// Tiles that a place may be off its way.
  private static let beside = 0.5
  /// Seconds around the span in which its velocity is taken.
  private static let around = 0.5
  /// By what part it differs from place to place at least: it comes between pictures, and goes over tiles as they lie.
  private static let unlikeness = 0.1
  /// Places that can agree.
  private static let fewest = 3

  /// What `track` is when it passes over a lamp; nil where it does not.
  /// - Parameters:
  ///   - x: The lamp's place, in tiles.
  ///   - reach: Tiles around it that it lights.
  ///   - isEven: Whether only places are asked that are whole blocks of chroma away.
  init?(_ track: FlashTrack, over x: Double, _ y: Double, reach: Double, isEven: Bool) {
    guard let span = track.covered(x, y, reach: 2 * FlashTracker.gate + reach),
      let velocity = track.velocity(
        from: span.lowerBound - Self.around, to: span.upperBound + Self.around)
    else { return nil }
    let square = velocity.x * velocity.x + velocity.y * velocity.y
    guard square > 0 else { return nil }
    let farthest = Int(Self.farthest + reach)
    var places: [(column: Int, row: Int, delay: Double)] = []
    for row in -farthest...farthest {
      for column in -farthest...farthest {
        let (x, y) = (Double(column), Double(row))
        let away = (x * x + y * y).squareRoot()
        guard !isEven || column % 2 == 0 && row % 2 == 0,
          away > Self.nearest + reach, away <= Self.farthest + reach,
          abs(x * velocity.y - y * velocity.x) < Self.beside * square.squareRoot()
        else { continue }
        places.append((column, row, (x * velocity.x + y * velocity.y) / square))
      }
    }
    guard places.count >= Self.fewest else { return nil }
    self.span = span
    self.places = places
  }

  /// What it adds in each moment of a search in which it is over the lamp that `probe` reads, and the standard deviation of
  /// that; nil in others, and where too few places are in sight.
  func light(_ probe: Probe, _ search: CandidateSearch) -> [(light: Double, deviation: Double)?] {
    let times = search.times
    let courses = places.map { place in
      let trace = search.trace(probe.shifted(columns: place.column, rows: place.row))
      return (trace: trace, usual: trace.filter(\.isFinite).median ?? .nan, delay: place.delay)
    }
    return times.map { time in
      guard span.contains(time) else { return nil }
      let lights = courses.compactMap { course -> Double? in
        let light = TraceMath.value(course.trace, at: time + course.delay, times) - course.usual
        return light.isFinite ? light : nil
      }
      guard lights.count >= Self.fewest, let middle = lights.median,
        let away = lights.map({ abs($0 - middle) }).median
      else { return nil }
      // As of a normal distribution.
      return (middle, max(1.4826 * away, Self.unlikeness * abs(middle)))
    }
  }
}

extension Probe {
  /// The same of places so many tiles away.
  fileprivate func shifted(columns: Int, rows: Int) -> Probe {
    var probe = self
    for index in probe.terms.indices {
      let isOfTile = probe.terms[index].signal.kind.isOfTile
      probe.terms[index].signal.column += isOfTile ? columns : columns / 2
      probe.terms[index].signal.row += isOfTile ? rows : rows / 2
      probe.terms[index].usual = nil
    }
    return probe
  }
}

/// Where a light that moves was to the pixel, and how far it stood out there.
///
/// Where it should be by tiles is uncertain by a tile and more, and the brightest spot within that is as often what carries the
/// light, or a wave, as the light. Where it was lit, it was where it was brightest; and between two such pictures, lit or not,
/// it went from the one place to the other.
struct SpotCourse: Hashable, Sendable {
  /// Pixels around where it should be within which it is looked for.
  static let reach = 2.0
  /// Pixels that it goes in a second where it bobs and rolls as a small boat does: by ten pixels, every three seconds.
  static let speed = 20.0
  /// Seconds after which what bobs so is anywhere: a quarter of its period.
  static let bobbing = 0.75
  /// Seconds of its way: four such periods.
  static let wayspan = 12.0
  /// Seconds before and after a picture, in which it is on one line in most.
  private static let around = 0.4
  /// And over which its place is the mean.
  static let smoothing = 0.15
  /// How often its pictures are told anew.
  private static let rounds = 2

  /// Its levels.
  let keyedness: Keyedness
  /// How far it stood out in each picture; not a number where it was not looked at.
  let excess: [Double]
  /// Where it was last lit, and when, in pixels of the scene.
  let last: Place

  /// Where it was lit.
  struct Place: Hashable, Sendable {
    var time: Double
    var x: Double
    var y: Double

    fileprivate func moved(to time: Double, _ velocity: (x: Double, y: Double)) -> Place {
      Place(
        time: time, x: x + velocity.x * (time - self.time), y: y + velocity.y * (time - self.time))
    }
  }

  /// Whether it has gone on and off for a letter or two, between two levels that nothing but a switch makes.
  var isSwitched: Bool {
    keyedness.separation > Keyedness.noiseless
      && 2 * keyedness.changes >= Candidate.enoughChanges
  }

  /// Of pictures of which windows around the light were kept; nil where it does not look switched. Where it was known to the pixel
  /// before, what it was then tells which of them are lit, or what is brightest in all of them, whichever tells more.
  init?(_ peaks: [FlashTrack.Peak]) {
    let fresh = SpotCourse(peaks, from: peaks.map(\.excess))
    guard peaks.contains(where: { $0.spot != nil }),
      let known = SpotCourse(peaks, from: peaks.map { $0.spot ?? $0.excess }),
      known.keyedness.separation > fresh?.keyedness.separation ?? 0
    else {
      guard let fresh else { return nil }
      self = fresh
      return
    }
    self = known
  }

  private init?(_ peaks: [FlashTrack.Peak], from start: [Double]) {
    var excess = start
    var brightest = peaks.map { $0.window?.brightest }
    var last: Place?
    for _ in 0..<Self.rounds {
      guard let levels = Keyedness(excess) else { return nil }
      let lit = peaks.indices.compactMap { index in
        levels.isHigh(excess[index]) == true
          ? brightest[index].map { Place(time: peaks[index].time, x: $0.x, y: $0.y) } : nil
      }
      let places = Self.smoothed(lit)
      guard let end = places.last else { return nil }
      last = end
      var next = 0
      for (index, peak) in peaks.enumerated() {
        while next < places.count, places[next].time < peak.time { next += 1 }
        let place =
          Self.place(
            at: peak.time, between: next > 0 ? places[next - 1] : nil,
            next < places.count ? places[next] : nil) ?? end
        brightest[index] = peak.window?.brightest(within: Self.reach, of: place.x, place.y)
        excess[index] = brightest[index]?.excess ?? .nan
      }
    }
    guard let last, let keyedness = Keyedness(excess) else { return nil }
    self.keyedness = keyedness
    self.excess = excess
    self.last = last
  }

  /// Where it was on the straight line through the places around each, of those only that are where most of them around are.
  private static func smoothed(_ lit: [Place]) -> [Place] {
    func near(_ places: [Place], _ seconds: Double) -> [ArraySlice<Place>] {
      var (begin, end) = (0, 0)
      return places.map { place in
        while places[begin].time < place.time - seconds { begin += 1 }
        while end < places.count, places[end].time <= place.time + seconds { end += 1 }
        return places[begin..<end]
      }
    }
    let most = reach + speed * smoothing / 2
    var usual: [Place] = []
    var velocities: [(x: Double, y: Double)] = []
    for (place, near) in zip(lit, near(lit, around)) {
      let velocity = velocity(of: near)
      let there = near.map { $0.moved(to: place.time, velocity) }
      guard let x = there.map(\.x).median, let y = there.map(\.y).median,
        max(abs(place.x - x), abs(place.y - y)) <= most
      else { continue }
      usual.append(place)
      velocities.append(velocity)
    }
    let around = near(usual, smoothing)
    return usual.indices.map { index in
      let there = around[index].map { $0.moved(to: usual[index].time, velocities[index]) }
      let count = Double(there.count)
      return Place(
        time: usual[index].time, x: there.reduce(0) { $0 + $1.x } / count,
        y: there.reduce(0) { $0 + $1.y } / count)
    }
  }

  /// The median velocity from each place to the one half as many later, which a few that are elsewhere do not change (Theil,
  /// 1950, with as few pairs).
  private static func velocity(of places: ArraySlice<Place>) -> (x: Double, y: Double) {
    let half = places.count / 2
    let pairs = zip(places.prefix(half), places.suffix(half)).filter { $1.time > $0.time }
    guard pairs.count > 1 else { return (0, 0) }
    return (
      pairs.map { ($1.x - $0.x) / ($1.time - $0.time) }.median ?? 0,
      pairs.map { ($1.y - $0.y) / ($1.time - $0.time) }.median ?? 0
    )
  }

  /// Where it is at a time, on the straight line from the one place to the other.
  private static func place(at time: Double, between before: Place?, _ after: Place?) -> Place? {
    guard let before, let after else { return before ?? after }
    let part = after.time > before.time ? (time - before.time) / (after.time - before.time) : 0
    return Place(
      time: time, x: before.x + part * (after.x - before.x),
      y: before.y + part * (after.y - before.y))
  }
}

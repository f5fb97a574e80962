/// Turns presentation timestamps into seconds from the first picture, strictly increasing.
///
/// Timestamps are taken as they are, with two repairs. A picture without one follows its predecessor
/// by the predecessor's duration. Where timestamps fall back (recordings joined end to end, a
/// transport stream's counter that starts anew) the rest is shifted so that it follows on; a single
/// stray one shifts nothing but itself.
struct PresentationClock {
  /// Seconds a tick.
  private let tick: Double
  /// Seconds, where a picture does not say its own.
  private let usualDuration: Double
  private var origin: Double?
  /// What is added since timestamps last fell back.
  private var shift = 0.0
  private var lastTime: Double?
  private var lastDuration: Double

  /// - Parameters:
  ///   - tick: seconds of one unit of the timestamps.
  ///   - usualDuration: seconds of a picture, as the container says or guesses.
  init(tick: Double, usualDuration: Double) {
    self.tick = tick
    self.usualDuration = usualDuration
    lastDuration = usualDuration
  }

  /// Seconds at which the next picture is shown.
  ///
  /// - Parameters:
  ///   - timestamp: in ticks; nil where there is none.
  ///   - duration: in ticks; nil or not positive where unknown.
  mutating func time(timestamp: Int64?, duration: Int64?) -> Double {
    let time = next(timestamp.map { Double($0) * tick })
    lastTime = time
    lastDuration = duration.flatMap { $0 > 0 ? Double($0) * tick : nil } ?? usualDuration
    return time
  }

  private mutating func next(_ stamp: Double?) -> Double {
    guard let lastTime else {
      origin = stamp
      return 0
    }
    let follows = lastTime + lastDuration
    guard let stamp else { return follows }
    guard let origin else {
      // Earlier pictures had none: this one's place is where it comes.
      origin = stamp - follows
      return follows
    }
    let unshifted = stamp - origin
    let shifted = unshifted + shift
    if unshifted > lastTime, shift == 0 || unshifted <= shifted { return unshifted }
    if shifted > lastTime { return shifted }
    shift = follows - unshifted
    return follows
  }
}

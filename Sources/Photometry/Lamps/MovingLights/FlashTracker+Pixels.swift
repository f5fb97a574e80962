/// What the pixels show where lights that move are.
extension FlashTracker {
  /// Looks at the pixels where each light is, or should be; `placement` says where in the picture that is.
  mutating func look(
    at frame: borrowing Frame, _ meter: inout PeakMeter, _ placement: ScenePlacement
  ) {
    for index in tracks.indices {
      let place = tracks[index].sighted(at: frame.time)
      let pixel = placement.pixel(ofTile: place.x, place.y)
      guard var window = meter.spots(frame, x: pixel.x, y: pixel.y) else { continue }
      let side = Double(TileGrid.side)
      window.x -= Int((pixel.x - side * place.x).rounded())
      window.y -= Int((pixel.y - side * place.y).rounded())
      let behind = tracks[index].lately.lazy.reversed().map { placement.pixel(ofTile: $0.x, $0.y) }
        .first { max(abs($0.x - pixel.x), abs($0.y - pixel.y)) >= Double(PeakMeter.side) }
        .flatMap { meter.excess(frame, x: $0.x, y: $0.y) }
      var peak = FlashTrack.Peak(
        time: frame.time, excess: window.excess, behind: behind, window: window)
      peak.spot = tracks[index].follow(window, at: frame.time, near: place)
      tracks[index].peaks.append(peak)
    }
  }

  /// Takes a light as one of which it is known where it is to the pixel; or is not any more.
  mutating func take(_ course: SpotCourse?, of index: Int) {
    guard let course else {
      tracks[index].course = nil
      return
    }
    tracks[index].course = FlashTrack.Course(course, tracks[index].peaks)
    for (place, excess) in zip(tracks[index].peaks.indices, course.excess) {
      tracks[index].peaks[place].spot = excess.isFinite ? excess : nil
    }
  }
}

extension FlashTrack {
  /// Where it is to the pixel, of one of which `SpotCourse` tells that.
  struct Course: Hashable, Sendable {
    var place: SpotCourse.Place
    /// How far it stands out while it is dark, and half way from there to where it is lit.
    var unlit: Double
    var middle: Double
    /// How far it must stand out to be lit, wherever it is looked for.
    var threshold: Double
    /// How far it does so where it is hardly anything else.
    var sure: Double
  }
}

extension FlashTrack.Course {
  /// Of the pictures of which windows were kept.
  fileprivate init(_ course: SpotCourse, _ peaks: [FlashTrack.Peak]) {
    let levels = course.keyedness
    func level(_ share: Double) -> Double { levels.low + share * levels.swing }
    place = course.last
    unlit = levels.low
    middle = level(0.5)
    // While it is dark something else is brightest around it, which may be brighter than where it is itself.
    let others = zip(peaks, course.excess).filter { levels.isHigh($1) == false }.map(\.0.excess)
    let apart = ((others.median ?? unlit) + level(1)) / 2
    // Well within what counts for lit (`Keyedness.isHigh`), as it is looked for farther away then.
    threshold = max(middle, min(apart, level(0.75)))
    sure = max(level(0.75), min(apart, level(0.9)))
  }
}

extension FlashTrack {
  /// When tiles told it last.
  private var endOfTiles: Double { hits.last { !$0.isOfPixels }?.time ?? -.infinity }

  /// Where it is looked for: as far from where it was last lit, if that is known to the pixel, as it goes in that time; or where it
  /// should be. What bobs is off its way as it was for a quarter of a period, and after that anywhere around it.
  fileprivate func sighted(at time: Double) -> (x: Double, y: Double) {
    // Where tiles have told it since, after a while, it is there.
    guard let course, time - course.place.time < Self.patience,
      course.place.time >= end || time - course.place.time < SpotCourse.bobbing
    else { return placed(at: time) }
    let (now, then) = (way(at: time), way(at: course.place.time))
    let side = Double(TileGrid.side)
    let share = max(0, 1 - (time - course.place.time) / SpotCourse.bobbing)
    return (
      now.x + share * ((course.place.x + 0.5) / side - then.x),
      now.y + share * ((course.place.y + 0.5) / side - then.y)
    )
  }

  /// How far it stands out where it is to the pixel; where it is lit, it is there from now on, and seen.
  fileprivate mutating func follow(
    _ window: SpotWindow, at time: Double, near place: (x: Double, y: Double)
  ) -> Double? {
    guard let course else { return nil }
    let side = Double(TileGrid.side)
    let (x, y) = (side * place.x - 0.5, side * place.y - 0.5)
    let reach = SpotCourse.reach + SpotCourse.speed * (time - course.place.time)
    guard var spot = window.brightest(within: reach, of: x, y) else { return nil }
    // The farther from there, the likelier it is something else: a glint, or the sea between a hull and what stands on it.
    if spot.excess <= course.sure,
      let near = window.brightest(within: SpotCourse.reach, of: x, y)
    {
      spot = near
    }
    // As bright as it is itself, and nothing nearer is lit: it came farther than it usually does.
    if spot.excess <= course.threshold, let other = window.brightest, other.excess > course.sure {
      spot = other
    }
    guard spot.excess > course.threshold else {
      // What is as bright as the sea around a dark hull is not the hull, nor is it the lamp.
      return spot.excess > course.middle && time - course.place.time > SpotCourse.smoothing
        ? course.unlit : spot.excess
    }
    self.course?.place = SpotCourse.Place(time: time, x: spot.x, y: spot.y)
    let seen = (x: (spot.x + 0.5) / side, y: (spot.y + 0.5) / side)
    if end == time {
      hits[hits.count - 1].x = seen.x
      hits[hits.count - 1].y = seen.y
    } else if time - endOfTiles < Self.patience {
      // What tiles never tell is not followed for ever.
      hits.append(
        Hit(
          time: time, x: seen.x, y: seen.y, light: light, clarity: clarity, sample: sample,
          isOfPixels: true))
    }
    return spot.excess
  }
}

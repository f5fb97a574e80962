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
    let levels = course.keyedness
    // Well within what counts for lit (`Keyedness.isHigh`), as it is looked for farther away then.
    tracks[index].course = FlashTrack.Course(
      place: course.last, threshold: levels.low + levels.swing / 2,
      sure: levels.low + 0.75 * levels.swing)
    for (place, excess) in zip(tracks[index].peaks.indices, course.excess) {
      tracks[index].peaks[place].spot = excess.isFinite ? excess : nil
    }
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
    let reach = SpotCourse.reach + SpotCourse.speed * (time - course.place.time)
    guard
      var spot = window.brightest(
        within: reach, of: side * place.x - 0.5, side * place.y - 0.5)
    else { return nil }
    // As bright as it is itself, and nothing nearer is lit: it came farther than it usually does.
    if spot.excess <= course.threshold, let other = window.brightest, other.excess > course.sure {
      spot = other
    }
    guard spot.excess > course.threshold else { return spot.excess }
    self.course?.place = SpotCourse.Place(time: time, x: spot.x, y: spot.y)
    let (x, y) = ((spot.x + 0.5) / side, (spot.y + 0.5) / side)
    if end == time {
      hits[hits.count - 1].x = x
      hits[hits.count - 1].y = y
    } else if time - endOfTiles < Self.patience {
      // What tiles never tell is not followed for ever.
      hits.append(
        Hit(
          time: time, x: x, y: y, light: light, clarity: clarity, sample: sample, isOfPixels: true))
    }
    return spot.excess
  }
}

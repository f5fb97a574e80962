import Photometry

/// What a meter saw in a picture, candidate by candidate.
enum Sighting: Sendable {
  /// A candidate, with its samples from before it was found; `searched` places competed; how its light stood
  /// out is nil where that is not known.
  case found(
    id: Int, place: Place?, searched: Int, contrast: LampFinder.Contrast?, [BrightnessSample])
  case sample(id: Int, BrightnessSample)
  /// A sample that the meter judged by rules of its own.
  case judged(id: Int, LightSample, LightEvent?)
  /// The samples since the first of these are void, for these say better what there was.
  case reread(id: Int, [BrightnessSample])
  case moved(id: Int, place: Place)
  case lost(id: Int)
  /// What it was seen in is over: its samples from `at` on are void.
  case ended(id: Int, at: Double)
  /// Another light passed over it: these are in place of its samples of the same times.
  case covered(id: Int, [LampFinder.CoveredSample])
  /// It is no lamp: its samples from `since` on are void.
  case dismissed(id: Int, since: Double)
}

/// Pictures in, brightness of the candidates for a lamp out: the meter that was asked for.
struct PictureMeter: Sendable {
  /// One of the two; each is changed in place, for it holds a picture's worth of memory.
  private var frameMeter: FrameMeter?
  private var lampFinder: LampFinder?
  private var isFirstFrame = true
  private let orientation: Orientation

  init(options: ReceiverOptions, searchesApart: Bool = false, isAwaited: Bool) {
    orientation = options.orientation
    let region = options.region.map(options.orientation.stored)
    if options.meter == .frame {
      frameMeter = FrameMeter(
        options: FrameMeter.Options(
          threshold: options.detector.threshold,
          recalibrateAfter: options.detector.recalibrateAfter,
          calibrationFrames: options.detector.calibrationFrames, region: region))
    } else {
      lampFinder = LampFinder(
        options: LampFinder.Options(
          region: region, mode: options.meter == .spot ? .spot : .auto,
          searchesApart: searchesApart, isAwaited: isAwaited))
    }
  }

  mutating func consume(_ frame: borrowing Frame) -> [Sighting] {
    defer { isFirstFrame = false }
    if let reading = frameMeter?.consume(frame) {
      let judged = Sighting.judged(id: 0, LightSample(frame, reading), reading.event)
      guard isFirstFrame else { return [judged] }
      return [.found(id: 0, place: nil, searched: 1, contrast: nil, []), judged]
    }
    return (lampFinder?.consume(frame) ?? []).map(sighting)
  }

  /// See `LampFinder`.
  /// See `LampFinder.isSearchLeft`.
  var isSearchLeft: Bool { lampFinder?.isSearchLeft ?? false }

  mutating func takeSearch() -> LampSearch? { lampFinder?.takeSearch() }

  mutating func consume(_ outcome: LampSearch.Outcome) -> [Sighting] {
    (lampFinder?.consume(outcome) ?? []).map(sighting)
  }

  mutating func finish() -> [Sighting] {
    (lampFinder?.finish() ?? []).map(sighting)
  }

  private func sighting(_ update: LampFinder.Update) -> Sighting {
    switch update {
    case .found(let id, let x, let y, let backlog, let searched, let contrast):
      .found(
        id: id, place: orientation.shown(x: x, y: y), searched: searched, contrast: contrast,
        backlog)
    case .sample(let id, let sample): .sample(id: id, sample)
    case .reread(let id, let backlog): .reread(id: id, backlog)
    case .moved(let id, let x, let y): .moved(id: id, place: orientation.shown(x: x, y: y))
    case .lost(let id): .lost(id: id)
    case .ended(let id, let time): .ended(id: id, at: time)
    case .covered(let id, let samples): .covered(id: id, samples)
    case .dismissed(let id, let since): .dismissed(id: id, since: since)
    }
  }
}

extension LightSample {
  /// The original receiver knows only on and off: a sample says no more than that.
  fileprivate init(_ frame: borrowing Frame, _ reading: FrameMeter.Reading) {
    self.init(
      time: frame.time, exposure: frame.exposure, level: reading.level, lit: reading.isOn ? 1 : 0,
      // A frame that is lit for a part of its exposure is called on or off: an even chance over
      // half of the swing has this deviation (a uniform distribution's, 1/sqrt(12) of its width).
      deviation: 0.5 / 12.0.squareRoot())
  }
}

import MorseCode
public import Photometry

/// The whole chain for a recording: everything is looked at before anything is judged.
///
/// Pictures are passed once; what is kept is each candidate's trace. Lamps are numbered from 1 by
/// first light; those that begin together from left to right.
public struct RecordedReceiver: Sendable {
  /// Lost candidates that are kept: beyond, hours of something restless would grow memory.
  private static let mostLost = 64

  private let options: ReceiverOptions
  private var meter: PictureMeter
  /// The search for lamps that is under way, when it was begun, and for how many seconds of the recording it is let be.
  private var search: (outcome: BackgroundWork<LampSearch.Outcome>, begin: Double, time: Double)?
  private var candidates: [Int: RecordedPlace] = [:]
  /// Those that were lost and may be found again, the longest lost first.
  private var lost: [Int] = []
  /// Places that were dismissed, as they were until then: what they read may be the better reading of a lamp that other
  /// places show.
  private var dismissed: [RecordedPlace] = []
  /// Places that were looked at closely, as they stood out; nil where that is not known.
  private var examined: [LampFinder.Contrast?] = []
  private var brightness: [BrightnessSample] = []
  private var edges: [LightEvent] = []
  private var end = 0.0
  private var lamps: [RecordedLamp] = []
  /// What the detector made of each lamp's trace; empty where findings are not wanted.
  private var judged: [[LightSample]] = []

  /// The places that were looked at closely, lamps by number first; after `finish`, where
  /// `ReceiverOptions.keepsFindings` asks for them.
  public private(set) var findings: [Finding] = []

  public init(options: ReceiverOptions) {
    self.options = options
    meter = PictureMeter(options: options, searchesApart: true, isAwaited: false)
  }

  /// Takes the next picture.
  public mutating func consume(_ frame: borrowing Frame) {
    take(meter.consume(frame))
    // However long a search takes, what comes of it is taken at the same picture; at the latest when the next one is due.
    if let search, abs(frame.time - search.begin) >= search.time || meter.isSearchLeft {
      takeOutcome()
    }
    if search == nil, let next = meter.takeSearch() {
      search = (BackgroundWork { next.outcome() }, frame.time, next.time)
    }
  }

  private mutating func takeOutcome() {
    if let outcome = search?.outcome.value() { take(meter.consume(outcome)) }
    search = nil
  }

  /// Takes the next row of a trace.
  public mutating func consume(_ row: TraceRow, of kind: TraceKind) {
    end = row.time
    switch kind {
    case .luma: brightness.append(BrightnessSample(time: row.time, brightness: row.value))
    case .state: edges.append(LightEvent(row))
    }
  }

  /// Ends the recording and returns all that was received, in the order in which it became known.
  public mutating func finish() -> [Received] {
    // What was found a few seconds ago may stand out less by now.
    takeOutcome()
    take(meter.finish())
    let places = candidates.keys.sorted().compactMap { candidates.removeValue(forKey: $0) }
    for reading in places.mapConcurrently(read) { judge(reading) }
    if !brightness.isEmpty {
      let detection = Detector.judge(brightness, options: options.detector)
      judge(
        Reading(
          lamp: RecordedLamp(detection, options: options, prior: 0, place: nil),
          samples: detection.samples))
    }
    if !edges.isEmpty {
      judge(Reading(lamp: RecordedLamp(edges, until: end, options: options), samples: []))
    }
    let readable = lamps.filter { lamp in
      !lamp.messages.isEmpty
        && (!options.isSquelched || lamp.clearestOdds(ofLooks: looks) ?? 0 >= 0)
    }
    let all = lamps.count
    if options.isSquelched, !readable.isEmpty {
      for reading in dismissed.mapConcurrently(read) { judge(reading) }
    }
    let numbered = RecordedLamp.numbered(
      options.isSquelched ? readable : RecordedLamp.strongest(of: readable),
      beside: Array(lamps[all...]))
    if options.keepsFindings { keepFindings(numbered, among: lamps[..<all]) }
    return RecordedLamp.received(numbered)
  }

  /// How often as many places as are followed at once were looked at closely: in a restless picture, or a long one, chance
  /// has as many tries.
  private var looks: Double { max(1, Double(examined.count) / Double(LampFinder.most)) }

  private mutating func keepFindings(
    _ numbered: [RecordedLamp], among lamps: ArraySlice<RecordedLamp>
  ) {
    func finding(_ lamp: RecordedLamp, number: Int?) -> Finding {
      Finding(
        lamp: number, place: lamp.place, samples: judged[lamp.index], events: lamp.events,
        characters: (number == nil ? lamp.read : lamp.messages).flatMap(\.characters),
        odds: lamp.clearestOdds(ofLooks: looks))
    }
    let known = Set(numbered.map(\.index))
    let others = lamps.filter { !known.contains($0.index) }
      .sorted {
        $0.clearestOdds(ofLooks: looks) ?? -.infinity
          > $1.clearestOdds(ofLooks: looks) ?? -.infinity
      }
    findings =
      numbered.enumerated().map { finding($0.element, number: $0.offset + 1) }
      + others.map { finding($0, number: nil) }
  }

  private mutating func take(_ sightings: [Sighting]) {
    for sighting in sightings {
      switch sighting {
      case .found(let id, let place, let searched, let contrast, let backlog):
        let prior = options.prior(searched: searched)
        lost.removeAll { $0 == id }
        if candidates[id] == nil { examined.append(contrast) }
        candidates[id, default: RecordedPlace(place: place, prior: prior)].place = place
        // What it was taken for before proved to be none.
        if candidates[id]?.traces.isEmpty ?? false { candidates[id]?.prior = prior }
        candidates[id]?.traces.append(LampTrace())
        for sample in backlog { candidates[id]?.append(sample) }
      case .sample(let id, let sample): candidates[id]?.append(sample)
      case .reread(let id, let samples): candidates[id]?.reread(samples)
      case .judged(let id, let sample, let event):
        candidates[id]?.judged.samples.append(sample)
        if let event { candidates[id]?.judged.events.append(event) }
      case .moved(let id, let place): candidates[id]?.place = place
      case .lost(let id): lose(id)
      case .ended(let id, let time):
        candidates[id]?.end(at: time)
        lose(id)
      case .covered(let id, let samples): candidates[id]?.cover(samples)
      case .dismissed(let id, let since):
        if let place = candidates[id] { dismissed.append(place) }
        if dismissed.count > Self.mostLost { dismissed.removeFirst() }
        candidates[id]?.dismiss(since: since)
        lose(id)
      }
    }
  }

  private mutating func lose(_ id: Int) {
    lost.append(id)
    if lost.count > Self.mostLost { close(lost.removeFirst()) }
  }

  private mutating func close(_ id: Int) {
    judge(candidates.removeValue(forKey: id).flatMap(read))
  }

  /// A candidate that was read, with what the detector made of its trace.
  private struct Reading: Sendable {
    var lamp: RecordedLamp
    var samples: [LightSample]
  }

  private func read(_ candidate: RecordedPlace) -> Reading? {
    guard !candidate.traces.isEmpty else { return nil }
    let plain = reading(of: candidate, options)
    // A mark within a frame has no height of its own.
    var tall = options
    tall.timing.looksWithinFrames = false
    guard options.isSquelched else { return plain }
    var best = plain
    let evened = candidate.evened.map { reading(of: $0, tall) }
    if let evened, evened.lamp.isBetterRead(than: plain.lamp) { best = evened }
    // What the levels make nonsense of is none.
    let capped = best.lamp.isThinkable ? candidate.capped.map { reading(of: $0, tall) } : nil
    if let capped, capped.lamp.isBetterRead(than: best.lamp) { best = capped }
    best.lamp = best.lamp.voted(among: [plain, evened, capped].compactMap { $0?.lamp })
    return best
  }

  private func reading(of candidate: RecordedPlace, _ options: ReceiverOptions) -> Reading {
    let detection = candidate.detection(options.detector)
    let swing = candidate.swing(detection)
    let lamp = RecordedLamp(
      detection, options: options, prior: candidate.prior, place: candidate.place,
      swing: swing, outOfSight: candidate.outOfSight,
      isBusy: Recurrence.isBusy(examined, beside: swing))
    return Reading(lamp: lamp, samples: detection.samples)
  }

  private mutating func judge(_ reading: Reading?) {
    guard var lamp = reading?.lamp, options.keepsFindings || !lamp.messages.isEmpty else { return }
    lamp.index = lamps.count
    lamps.append(lamp)
    judged.append(options.keepsFindings ? reading?.samples ?? [] : [])
  }
}

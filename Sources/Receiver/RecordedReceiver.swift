import MorseCode
public import Photometry

/// The whole chain for a recording: everything is looked at before anything is judged.
///
/// Pictures are passed once; what is kept is each candidate's trace. Lamps are numbered from 1 by
/// first light; those that begin together from left to right.
public struct RecordedReceiver: Sendable {
  private struct Candidate: Sendable {
    var place: Place?
    var prior: Double
    /// One after another, as the place was found, lost and found again: each with levels of its own.
    var traces: [LampTrace] = []
    var judged = Detector.Detection(samples: [], events: [])

    mutating func append(_ sample: BrightnessSample) {
      guard let last = traces.indices.last else { return }
      traces[last].append(sample)
    }

    mutating func end(at time: Double) {
      for index in traces.indices { traces[index].end(at: time) }
    }

    mutating func reread(_ samples: [BrightnessSample]) {
      guard let last = traces.indices.last, let begin = samples.first?.time else { return }
      traces[last].end(at: begin)
      for sample in samples { traces[last].append(sample) }
    }

    /// How much brighter it is lit than unlit, in steps of luma; nil where it was never seen so.
    func swing(_ detection: Detector.Detection) -> Double? {
      guard let samples = traces.last?.samples else { return nil }
      var sums = [0.0, 0.0]
      var counts = [0.0, 0.0]
      for (sample, judged) in zip(samples.reversed(), detection.samples.reversed()) {
        let side = judged.lit > 0.5 ? 1 : 0
        sums[side] += sample.brightness
        counts[side] += 1
      }
      guard counts[0] > 0, counts[1] > 0 else { return nil }
      return sums[1] / counts[1] - sums[0] / counts[0]
    }

    /// All of it judged; what a later trace covers is taken from there.
    func detection(_ options: Detector.Options) -> Detector.Detection {
      guard judged.samples.isEmpty else { return judged }
      var whole = Detector.Detection()
      for trace in traces {
        let part = Detector.judge(trace.samples, options: options)
        guard let begin = part.samples.first?.time else { continue }
        whole.end(at: begin)
        whole.samples += part.samples
        whole.events += part.events
      }
      return whole
    }
  }

  /// Lost candidates that are kept: beyond, hours of something restless would grow memory.
  private static let mostLost = 64

  private let options: ReceiverOptions
  private var meter: PictureMeter
  private var candidates: [Int: Candidate] = [:]
  /// Those that were lost and may be found again, the longest lost first.
  private var lost: [Int] = []
  /// Places that were looked at closely.
  private var examined = 0
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
    meter = PictureMeter(options: options)
  }

  /// Takes the next picture.
  public mutating func consume(_ frame: borrowing Frame) {
    take(meter.consume(frame))
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
    take(meter.finish())
    for id in candidates.keys.sorted() { close(id) }
    if !brightness.isEmpty {
      let detection = Detector.judge(brightness, options: options.detector)
      judge(RecordedLamp(detection, options: options, prior: 0, place: nil), detection.samples)
    }
    if !edges.isEmpty {
      judge(RecordedLamp(edges, until: end, options: options), [])
    }
    let readable = lamps.filter { lamp in
      !lamp.messages.isEmpty
        && (!options.isSquelched || lamp.clearestOdds(ofLooks: looks) ?? 0 >= 0)
    }
    let numbered = RecordedLamp.numbered(
      options.isSquelched ? readable : RecordedLamp.strongest(of: readable))
    if options.keepsFindings { keepFindings(numbered) }
    return RecordedLamp.received(numbered)
  }

  /// How often as many places as are followed at once were looked at closely: in a restless picture, or a long one, chance
  /// has as many tries.
  private var looks: Double { max(1, Double(examined) / Double(LampFinder.most)) }

  private mutating func keepFindings(_ numbered: [RecordedLamp]) {
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
      case .found(let id, let place, let searched, _, let backlog):
        let prior = options.prior(searched: searched)
        lost.removeAll { $0 == id }
        if candidates[id] == nil { examined += 1 }
        candidates[id, default: Candidate(place: place, prior: prior)].place = place
        candidates[id]?.traces.append(LampTrace())
        for sample in backlog { candidates[id]?.append(sample) }
      case .sample(let id, let sample): candidates[id]?.append(sample)
      case .reread(let id, let samples): candidates[id]?.reread(samples)
      case .judged(let id, let sample, let event):
        candidates[id]?.judged.samples.append(sample)
        if let event { candidates[id]?.judged.events.append(event) }
      case .moved(let id, let place): candidates[id]?.place = place
      case .lost(let id): lose(id)
      case .dismissed(let id, let since):
        candidates[id]?.end(at: since)
        lose(id)
      }
    }
  }

  private mutating func lose(_ id: Int) {
    lost.append(id)
    if lost.count > Self.mostLost { close(lost.removeFirst()) }
  }

  private mutating func close(_ id: Int) {
    guard let candidate = candidates.removeValue(forKey: id) else { return }
    let detection = candidate.detection(options.detector)
    let lamp = RecordedLamp(
      detection, options: options, prior: candidate.prior, place: candidate.place,
      swing: candidate.swing(detection))
    judge(lamp, detection.samples)
  }

  private mutating func judge(_ lamp: RecordedLamp, _ samples: [LightSample]) {
    guard options.keepsFindings || !lamp.messages.isEmpty else { return }
    var lamp = lamp
    lamp.index = lamps.count
    lamps.append(lamp)
    judged.append(options.keepsFindings ? samples : [])
  }
}

extension Detector.Detection {
  /// Forgets what was judged from `time` on; a light that was on then is off.
  fileprivate mutating func end(at time: Double) {
    samples.removeAll { $0.time >= time }
    events.removeAll { $0.time >= time }
    if let last = events.last, last.isOn {
      events.append(LightEvent(time: time, isOn: false, level: last.level))
    }
  }
}

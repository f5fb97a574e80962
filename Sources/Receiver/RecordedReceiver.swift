import MorseCode
public import Photometry

/// The whole chain for a recording: everything is looked at before anything is judged.
///
/// Pictures are passed once; what is kept is each candidate's trace. Lamps are numbered from 1 by
/// first light.
public struct RecordedReceiver: Sendable {
  private struct Candidate: Sendable {
    var place: Place?
    var prior: Double
    var trace = LampTrace()
    var judged = Detector.Detection(samples: [], events: [])
  }

  private let options: ReceiverOptions
  private var meter: PictureMeter
  private var candidates: [Int: Candidate] = [:]
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
    let readable = lamps.filter { !$0.messages.isEmpty }
    let numbered = RecordedLamp.numbered(
      options.isSquelched ? readable : RecordedLamp.strongest(of: readable))
    if options.keepsFindings { keepFindings(numbered) }
    return RecordedLamp.received(numbered)
  }

  private mutating func keepFindings(_ numbered: [RecordedLamp]) {
    func finding(_ lamp: RecordedLamp, number: Int?) -> Finding {
      Finding(
        lamp: number, place: lamp.place, samples: judged[lamp.index], events: lamp.events,
        characters: (number == nil ? lamp.read : lamp.messages).flatMap(\.characters),
        odds: lamp.clearestOdds)
    }
    let known = Set(numbered.map(\.index))
    let others = lamps.filter { !known.contains($0.index) }
      .sorted { $0.clearestOdds ?? -.infinity > $1.clearestOdds ?? -.infinity }
    findings =
      numbered.enumerated().map { finding($0.element, number: $0.offset + 1) }
      + others.map { finding($0, number: nil) }
  }

  private mutating func take(_ sightings: [Sighting]) {
    for sighting in sightings {
      switch sighting {
      case .found(let id, let place, let searched):
        candidates[id] = Candidate(
          place: place, prior: options.prior(searched: searched))
      case .sample(let id, let sample): candidates[id]?.trace.append(sample)
      case .judged(let id, let sample, let event):
        candidates[id]?.judged.samples.append(sample)
        if let event { candidates[id]?.judged.events.append(event) }
      case .moved(let id, let place): candidates[id]?.place = place
      case .lost(let id): close(id)
      }
    }
  }

  private mutating func close(_ id: Int) {
    guard let candidate = candidates.removeValue(forKey: id) else { return }
    let detection =
      candidate.judged.samples.isEmpty
      ? Detector.judge(candidate.trace.samples, options: options.detector) : candidate.judged
    judge(
      RecordedLamp(
        detection, options: options, prior: candidate.prior, place: candidate.place),
      detection.samples)
  }

  private mutating func judge(_ lamp: RecordedLamp, _ samples: [LightSample]) {
    guard options.keepsFindings || !lamp.messages.isEmpty else { return }
    var lamp = lamp
    lamp.index = lamps.count
    lamps.append(lamp)
    judged.append(options.keepsFindings ? samples : [])
  }
}

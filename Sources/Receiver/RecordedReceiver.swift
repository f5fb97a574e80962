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
      judge(RecordedLamp(detection, options: options, prior: 0, place: nil))
    }
    if !edges.isEmpty {
      judge(RecordedLamp(edges, until: end, options: options))
    }
    return RecordedLamp.received(
      options.isSquelched ? lamps : RecordedLamp.strongest(of: lamps))
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
        detection, options: options, prior: candidate.prior, place: candidate.place))
  }

  private mutating func judge(_ lamp: RecordedLamp) {
    if !lamp.messages.isEmpty { lamps.append(lamp) }
  }
}

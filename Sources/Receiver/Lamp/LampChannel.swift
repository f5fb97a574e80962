import MorseCode
import Photometry

/// The chain for one lamp as the light comes: detector, timing decoder, squelch.
///
/// Until the squelch opens everything is held back; then it appears at once, in its order.
struct LampChannel: Sendable {
  /// What became certain about the lamp.
  enum Report: Hashable, Sendable {
    case light(LightEvent)
    case character(DecodedCharacter)
    case message(Message)

    var event: LightEvent? {
      if case .light(let event) = self { event } else { nil }
    }
  }

  private var detector: Detector
  private var decoder: TimingDecoder
  private var squelch: Squelch
  private var held: [Report] = []
  private var message: [DecodedCharacter] = []
  /// Whether Morse has been read from it at least once.
  private(set) var isKnown: Bool
  var place: Place?

  /// The last judged level, the ambient being 100.
  private(set) var level = 100.0
  private(set) var isLit = false
  /// What a chart is drawn from; nil where nobody looks.
  var log: SampleLog?

  /// Events that nobody may ever want: a place that flickers for days without being Morse.
  private static let mostHeld = 4096

  init(options: ReceiverOptions, prior: Double, place: Place? = nil) {
    detector = Detector(options: options.detector)
    decoder = TimingDecoder(options: options.timing)
    squelch = Squelch(prior: prior, isOff: !options.isSquelched)
    isKnown = !options.isSquelched
    self.place = place
  }

  /// Another lamp is known in the same picture.
  mutating func noteOther() {
    if !isKnown { squelch.noteOther() }
  }

  var provisional: [DecodedCharacter] { isKnown ? decoder.provisional : [] }

  mutating func consume(_ sample: BrightnessSample) -> [Report] {
    take(detector.consume(sample))
  }

  /// A sample that a meter with rules of its own has judged already.
  mutating func consume(_ sample: LightSample, event: LightEvent?) -> [Report] {
    take(Detector.Detection(samples: [sample], events: event.map { [$0] } ?? []))
  }

  /// An edge that the input itself tells.
  mutating func consume(_ event: LightEvent) -> [Report] {
    log?.append(event, after: level)
    note([event])
    take(decoder.consume(KeyEvent(time: event.time, isDown: event.isOn)))
    return release()
  }

  /// Says that nothing changed until `time`; only after edges.
  mutating func advance(to time: Double) -> [Report] {
    take(decoder.advance(to: time))
    return release()
  }

  mutating func finish() -> [Report] {
    var reports = take(detector.finish())
    take(decoder.finish())
    reports += release()
    return reports
  }

  private mutating func take(_ detection: Detector.Detection) -> [Report] {
    note(detection.events)
    if let last = detection.samples.last { level = last.level }
    log?.append(detection.samples)
    for sample in detection.samples { take(decoder.consume(KeySample(sample))) }
    return release()
  }

  private mutating func note(_ events: [LightEvent]) {
    for event in events {
      isLit = event.isOn
      level = event.level
      held.append(.light(event))
    }
  }

  private mutating func take(_ outputs: [TimingDecoder.Output]) {
    for output in outputs {
      switch output {
      case .character(let character):
        held.append(.character(character))
        message.append(character)
      case .endOfMessage(let evidence):
        endMessage(evidence: evidence)
      }
    }
  }

  private mutating func endMessage(evidence: Double) {
    if squelch.admits(evidence: evidence), let whole = Message(message, place: place) {
      held.append(.message(whole))
      isKnown = true
      ready += held
    } else if isKnown {
      ready += held.filter { if case .light = $0 { true } else { false } }
    }
    held.removeAll()
    message.removeAll()
    squelch.endMessage()
  }

  /// What messages that ended have let go.
  private var ready: [Report] = []

  private mutating func release() -> [Report] {
    if !message.isEmpty, squelch.admits(evidence: decoder.evidence) {
      isKnown = true
      ready += held
      held.removeAll()
    } else if isKnown {
      // The light itself is not in doubt any more: only the text waits.
      ready += held.filter { if case .light = $0 { true } else { false } }
      held.removeAll { if case .light = $0 { true } else { false } }
    }
    if held.count > Self.mostHeld { held.removeFirst(held.count - Self.mostHeld) }
    defer { ready.removeAll() }
    return ready
  }
}

extension KeySample {
  /// The light as a key.
  init(_ sample: LightSample) {
    self.init(
      time: sample.time, exposure: sample.exposure, down: sample.lit, deviation: sample.deviation)
  }
}

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

    var character: DecodedCharacter? {
      if case .character(let character) = self { character } else { nil }
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

  /// The newest level, the ambient being 100, and where it counts as on; nil where nobody knows yet.
  private(set) var level = 100.0
  private(set) var threshold: Double?
  /// Whether the light is on at this moment, Morse or not.
  private(set) var isLit = false
  /// What a chart is drawn from; nil where nobody looks.
  var log: SampleLog?
  /// Standard deviation of the light's noise, as a part of its swing; 1 before the swing is known.
  private(set) var noise = 1.0
  private var interval = SampleInterval()
  private var secondReading = SecondReading()
  private let options: ReceiverOptions
  /// Whether the message would be believed, if only it were known that the light is steady.
  private var wantsLook = false
  /// Whether the second reading is left to `takeLook`.
  private let looksApart: Bool
  /// A second reading that is to be made.
  private var look: SecondLook?
  /// Whether `Doubt` has a say: nobody pointed the place out.
  private let isDoubted: Bool
  /// Steps of luma that the light adds; nil where that is not known.
  private let swing: Double?
  /// That of the message under way.
  private var doubt = 0.0

  /// Events that nobody may ever want: a place that flickers for days without being Morse.
  private static let mostHeld = 4096

  init(
    options: ReceiverOptions, prior: Double, place: Place? = nil, swing: Double? = nil,
    looksApart: Bool = false
  ) {
    self.options = options
    self.looksApart = looksApart
    detector = Detector(options: options.detector)
    decoder = TimingDecoder(options: options.timing)
    squelch = Squelch(prior: prior, isOff: !options.isSquelched)
    isKnown = !options.isSquelched
    isDoubted = prior < 0
    self.swing = swing
    self.place = place
  }

  /// Another lamp is known in the same picture.
  mutating func noteOther() {
    if !isKnown { squelch.noteOther() }
  }

  var provisional: [DecodedCharacter] { isKnown ? decoder.provisional : [] }

  mutating func consume(_ sample: BrightnessSample) -> [Report] {
    var detection = detector.consume(sample)
    let isUnsteady = (wantsLook || detector.isLookDue) && detector.lookForUnsteadiness()
    wantsLook = false
    if isKnown {
      detector.settle()
    } else if isUnsteady || detector.isOutgrown {
      forget()
      detection = detector.judgeAgain()
    }
    level = detector.latest?.level ?? level
    noise = detector.latest?.deviation ?? noise
    threshold = detector.thresholdLevel
    return take(detection)
  }

  /// What was read so far was none of the light that there is now.
  private mutating func forget() {
    _ = decoder.finish()
    held.removeAll()
    message.removeAll()
    doubt = 0
    interval = SampleInterval()
    secondReading = SecondReading()
    if log != nil { log = SampleLog() }
  }

  /// A sample that a meter with rules of its own has judged already.
  mutating func consume(_ sample: LightSample, event: LightEvent?) -> [Report] {
    level = sample.level
    noise = 0
    threshold = detector.thresholdLevel
    return take(Detector.Detection(samples: [sample], events: event.map { [$0] } ?? []))
  }

  /// An edge that the input itself tells.
  mutating func consume(_ event: LightEvent) -> [Report] {
    log?.append(event, after: level)
    level = event.level
    noise = 0
    note([event])
    take(decoder.consume(KeyEvent(time: event.time, isDown: event.isOn)))
    return release()
  }

  /// Says that nothing changed until `time`; only after edges.
  mutating func advance(to time: Double) -> [Report] {
    take(decoder.advance(to: time))
    return release()
  }

  /// A channel for the same place that has read nothing yet; nil where something was told, or is held
  /// back from before `time`.
  func begunAnew(at time: Double) -> LampChannel? {
    guard !isKnown, message.first.map({ $0.time > time }) ?? true else { return nil }
    return LampChannel(
      options: options, prior: squelch.prior, place: place, swing: swing, looksApart: looksApart)
  }

  mutating func finish() -> [Report] {
    var reports = take(detector.finish())
    take(decoder.finish())
    reports += release()
    return reports
  }

  private mutating func take(_ detection: Detector.Detection) -> [Report] {
    note(detection.events)
    log?.append(detection.samples)
    for sample in detection.samples {
      interval.consume(sample.time)
      let key = KeySample(sample)
      secondReading.consume(key)
      take(decoder.consume(key))
    }
    return release()
  }

  private mutating func note(_ events: [LightEvent]) {
    for event in events {
      isLit = event.isOn
      held.append(.light(event))
    }
  }

  private mutating func take(_ outputs: [TimingDecoder.Output]) {
    for output in outputs {
      switch output {
      case .character(let character):
        held.append(.character(character))
        message.append(character)
        weighDoubt()
      case .endOfMessage(let evidence):
        endMessage(evidence: evidence)
      }
    }
  }

  private mutating func endMessage(evidence: Double) {
    if admits(evidence: evidence, isOver: true), let whole = Message(message, place: place) {
      held.append(.message(whole))
      isKnown = true
      ready += held
    } else if isKnown {
      ready += held.filter { if case .light = $0 { true } else { false } }
    }
    held.removeAll()
    message.removeAll()
    doubt = 0
    secondReading.endMessage()
    squelch.endMessage()
  }

  /// Whether the message under way is Morse, all doubts weighed.
  private mutating func admits(evidence: Double, isOver: Bool) -> Bool {
    if squelch.isOpen { return true }
    guard squelch.wouldAdmit(evidence: evidence - doubt) else { return false }
    // Edges that the input itself tells are beyond doubt.
    guard interval.usual > 0 else { return squelch.admits(evidence: evidence - doubt) }
    if !isOver, !detector.hasLookedForUnsteadiness {
      wantsLook = true
      return false
    }
    guard let begin = message.first?.time,
      let samples = secondReading.look(characters: message.count, isOver: isOver)
    else { return false }
    let second = SecondLook(
      begin: begin, samples: samples, interval: interval.usual, swing: swing, isDoubted: isDoubted,
      timing: options.timing)
    if looksApart, !isOver {
      look = second
      return false
    }
    let outcome = second.outcome()
    guard squelch.admits(evidence: outcome.evidence) else { return false }
    correct(by: outcome.characters)
    return true
  }

  /// Puts right what is held back.
  private mutating func correct(by whole: [DecodedCharacter]) {
    message = Rereading.corrected(message, by: whole)
    let lights = held.filter { $0.event != nil }
    held = []
    var rest = message[...]
    for light in lights {
      let time = light.event?.time ?? 0
      while let next = rest.first, next.time + next.duration < time {
        held.append(.character(next))
        rest.removeFirst()
      }
      held.append(light)
    }
    held += rest.map(Report.character)
  }

  /// The second reading that is due, once.
  mutating func takeLook() -> SecondLook? {
    defer { look = nil }
    return look
  }

  /// Takes what came of it, unless the message is over.
  mutating func consume(_ outcome: SecondLook.Outcome) -> [Report] {
    guard outcome.begin == message.first?.time, squelch.admits(evidence: outcome.evidence) else {
      return []
    }
    correct(by: outcome.characters)
    return release()
  }

  private mutating func weighDoubt() {
    guard isDoubted, !squelch.isOpen else { return }
    // A place that flickers for days ends no message.
    if message.count > Self.mostHeld { message.removeFirst(Self.mostHeld / 2) }
    doubt = Doubt.weight(
      of: DecodedMessage(characters: message, evidence: 0), frame: interval.usual, swing: swing)
  }

  /// What messages that ended have let go.
  private var ready: [Report] = []

  private mutating func release() -> [Report] {
    if !message.isEmpty,
      squelch.isOpen || admits(evidence: decoder.evidence, isOver: false)
    {
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

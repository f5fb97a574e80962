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

  var detector: Detector
  var decoder: TimingDecoder
  var squelch: Squelch
  /// What the light did, until it is known to be Morse.
  var heldLights: [LightEvent] = []
  /// The message under way.
  var text = LiveText()
  /// What has been let go, but not returned yet.
  var ready: [Report] = []
  /// Whether Morse has been read from it at least once.
  var isKnown: Bool
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
  var interval = SampleInterval()
  var secondReading = SecondReading()
  let options: ReceiverOptions
  /// Whether the message would be believed, if only it were known that the light is steady.
  var wantsLook = false
  /// Whether the second reading is left to `takeLook`.
  let looksApart: Bool
  /// A second reading that is to be made.
  var look: SecondLook?
  /// Whether one was taken whose outcome has not come.
  var isLooking = false
  /// Seconds: when the message under way is read again.
  var nextReading = -Double.infinity
  /// Whether `Doubt` has a say: nobody pointed the place out.
  let isDoubted: Bool
  /// Whether no other lamp is known in the same picture.
  private(set) var isAlone = true
  /// Whether much else goes on and off in the picture (`Recurrence.isBusy`).
  var isBusy = false
  /// When it was out of sight.
  private(set) var outOfSight = OutOfSight()
  /// Steps of luma that the light adds; nil where that is not known.
  let swing: Double?
  /// That of the message under way.
  var doubt = 0.0
  /// Whether its marks seem to end late (`LateMarks`), as of its last character.
  var endsLate = false

  /// Events that nobody may ever want: a place that flickers for days without being Morse.
  static let mostHeld = 4096

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
    guard !isKnown else { return }
    squelch.noteOther()
    isAlone = false
  }

  var provisional: [DecodedCharacter] {
    isKnown && (squelch.isOpen || text.told.isEmpty) ? text.waiting + decoder.provisional : []
  }

  mutating func consume(_ sample: BrightnessSample) -> [Report] {
    outOfSight.consume(sample)
    if isKnown { detector.settle() }
    var detection = detector.consume(sample)
    // What is being read again would be void.
    let mayLook = isKnown || look == nil && !isLooking
    let isUnsteady =
      mayLook && (wantsLook || detector.isLookDue) && detector.lookForUnsteadiness()
    wantsLook = false
    if !isKnown, isUnsteady || detector.isOutgrown {
      forget()
      detection = detector.judgeAgain()
    }
    level = detector.latest?.level ?? level
    // How well a light is seen is not what a picture that is out of focus, or another's light over it, make of a sample.
    if sample.uncertainty == 0 { noise = detector.latest?.deviation ?? noise }
    threshold = detector.thresholdLevel
    return take(detection)
  }

  /// What was read so far was none of the light that there is now.
  private mutating func forget() {
    _ = decoder.finish()
    heldLights.removeAll()
    text = LiveText()
    doubt = 0
    endsLate = false
    interval = SampleInterval()
    secondReading.forget()
    look = nil
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
    guard !isKnown, text.begin.map({ $0 > time }) ?? true else { return nil }
    var anew = LampChannel(
      options: options, prior: squelch.prior, place: place, swing: swing, looksApart: looksApart)
    anew.isBusy = isBusy
    anew.isAlone = isAlone
    return anew
  }

  /// Another light passed over the place.
  mutating func cover(_ samples: [LampFinder.CoveredSample]) {
    secondReading.cover(samples)
    detector.correct(samples)
  }

  mutating func finish() -> [Report] {
    var reports = take(detector.finish())
    take(decoder.finish())
    reports += release()
    return reports
  }

  mutating func take(_ detection: Detector.Detection) -> [Report] {
    note(detection.events)
    for event in detection.events { secondReading.consume(event) }
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
      heldLights.append(event)
    }
  }
}

extension KeySample {
  /// The light as a key.
  init(_ sample: LightSample) {
    self.init(
      time: sample.time, exposure: sample.exposure, down: sample.lit, deviation: sample.deviation)
  }
}

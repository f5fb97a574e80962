import MorseCode
import Photometry

/// What becomes of the decoder's text: the squelch judges it, and it is read once more before it is told.
extension LampChannel {
  /// Seconds between two readings of a message under way.
  private static let readingInterval = 1.0
  /// The part of a reading's evidence by which another may be less: a letter of four.
  private static let farWorse = 0.25

  mutating func take(_ outputs: [TimingDecoder.Output]) {
    for output in outputs {
      switch output {
      case .character(let character):
        text.append(character)
        weighDoubt()
        // Once a character: it is asked of every sample of a place that is not believed.
        if !squelch.isOpen { endsLate = secondReading.isLate }
      case .endOfMessage(let evidence):
        endMessage(evidence: evidence)
      }
    }
  }

  private mutating func endMessage(evidence: Double) {
    if squelch.isOpen {
      if text.isWaiting { tellOn(by: secondLook()?.outcome(), isOver: true) }
    } else {
      open(evidence: evidence, isOver: true)
    }
    if let whole = Message(text.own, place: place) {
      letGo([])
      ready.append(.message(whole))
    } else if isKnown {
      letGo([])
    }
    heldLights.removeAll()
    text = LiveText()
    doubt = 0
    endsLate = false
    look = nil
    secondReading.endMessage()
    squelch.endMessage()
  }

  /// Tells the message under way, if it is Morse, all doubts weighed.
  private mutating func open(evidence: Double, isOver: Bool) {
    let plainness = isPlain ? Doubt.mostPlainness : 0
    let mayBeMorse =
      squelch.wouldAdmit(evidence: evidence - doubt, plainness: plainness)
      || endsLate && (isOver || !isLooking && isWorthLook)
    guard mayBeMorse else { return }
    // Edges that the input itself tells are beyond doubt.
    guard interval.usual > 0 else {
      if squelch.admits(evidence: evidence - doubt) { tell(by: nil) }
      return
    }
    if !isOver {
      guard !isLooking, isWorthLook else { return }
      guard detector.hasLookedForUnsteadiness else {
        wantsLook = true
        return
      }
    }
    guard let second = secondLook() else { return }
    secondReading.noteLook(characters: text.waiting.count)
    if looksApart, !isOver {
      look = second
      return
    }
    let outcome = second.outcome()
    if admits(outcome, isOver: isOver) { tell(by: outcome, isOver: isOver) }
  }

  private var isWorthLook: Bool { secondReading.isWorthLook(characters: text.waiting.count) }

  /// Tells what waits of a message that is Morse, when it is time to read it again.
  private mutating func readAgain() {
    guard interval.usual > 0 else { return tellOn(by: nil) }
    guard !isLooking, let now = secondReading.end, now >= nextReading else { return }
    // Where pictures have to wait for it, as often as some characters are due, or the sender pauses.
    guard looksApart || text.hasSeveral || decoder.provisional.isEmpty else { return }
    nextReading = now + Self.readingInterval
    guard let second = secondLook() else { return }
    if looksApart {
      look = second
    } else {
      tellOn(by: second.outcome())
    }
  }

  /// The message under way, to be read once more.
  private func secondLook() -> SecondLook? { secondLook(at: secondReading) }

  private func secondLook(at reading: SecondReading) -> SecondLook? {
    guard interval.usual > 0, let begin = text.begin else { return nil }
    return SecondLook(
      begin: begin, samples: reading.recent(since: text.since), events: reading.events,
      interval: interval.usual, swing: swing, isDoubted: isDoubted, isBusy: isBusy,
      isBelieved: squelch.isOpen, isFirst: text.told.isEmpty, timing: options.timing)
  }

  private mutating func admits(_ outcome: SecondLook.Outcome, isOver: Bool = false) -> Bool {
    let mayBeShapes = isDoubted && isBusy && !isKnown
    // More of the message may come that shapes that pass do not say.
    if mayBeShapes, !isOver, Doubt.hasOneKindOfLetters(outcome.characters) { return false }
    // Whatever is read must be as clear as what is read beside a lamp, as in recordings.
    let caution = mayBeShapes && isAlone ? Squelch.caution : 0
    return squelch.admits(
      evidence: outcome.evidence - caution, plainness: isPlain ? outcome.plainness : 0)
  }

  /// Whether the light may be one that alone is switched, which is likelier a lamp (`Doubt.plainness`).
  private var isPlain: Bool { isDoubted && !isBusy && isAlone }

  /// The light is read in another way from now on, as which it was `samples` so far. What was told stands; what waits is read
  /// by these, whose levels stand further apart, unless they fit far worse: then by those of before.
  mutating func readAnew(_ samples: [BrightnessSample]) -> [Report] {
    var detection = detector.readAnew(samples)
    var anew = secondReading
    let new = anew.replace(by: detection.samples.map(KeySample.init))
    if let before = secondLook(), let after = secondLook(at: anew) {
      let (known, found) = (before.outcome().evidence, after.outcome().evidence)
      if found > known - Self.farWorse * abs(known) { secondReading = anew }
    } else {
      secondReading = anew
    }
    // What was to be read is known otherwise now.
    if look != nil { look = secondLook() }
    detection.samples = detection.samples.suffix(new.count)
    return take(detection)
  }

  /// The second reading that is due, once.
  mutating func takeLook() -> SecondLook? {
    defer { look = nil }
    isLooking = isLooking || look != nil
    return look
  }

  /// Takes what came of it, unless the message is over.
  mutating func consume(_ outcome: SecondLook.Outcome) -> [Report] {
    isLooking = false
    guard outcome.begin == text.begin else { return [] }
    if squelch.isOpen {
      tellOn(by: outcome)
    } else if admits(outcome) {
      tell(by: outcome)
    } else {
      return []
    }
    return release()
  }

  /// Tells more of a message that was believed, unless it is no longer.
  private mutating func tellOn(by outcome: SecondLook.Outcome?, isOver: Bool = false) {
    if let evidence = outcome?.timingEvidence, !squelch.stillAdmits(evidence: evidence) {
      // From now on it has to be believed anew.
      secondReading.doubt()
      weighDoubt()
      return
    }
    tell(by: outcome, isOver: isOver)
  }

  private mutating func tell(by outcome: SecondLook.Outcome?, isOver: Bool = false) {
    let isTelling = outcome.map { $0.isWhole || !text.told.isEmpty } ?? false
    letGo(
      text.tell(
        by: isTelling ? outcome?.characters ?? [] : [], isOver: isOver, outOfSight: outOfSight))
  }

  /// Lets go what was held back of the light, and characters, in the order of time.
  private mutating func letGo(_ characters: [DecodedCharacter]) {
    isKnown = true
    var rest = characters[...]
    for light in heldLights {
      while let next = rest.first, next.time + next.duration < light.time {
        ready.append(.character(next))
        rest.removeFirst()
      }
      ready.append(.light(light))
    }
    heldLights.removeAll()
    ready += rest.map(Report.character)
  }

  private mutating func weighDoubt() {
    guard isDoubted, !squelch.isOpen else { return }
    text.forget(beyond: Self.mostHeld)
    doubt = Doubt.weight(
      of: DecodedMessage(characters: text.waiting, evidence: 0), frame: interval.usual,
      swing: swing)
  }

  mutating func release() -> [Report] {
    if text.isWaiting {
      if squelch.isOpen {
        readAgain()
      } else {
        open(evidence: decoder.evidence, isOver: false)
      }
    }
    // The light itself is not in doubt any more: only the text waits.
    if isKnown { letGo([]) }
    if heldLights.count > Self.mostHeld { heldLights.removeFirst(heldLights.count - Self.mostHeld) }
    defer { ready.removeAll() }
    return ready
  }
}

import MorseCode
import Photometry

/// What a recording holds of one candidate, once the squelch has judged it.
struct RecordedLamp: Sendable {
  let events: [LightEvent]
  /// Only those that are Morse; none: it is no lamp.
  private(set) var messages: [DecodedMessage]
  let place: Place?
  /// All that was read, Morse or not.
  let read: [DecodedMessage]
  /// Which of the candidates it is.
  var index = 0
  /// How much brighter it is lit than unlit, in steps of luma; nil where that is not known.
  private(set) var swing: Double?
  /// The usual deviation of its samples, as a part of the swing.
  private let noise: Double
  private let prior: Double
  /// Whether it is clear of its noise, and hardly anything else goes on and off.
  private var isPlain = false
  /// What its place is likelier a lamp's than that (`Doubt.plainness`).
  private let plainness: Double
  /// Whether the squelch would have let one of its messages through.
  private let isMorse: Bool
  /// Whether it would have so beside another lamp, too.
  private let isCertain: Bool

  /// Reads a trace that has been judged as a whole.
  /// - Parameters:
  ///   - swing: Steps of luma that the light adds; nil where that is not known.
  ///   - outOfSight: When it was out of sight: signs that may be parts of others then are no text.
  ///   - isBusy: Whether much else goes on and off in the picture (`Recurrence.isBusy`).
  init(
    _ detection: Detector.Detection, options: ReceiverOptions, prior: Double, place: Place?,
    swing: Double? = nil, outOfSight: OutOfSight = OutOfSight(), isBusy: Bool = false
  ) {
    let isDoubted = prior < 0 && options.isSquelched
    let timing =
      isDoubted
      ? Doubt.believable(options.timing, swing: swing, prior: prior) : options.timing
    let keys = detection.samples.map(KeySample.init)
    let read = LateMarks.read(
      keys, lateness: detection.lateness, edges: detection.events.count, options: timing)
    let times = detection.samples.map(\.time)
    let interval = zip(times.dropFirst(), times).map { $0 - $1 }.median ?? 0
    let judged = outOfSight.joined(read) { message in
      guard prior < 0 else { return message }
      return DecodedMessage(
        characters: message.characters,
        evidence: Doubt.evidence(
          of: message, in: keys, frame: interval, swing: swing, isBusy: isBusy))
    }
    let stray = StrayMarks(detection.samples)
    let cut = isDoubted ? CutMark(from: times.first, detection.events, frame: interval) : nil
    let seen = judged.map { message in
      var seen = outOfSight.seen(message.characters).characters
      if let cut { seen = cut.removed(from: seen) }
      return DecodedMessage(
        characters: isDoubted ? stray.removed(from: seen) : seen, evidence: message.evidence)
    }
    let noise = keys.usualNoise
    let isPlain = !isBusy && [KeySample].isClear(noise: noise)
    let plainness =
      prior < 0
      ? judged.max { $0.evidence < $1.evidence }.map {
        Doubt.plainness(of: $0, frame: interval, swing: swing, isPlain: isPlain)
      } : nil
    self.init(
      detection.events, seen, options: options, prior: prior, plainness: plainness ?? 0,
      place: place, noise: noise, isBusy: isDoubted && isBusy)
    self.swing = swing
    self.isPlain = isPlain
  }

  /// Whether what was read is not a thousand times likelier no Morse, all places being equal.
  var isThinkable: Bool { read.contains { $0.evidence > -Squelch.caution } }

  private var isClear: Bool { [KeySample].isClear(noise: noise) }

  /// Reads edges that the input itself told.
  init(_ edges: [LightEvent], until end: Double, options: ReceiverOptions) {
    let read = TimingDecoder.read(
      edges.map { KeyEvent(time: $0.time, isDown: $0.isOn) }, until: end, options: options.timing)
    self.init(edges, read, options: options, prior: 0, plainness: 0, place: nil, noise: 0)
  }

  /// Whether this, of the same light but for what its levels say, is the better reading: where those say nothing it must be
  /// believed as if there were another lamp; else it must be likelier, and surer of as much.
  func isBetterRead(than plain: RecordedLamp) -> Bool {
    guard isMorse, !messages.isEmpty else { return false }
    if plain.messages.isEmpty { return isCertain }
    return odds > plain.odds && confidence > plain.confidence && 10 * marks > 9 * plain.marks
  }

  /// What is left when the squelch is off: where nothing is Morse, the strongest candidate alone.
  static func strongest(of lamps: [RecordedLamp]) -> [RecordedLamp] {
    let morse = lamps.filter { $0.isMorse }
    if !morse.isEmpty { return morse }
    return lamps.max { $0.odds < $1.odds }.map { [$0] } ?? []
  }

  private init(
    _ events: [LightEvent], _ read: [DecodedMessage], options: ReceiverOptions, prior: Double,
    plainness: Double, place: Place?, noise: Double, isBusy: Bool = false
  ) {
    self.noise = noise
    self.plainness = plainness
    let greatest = read.map(\.evidence).max() ?? -.infinity
    // The clearest message first: where one is Morse, the place is no longer one among many.
    var squelch = Squelch(prior: prior, isOff: !options.isSquelched)
    var doubting = squelch
    doubting.noteOther()
    // Where much else goes on and off, as shapes that pass, whatever is read must be as clear as what is read beside a lamp.
    if isBusy { squelch = doubting }
    isMorse = squelch.isMorse(evidence: greatest, plainness: plainness)
    isCertain = doubting.admits(evidence: greatest)
    if isMorse { squelch.admitPlace() }
    messages = read.filter { message in
      defer { squelch.endMessage() }
      return !message.characters.isEmpty && squelch.admits(evidence: message.evidence)
    }
    self.events = events
    self.place = place
    self.read = read
    self.prior = prior
  }

  /// Natural log of the odds that its clearest message is Morse, found in so many looks for lamps; nil where nothing was
  /// read.
  func clearestOdds(ofLooks looks: Double) -> Double? {
    read.map(\.evidence).max().map {
      $0 + prior + plainness - Squelch.caution(ofLooks: looks)
    }
  }

  private var firstLight: Double { messages.first?.characters.first?.time ?? .infinity }
  /// Marks that its messages hold.
  private var marks: Int { messages.flatMap(\.characters).reduce(0) { $0 + $1.code.count } }
  /// How likely it is to be a lamp, in log-odds: what its messages say, and how many places competed.
  private var odds: Double { messages.map(\.evidence).reduce(prior, +) }
  private var confidence: Double {
    let characters = messages.flatMap(\.characters)
    return characters.map(\.confidence).reduce(0, +) / Double(max(1, characters.count))
  }

  private var light: Reflection.Light {
    Reflection.Light(events: events, characters: messages.flatMap(\.characters))
  }

  /// Whether it is so faint beside another that it may be what a codec made of the other's light: where
  /// a bright lamp is switched, a codec rounds what is around it anew, by a step or two.
  private func mayBeRounding(of other: RecordedLamp) -> Bool {
    guard let swing, let bright = other.swing else { return false }
    return swing < 2.5 && 20 * swing < bright
  }

  /// The lamps, each once: of a lamp and its reflections the one that is read best.
  private static func apart(
    _ lamps: [RecordedLamp], beside witnesses: [RecordedLamp]
  ) -> [RecordedLamp] {
    var kept: [RecordedLamp] = []
    /// What each of them was read as, itself included.
    var readings: [[RecordedLamp]] = []
    for lamp in lamps.sorted(by: { $0.odds > $1.odds }) {
      if let known = kept.firstIndex(where: { Reflection.isSame(lamp.light, $0.light) }) {
        // Likelihood speaks for what is noisy and yet fits, but what is seen best is the lamp, unless it shows
        // only a part, or fits far worse. Where the likelier one is clear of its noise, that alone tells.
        if lamp.isMorse, !kept[known].isClear, 2 * lamp.noise < kept[known].noise,
          2 * lamp.marks > kept[known].marks, !lamp.fitsFarWorse(than: kept[known])
        {
          kept[known] = lamp
        }
        // Nor does what fits best, but is a part of what fits as Morse as a whole: other light that is told as the lamp's makes a
        // whole of the same marks, which fits far worse.
        if lamp.isMorse, lamp.marks > kept[known].marks, !lamp.fitsFarWorse(than: kept[known]),
          Reflection.isPart(kept[known].light, of: lamp.light)
        {
          kept[known] = lamp
        }
        if lamp.isMorse { readings[known].append(lamp) }
        continue
      }
      guard !kept.contains(where: lamp.mayBeRounding) else { continue }
      // A further lamp must be read beyond doubt where its light may come of another's.
      let isOwn = lamp.isPlain && kept.allSatisfy { Reflection.isOwn(lamp.light, beside: $0.light) }
      // That it alone were switched speaks for none beside another, unless its letters are nearly sure.
      let isLikely = lamp.odds >= 0 || lamp.confidence > Reflection.sureConfidence
      if kept.isEmpty
        || (isOwn && isLikely || lamp.isCertain) && lamp.confidence > Reflection.leastConfidence
      {
        kept.append(lamp)
        readings.append([lamp])
      }
    }
    for index in kept.indices {
      let better = witnesses.filter { $0.readsMore(than: kept[index]) }
      kept[index] = better.max { $0.odds < $1.odds } ?? kept[index]
    }
    return zip(kept, readings).map { $0.agreed(among: $1).voted(among: $1) }
  }

  /// Whether it is the same lamp's, likelier, and reads as much of it.
  private func readsMore(than lamp: RecordedLamp) -> Bool {
    isMorse && odds > lamp.odds && marks >= lamp.marks && Reflection.isSame(light, lamp.light)
  }

  /// Whether it is so much less likely than a likelier reading of the same light that it is no reading of it: by half.
  private func fitsFarWorse(than other: RecordedLamp) -> Bool {
    odds <= other.odds - 0.5 * abs(other.odds)
  }

  /// What most readings of this lamp agree on, the likeliest of these; itself where no other text was read more often, or
  /// those that were show less of it or fit far worse.
  private func agreed(among readings: [RecordedLamp]) -> RecordedLamp {
    func text(_ lamp: RecordedLamp) -> String { lamp.messages.map(\.text).joined(separator: "\n") }
    let alike = Dictionary(grouping: readings, by: text)
    let most = alike.values.map(\.count).max() ?? 0
    guard most > alike[text(self)]?.count ?? 0 else { return self }
    return alike.values.filter { $0.count == most }
      .compactMap { $0.max { $0.odds < $1.odds } }
      .filter { 10 * $0.marks > 9 * marks && !$0.fitsFarWorse(than: self) }
      .max { $0.odds < $1.odds } ?? self
  }

  /// The same with the letters that this and other readings of its light are surest of together (`ReadingVote`), but for those
  /// that fit far worse.
  func voted(among readings: [RecordedLamp]) -> RecordedLamp {
    let others = readings.filter { $0.isMorse && $0.read != read && !$0.fitsFarWorse(than: self) }
      .map { $0.messages.flatMap(\.characters) }
    guard !others.isEmpty else { return self }
    var voted = self
    voted.messages = messages.map {
      DecodedMessage(
        characters: ReadingVote($0.characters, among: others).characters, evidence: $0.evidence)
    }
    return voted
  }

  /// Seconds within which lamps begin together: a frame at 20 a second. What their edges say beyond it is
  /// noise, and would number the same lamps now so, now otherwise.
  private static let together = 0.05

  /// The lamps among `lamps`, by first light: the first is lamp 1. Those that begin together are numbered
  /// from left to right.
  /// - Parameter witnesses: Places that are no lamps of their own, but may have read one better.
  static func numbered(
    _ lamps: [RecordedLamp], beside witnesses: [RecordedLamp] = []
  ) -> [RecordedLamp] {
    var groups: [[RecordedLamp]] = []
    for lamp in apart(lamps, beside: witnesses).sorted(by: { $0.firstLight < $1.firstLight }) {
      if let first = groups.last?.first, lamp.firstLight < first.firstLight + together {
        groups[groups.count - 1].append(lamp)
      } else {
        groups.append([lamp])
      }
    }
    return groups.flatMap { group in
      group.sorted { ($0.place?.x ?? 0, $0.place?.y ?? 0) < ($1.place?.x ?? 0, $1.place?.y ?? 0) }
    }
  }

  /// All that was received of numbered lamps, in the order of time.
  static func received(_ numbered: [RecordedLamp]) -> [Received] {
    let timed = numbered.enumerated().flatMap { index, lamp in lamp.received(number: index + 1) }
    return timed.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element.received)
  }

  private func received(number: Int) -> [(time: Double, received: Received)] {
    var all = events.map { (time: $0.time, received: Received.light(lamp: number, $0)) }
    for message in messages {
      for character in message.characters {
        all.append((character.end, .character(lamp: number, character)))
      }
      if let whole = Message(message.characters, place: place) {
        let last = message.characters.last.map(\.end) ?? whole.end
        // The light may have gone off a little after the reading says so.
        let over = max(last, whole.end) + 1.2 / max(whole.wpm, 1)
        all.append((over, .message(lamp: number, whole)))
      }
    }
    return all
  }
}

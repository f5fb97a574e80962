/// Judges a lamp's brightness: light on, light off.
///
/// Stateful, fed sample by sample in order of time; `consume` returns what became certain.
public struct Detector: Sendable {
  /// Where the light counts as on.
  public enum Threshold: Hashable, Sendable {
    /// Between what the lamp shows unlit and lit.
    case auto
    /// At this level, on the scale on which the ambient is 100.
    case level(Double)
  }

  public struct Options: Hashable, Sendable {
    public var threshold: Threshold
    /// Seconds that a light may stay on before it is taken for the new ambient.
    public var recalibrateAfter: Double
    /// Samples at the beginning that say what the ambient is.
    public var calibrationFrames: Int

    public init(
      threshold: Threshold = .auto, recalibrateAfter: Double = 2, calibrationFrames: Int = 25
    ) {
      self.threshold = threshold
      self.recalibrateAfter = recalibrateAfter
      self.calibrationFrames = calibrationFrames
    }
  }

  /// What became certain.
  public struct Detection: Hashable, Sendable {
    public var samples: [LightSample]
    public var events: [LightEvent]
    /// Seconds by which marks may end late, where it looks so and nothing else explains it (`lateness` of the events).
    public var lateness: Double?

    public init(samples: [LightSample] = [], events: [LightEvent] = []) {
      self.samples = samples
      self.events = events
    }
  }

  /// Live, samples are judged so many seconds late, or 3 samples: the first light of a lamp is
  /// judged when it is known how bright it is. Events do not wait once it is known.
  private static let delay = 0.15
  /// Samples are held back for so many seconds while no lamp has been seen.
  private static let patience = 8.0
  /// Held back, and kept, at most.
  private static let mostHeld = 20_000
  /// Seconds that samples are kept to be judged again: the longest that a candidate is looked back at.
  private static let memory = 30.0

  public let options: Options
  private var tracker: LevelTracker
  var held: [BrightnessSample] = []
  var edges = EdgeFinder()
  var prompt = PromptEdges()
  /// The newest sample, judged by what is known so far; nil before the first.
  public internal(set) var latest: LightSample?
  var last = -Double.infinity
  private var lastLevels: TwoLevels?
  /// What came of late.
  var recent: [BrightnessSample] = []
  /// The least swing that any of it was judged by.
  var leastSwing = Double.infinity
  /// What the light does beside being switched, once that was found.
  var unsteady: UnsteadyLight?
  /// When that was looked for last; nil: not since it all began.
  private var lastLook: Double?
  /// Whether what was said so far stands.
  var isSettled = false

  public init(options: Options = Options()) {
    self.options = options
    tracker = LevelTracker(calibrationFrames: options.calibrationFrames)
  }

  /// Takes the next sample. One that is out of order, or not a number, is passed over.
  public mutating func consume(_ sample: BrightnessSample) -> Detection {
    guard sample.time.isFinite, sample.brightness.isFinite, sample.time > last else {
      return Detection()
    }
    last = sample.time
    tracker.consume(sample)
    held.append(sample)
    keep(sample)
    unsteady?.advance(sample)
    var detection = judge(takeDue(at: sample.time))
    let isKnown = knownLevels != nil
    let isWaiting = isKnown && !prompt.isPrompt
    let waiting = judgeNow(isWaiting || unsteady != nil ? held : [sample])
    guard let newest = waiting.last else { return detection }
    latest = newest
    detection.events = prompt.consume(
      newest, isKnown: isKnown, found: detection.events, late: edges,
      waiting: isWaiting ? waiting : [])
    return detection
  }

  private mutating func keep(_ sample: BrightnessSample) {
    recent.append(sample)
    guard let first = recent.first,
      sample.time - first.time > 2 * Detector.memory || recent.count > Detector.mostHeld
    else { return }
    let old = recent.firstIndex { $0.time >= sample.time - Detector.memory } ?? 0
    recent.removeFirst(max(recent.count / 2, old))
  }

  /// Whether the light swings so much now that what counted as lit before is nearer to unlit: that was
  /// noise, or what a codec makes of it, before the lamp was lit.
  public var isOutgrown: Bool {
    !isSettled && unsteady == nil && (tracker.levels?.swing ?? 0) > 2 * leastSwing
  }

  /// What was said so far stands.
  public mutating func settle() { isSettled = true }

  /// Seconds for which the last look for an unsteady light counts, and after which the first is worth while.
  private static let lookPatience = 4.0

  /// Whether it is known, as of the last few seconds, if the light is unsteady: a text should not be believed before.
  public var hasLookedForUnsteadiness: Bool {
    // A meter with rules of its own gives no samples to be looked at.
    guard options.threshold == .auto, !recent.isEmpty else { return true }
    return lastLook.map { last < $0 + Detector.lookPatience } ?? false
  }

  /// Whether it is time to look for an unsteady light, whatever is read: at first after a few seconds, then after half as
  /// long again as there were samples to look at; once one is known, as often as a lamp may change within a text.
  public var isLookDue: Bool {
    guard options.threshold == .auto, let begin = recent.first?.time else { return false }
    let since = lastLook ?? begin
    let rest = unsteady == nil ? 0.5 * (since - begin) : 2 * Detector.lookPatience
    return last - since > max(Detector.lookPatience, rest)
  }

  /// Looks whether the light glows on or its levels wander, in what came of late. Whether all that was said before
  /// is void, for that was found, or found anew: `judgeAgain` says it, unless what was said stands.
  public mutating func lookForUnsteadiness() -> Bool {
    lastLook = last
    let samples = recent.suffix(UnsteadyLight.most)
    // Of samples that come too fast there are too few to tell.
    guard
      samples.count == recent.count || last - (samples.first?.time ?? last) > UnsteadyLight.least
    else { return false }
    let found = UnsteadyLight(explaining: samples)
    guard isSettled else {
      defer { unsteady = found }
      return unsteady != nil || found != nil
    }
    guard let found else {
      if showsSteadiness { unsteady = nil }
      return false
    }
    unsteady = unsteady?.renewed(as: found) ?? found
    return false
  }

  /// Whether what came of late, which two levels explain, shows that what is known of an unsteady light is past: a lamp at
  /// two levels, or an ambient that has gone elsewhere while it was dark.
  private var showsSteadiness: Bool {
    if let levels = TwoLevels.fitWithoutBursts(recent.map(\.brightness)),
      levels.contrast > LevelTracker.clearContrast
    {
      return true
    }
    guard let now = tracker.levels, let known = unsteady?.levels else { return false }
    return abs(now.unlit - known.unlit) > 0.3 * known.swing
  }

  /// The held samples that need not wait any longer.
  mutating func takeDue(at time: Double) -> [BrightnessSample] {
    let wait = tracker.levels != nil || unsteady != nil ? Detector.delay : Detector.patience
    var ready = 0
    while ready < held.count - 3,
      held[ready].time <= time - wait || held.count - ready > Detector.mostHeld
    {
      ready += 1
    }
    guard ready > 0 else { return [] }
    defer { held.removeFirst(ready) }
    return Array(held[..<ready])
  }

  var knownLevels: TwoLevels? { unsteady?.levels ?? tracker.levels ?? lastLevels }

  /// Samples that come after those that were judged, by what is known so far.
  func judgeNow(_ samples: [BrightnessSample]) -> [LightSample] {
    var unsteady = unsteady
    let levels = knownLevels
    return samples.map { judged($0, by: &unsteady, or: levels) }
  }

  /// A sample judged by what is known of an unsteady light, or by two levels, if any.
  private func judged(
    _ sample: BrightnessSample, by unsteady: inout UnsteadyLight?, or levels: TwoLevels?
  ) -> LightSample {
    let unknown = TwoLevels(unlit: sample.brightness, lit: sample.brightness, deviation: 0)
    var judged =
      unsteady?.judge(sample, options.threshold)
      ?? Detector.judge(sample, levels ?? unknown, options.threshold, isKnown: levels != nil)
    if sample.uncertainty > 0 {
      judged.doubt(sample.uncertainty / max((unsteady?.levels ?? levels)?.swing ?? 0, 1e-12))
    }
    return judged
  }

  /// Where the light counts as on, on the scale on which the ambient is 100; nil before it is known.
  public var thresholdLevel: Double? {
    switch options.threshold {
    case .level(let level): level
    case .auto: knownLevels.map { $0.hasAmbient ? 50 * ($0.unlit + $0.lit) / $0.unlit : 150 }
    }
  }

  /// Ends the input.
  public mutating func finish() -> Detection {
    var rest = judge(held)
    rest.events = prompt.rest(rest.events)
    self = Detector(options: options)
    return rest
  }

  mutating func judge(_ due: [BrightnessSample], isAgain: Bool = false) -> Detection {
    var detection = Detection()
    var known = unsteady
    defer { unsteady = known }
    for sample in due {
      let levels = tracker.levels ?? lastLevels
      if let found = tracker.levels { lastLevels = found }
      leastSwing = min(leastSwing, levels?.swing ?? .infinity)
      let judged = judged(sample, by: &known, or: levels)
      detection.samples.append(judged)
      if let event = edges.consume(judged) { detection.events.append(event) }
      guard edges.isOn, sample.time - edges.since > options.recalibrateAfter else { continue }
      if isAgain {
        // Another light, or another ambient, than what is known now.
        detection = Detection()
      } else {
        detection.events.append(
          LightEvent(time: sample.time, isOn: false, level: judged.level))
        tracker.recalibrate(from: edges.since)
        lastLevels = nil
        known = nil
        leastSwing = .infinity
        let since = edges.since
        recent.removeAll { $0.time < since }
      }
      edges.turnOff(at: sample.time)
    }
    return detection
  }

  /// One sample between two levels.
  static func judge(
    _ sample: BrightnessSample, _ levels: TwoLevels, _ threshold: Threshold, isKnown: Bool
  ) -> LightSample {
    let hasAmbient = levels.hasAmbient
    let swing = max(levels.swing, 1e-12)
    let lit = min(1e6, max(-1e6, (sample.brightness - levels.unlit) / swing))
    let level = hasAmbient ? 100 * sample.brightness / levels.unlit : 100 + 100 * lit
    var judged = LightSample(
      time: sample.time, exposure: sample.exposure, level: level, lit: isKnown ? lit : 0,
      deviation: isKnown ? min(10, levels.deviation / swing) : 1)
    if isKnown, case .level(let on) = threshold {
      let middle = hasAmbient ? levels.unlit * (on / 100 - 1) / swing : on / 100 - 1
      judged.setMiddle(middle)
    }
    return judged
  }
}

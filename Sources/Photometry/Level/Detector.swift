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
  /// A recording is measured anew so many times at most: each looks at all that follows.
  private static let mostRecalibrations = 16
  /// Held back, and kept, at most.
  private static let mostHeld = 20_000
  /// Seconds that samples are kept to be judged again: the longest that a candidate is looked back at.
  private static let memory = 30.0

  public let options: Options
  private var tracker: LevelTracker
  private var held: [BrightnessSample] = []
  private var edges = EdgeFinder()
  private var prompt = PromptEdges()
  /// The newest sample, judged by what is known so far; nil before the first.
  public private(set) var latest: LightSample?
  private var last = -Double.infinity
  private var lastLevels: TwoLevels?
  /// What came so far; nil once what was said of it stands.
  private var recent: [BrightnessSample]? = []
  /// The least swing that any of it was judged by.
  private var leastSwing = Double.infinity

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
    var detection = judge(takeDue(at: sample.time))
    let newest = judgeNow(sample)
    latest = newest
    let isKnown = knownLevels != nil
    let waiting = isKnown && !prompt.isPrompt ? held.map(judgeNow) : []
    detection.events = prompt.consume(
      newest, isKnown: isKnown, found: detection.events, late: edges, waiting: waiting)
    return detection
  }

  private mutating func keep(_ sample: BrightnessSample) {
    recent?.append(sample)
    guard let kept = recent, let first = kept.first,
      sample.time - first.time > 2 * Detector.memory || kept.count > Detector.mostHeld
    else { return }
    recent?.removeFirst(
      max(kept.count / 2, kept.firstIndex { $0.time >= sample.time - Detector.memory } ?? 0))
  }

  /// Whether the light swings so much now that what counted as lit before is nearer to unlit: that was
  /// noise, or what a codec makes of it, before the lamp was lit.
  public var isOutgrown: Bool {
    recent != nil && (tracker.levels?.swing ?? 0) > 2 * leastSwing
  }

  /// Judges the last half minute once more, by what is known now; all that was said before is void.
  public mutating func judgeAgain() -> Detection {
    held = recent ?? []
    edges = EdgeFinder()
    prompt = PromptEdges()
    leastSwing = .infinity
    var detection = judge(takeDue(at: last), isAgain: true)
    detection.events = prompt.rest(detection.events)
    return detection
  }

  /// What was said so far stands: nothing is kept to be judged again.
  public mutating func settle() { recent = nil }

  /// The held samples that need not wait any longer.
  private mutating func takeDue(at time: Double) -> [BrightnessSample] {
    let wait = tracker.levels != nil ? Detector.delay : Detector.patience
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

  private var knownLevels: TwoLevels? { tracker.levels ?? lastLevels }

  private func judgeNow(_ sample: BrightnessSample) -> LightSample {
    Detector.judge(
      sample,
      knownLevels ?? TwoLevels(unlit: sample.brightness, lit: sample.brightness, deviation: 0),
      options.threshold, isKnown: knownLevels != nil)
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

  private mutating func judge(_ due: [BrightnessSample], isAgain: Bool = false) -> Detection {
    var detection = Detection()
    for sample in due {
      let levels = tracker.levels ?? lastLevels
      let isKnown = tracker.levels != nil || lastLevels != nil
      if let found = tracker.levels { lastLevels = found }
      leastSwing = min(leastSwing, levels?.swing ?? .infinity)
      let judged = Detector.judge(
        sample, levels ?? TwoLevels(unlit: sample.brightness, lit: sample.brightness, deviation: 0),
        options.threshold, isKnown: isKnown)
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
        leastSwing = .infinity
        let since = edges.since
        recent?.removeAll { $0.time < since }
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

  /// Judges a recording, looking at the whole of it. Samples that come more often than its afterglow, if
  /// it has one, can be followed are taken together.
  public static func judge(_ trace: [BrightnessSample], options: Options = Options()) -> Detection {
    var clean: [BrightnessSample] = []
    clean.reserveCapacity(trace.count)
    for sample in trace where sample.time.isFinite && sample.brightness.isFinite {
      if let last = clean.last, sample.time <= last.time { continue }
      clean.append(sample)
    }
    var found = Afterglow.found(in: clean[...])
    if let glow = found {
      if glow.together > 1 { clean = Afterglow.taken(clean[...], together: glow.together) }
      // Levels that wander look like a light that glows on for long.
      if let wandering = LevelCourse(clean[...])?.logLikelihood,
        wandering > glow.glow.logLikelihood
      {
        found = nil
      }
    }
    var detection = Detection()
    var begin = 0
    var recalibrations = 0
    while begin < clean.count {
      recalibrations += 1
      let next = judge(
        clean[begin...], options, found?.glow, mayRecalibrate: recalibrations <= mostRecalibrations,
        into: &detection)
      guard next > begin else { break }
      begin = next
    }
    return detection
  }

  /// Judges until a light stays on for too long, or to the end; returns where to go on.
  private static func judge(
    _ trace: ArraySlice<BrightnessSample>, _ options: Options, _ glow: Afterglow?,
    mayRecalibrate: Bool, into detection: inout Detection
  ) -> Int {
    guard let course = LevelCourse(trace) else {
      for sample in trace {
        detection.samples.append(
          LightSample(
            time: sample.time, exposure: sample.exposure, level: 100, lit: 0, deviation: 1))
      }
      return trace.endIndex
    }
    let first = detection.samples.count
    var edges = EdgeFinder()
    var hint = 0
    var undoing = glow.map(Afterglow.Undoing.init)
    for index in trace.indices {
      let sample = trace[index]
      let levels = course.levels(at: sample.time, hint: &hint)
      let judged =
        undoing?.judge(sample, options.threshold)
        ?? judge(sample, levels, options.threshold, isKnown: true)
      detection.samples.append(judged)
      if let event = edges.consume(judged) { detection.events.append(event) }
      guard edges.isOn, sample.time - edges.since > options.recalibrateAfter else { continue }
      // Not a mark: the new ambient. It is off from where it came on.
      let start = edges.since
      if let event = detection.events.last, event.isOn { detection.events.removeLast() }
      var back = detection.samples.count
      while back > first, detection.samples[back - 1].time >= start { back -= 1 }
      let kept = max(1, back - first)
      for index in first + kept..<detection.samples.count {
        detection.samples[index].lit = 0
      }
      edges.turnOff(at: sample.time)
      guard mayRecalibrate, trace.endIndex - index > options.calibrationFrames else { continue }
      return index + 1
    }
    return trace.endIndex
  }
}

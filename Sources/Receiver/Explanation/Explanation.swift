import MorseCode
import Photometry

/// What was found in a recording, and why nothing, or nonsense, was received.
public struct Explanation: Sendable {
  /// What was looked at, one fact each.
  public let facts: [String]
  /// The reasons, the weightiest first; none where all is well.
  public let causes: [Cause]

  /// - Parameters:
  ///   - findings: lamps by number first, then the other places, the likeliest first.
  ///   - survey: what the pictures are like; nil for a trace.
  public init(findings: [Finding], survey: PictureSurvey?, options: ReceiverOptions) {
    let lamps = findings.filter { $0.lamp != nil }
    facts = Self.facts(findings, survey, lamps)
    causes =
      lamps.isEmpty
      ? [Self.reason(for: findings, survey, options)] : Self.doubts(about: lamps, options)
  }

  /// All of it, a line each.
  public var lines: [String] {
    facts + causes.flatMap { ["why: \($0.statement)", "try: \($0.advice)"] }
  }

  private static func facts(
    _ findings: [Finding], _ survey: PictureSurvey?, _ lamps: [Finding]
  ) -> [String] {
    var facts: [String] = []
    if let survey, survey.count > 1 {
      facts.append(
        "looked at \(survey.count) pictures in \(Cause.text(survey.seconds, 1)) s (\(Cause.text(Double(survey.count - 1) / max(survey.seconds, 1e-3), 1)) a second), of a mean brightness of \(Cause.text(survey.usualLuma, 0)) of 255; \(findings.count) \(findings.count == 1 ? "place" : "places") examined"
      )
    } else if let samples = findings.first?.samples, let first = samples.first,
      let last = samples.last, last.time > first.time
    {
      facts.append(
        "looked at \(samples.count) samples in \(Cause.text(last.time - first.time, 1)) s (\(Cause.text(Double(samples.count - 1) / (last.time - first.time), 1)) a second)"
      )
    }
    for lamp in lamps { facts.append(fact(about: lamp)) }
    if lamps.isEmpty { facts.append("nothing received") }
    return facts
  }

  private static func fact(about lamp: Finding) -> String {
    let figures = SwitchingFigures(lamp)
    var parts = ["lamp \(lamp.lamp ?? 0)"]
    if let place = lamp.place {
      parts[0] += " at \(Int(place.x.rounded())),\(Int(place.y.rounded()))"
    }
    if let unlit = figures.unlit, let lit = figures.lit, let contrast = figures.contrast {
      parts.append(
        "level \(Cause.text(unlit, 0)) unlit and \(Cause.text(lit, lit < 110 ? 1 : 0)) lit, \(contrast < 100 ? Cause.text(contrast, 0) : "over 100") times the noise"
      )
    }
    parts.append("\(figures.flashes) flashes")
    let speed = speed(of: lamp)
    if speed > 0 {
      let dot = 1.2 / speed
      let frames = figures.interval.map { ", \(Cause.text(dot / max($0, 1e-6), 1)) samples" } ?? ""
      parts.append(
        "\(Cause.text(speed, 1)) WPM (a dot is \(Cause.text(dot * 1000, 0)) ms\(frames))")
    }
    parts.append("\(Cause.text(100 * confidence(of: lamp), 0)) % sure")
    return parts.joined(separator: ", ")
  }

  private static func speed(of finding: Finding) -> Double {
    finding.characters.filter { !$0.code.isEmpty }.map(\.wpm).median ?? 0
  }

  private static func confidence(of finding: Finding) -> Double {
    let signs = finding.characters.filter { !$0.code.isEmpty }
    return signs.map(\.confidence).reduce(0, +) / Double(max(1, signs.count))
  }

  /// Of what was received: what speaks against it.
  private static func doubts(about lamps: [Finding], _ options: ReceiverOptions) -> [Cause] {
    var causes: [Cause] = []
    for lamp in lamps where confidence(of: lamp) < 0.9 {
      let figures = SwitchingFigures(lamp)
      causes.append(.unsure(confidence: confidence(of: lamp)))
      causes += weaknesses(figures)
    }
    return causes
  }

  /// What makes a light hard to read, whatever it sends.
  private static func weaknesses(_ figures: SwitchingFigures) -> [Cause] {
    if let contrast = figures.contrast, contrast < 4 { return [.faint(contrast: contrast)] }
    if figures.isTooShort, let interval = figures.interval {
      return [
        .shorterThanFrames(
          mark: figures.usualMark, interval: interval, partial: figures.partial)
      ]
    }
    return []
  }

  private static func reason(
    for findings: [Finding], _ survey: PictureSurvey?, _ options: ReceiverOptions
  ) -> Cause {
    let samples = survey?.count ?? findings.first?.samples.count ?? 0
    let length = findings.first.map { ($0.samples.last?.time ?? 0) - ($0.samples.first?.time ?? 0) }
    let seconds = survey?.seconds ?? length ?? 0
    let isKeyed = survey == nil && findings.first?.samples.isEmpty == true
    // The least that the search for lamps, and a letter, need.
    if !isKeyed, samples < 20 || seconds < 1.5 {
      return .tooShort(samples: samples, seconds: max(0, seconds))
    }
    let switching = findings.map { ($0, SwitchingFigures($0)) }.filter { $0.1.flashes > 0 }
    if let survey, switching.isEmpty || survey.whiteShare > 0.8 {
      if survey.whiteShare > 0.5 { return .saturated(share: survey.whiteShare) }
      if survey.usualLuma < 1.5, survey.greatestChange < 5 { return .dark(luma: survey.usualLuma) }
    }
    if case .level(let threshold) = options.detector.threshold,
      let cause = belowThreshold(findings, threshold)
    {
      return cause
    }
    let limit = options.detector.recalibrateAfter
    func litTooLong(_ figures: [SwitchingFigures]) -> Cause? {
      figures.first { $0.contrast ?? 0 >= 4 && $0.longestLit > limit }
        .map { .litTooLong(longest: $0.longestLit, limit: limit) }
    }
    if let cause = litTooLong(findings.prefix(1).map(SwitchingFigures.init)) { return cause }
    guard let (finding, figures) = switching.first(where: { !$0.1.isNoise }) else {
      return elsewhere(survey, options)
        ?? .noLampSwitched(samples: samples, seconds: seconds, change: survey?.greatestChange)
    }
    let cause = reason(for: finding, figures, options)
    // What flashed a few times may be what another place's long light did beside it.
    if case .tooFew = cause, let long = litTooLong(findings.map(SwitchingFigures.init)) {
      return long
    }
    return cause
  }

  /// Nothing switched where it was looked for; but perhaps it was looked for at the wrong place.
  private static func elsewhere(_ survey: PictureSurvey?, _ options: ReceiverOptions) -> Cause? {
    guard let survey else { return nil }
    if let region = options.region.map(options.orientation.stored),
      let within = survey.greatestChange(within: region, isWithin: true),
      let beyond = survey.greatestChange(within: region, isWithin: false),
      // Noise's extremes are much the same everywhere.
      beyond.change > 2 * within.change
    {
      let place = options.orientation.shown(x: beyond.x, y: beyond.y)
      return .outsideRegion(
        within: within.change, change: beyond.change, x: place.x, y: place.y)
    }
    return options.meter == .frame ? .smallForPicture(change: survey.greatestChange) : nil
  }

  private static func belowThreshold(_ findings: [Finding], _ threshold: Double) -> Cause? {
    let reached = findings.flatMap { finding -> [Double] in
      let levels = finding.samples.map(\.level).sorted()
      // One sample in fifty: a lamp is lit for longer.
      return levels.isEmpty ? [] : [levels[levels.count - 1 - levels.count / 50]]
    }.max()
    guard let reached, reached < threshold else { return nil }
    return .belowThreshold(reached: reached, threshold: threshold)
  }

  /// Why a light that went on and off was not received.
  private static func reason(
    for finding: Finding, _ figures: SwitchingFigures, _ options: ReceiverOptions
  ) -> Cause {
    if let weakness = weaknesses(figures).first { return weakness }
    if let cause = otherSpeed(finding, options) { return cause }
    if let period = figures.period { return .even(flashes: figures.flashes, period: period) }
    if figures.flashes < 6 { return .tooFew(flashes: figures.flashes) }
    return .notMorse(
      flashes: figures.flashes, seconds: figures.seconds, shortest: figures.marks.first ?? 0,
      longest: figures.marks.last ?? 0, odds: finding.odds,
      frame: figures.interval.flatMap { (figures.marks.first ?? 0) <= 1.5 * $0 ? $0 : nil })
  }

  /// Reads it again at any speed, where one was given.
  private static func otherSpeed(_ finding: Finding, _ options: ReceiverOptions) -> Cause? {
    let usual = TimingDecoder.Options()
    guard options.timing.speeds != usual.speeds else { return nil }
    var timing = options.timing
    timing.speeds = usual.speeds
    let read =
      finding.samples.isEmpty
      ? TimingDecoder.read(
        finding.events.map { KeyEvent(time: $0.time, isDown: $0.isOn) },
        until: finding.events.last?.time ?? 0, options: timing)
      : TimingDecoder.read(finding.samples.map(KeySample.init), options: timing)
    guard let best = read.max(by: { $0.evidence < $1.evidence }), best.evidence > 0 else {
      return nil
    }
    guard let wpm = best.characters.filter({ !$0.code.isEmpty }).map(\.wpm).median,
      !options.timing.speeds.contains(wpm)
    else { return nil }
    return .otherSpeed(wpm: wpm, text: best.text)
  }
}

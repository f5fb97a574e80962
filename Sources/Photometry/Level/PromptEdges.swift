/// Tells edges with the very sample that shows them, though samples are judged late for the decoder.
///
/// Once the levels are known and have settled, an edge needs no more than them. Until then edges
/// are told as the late judgement finds them; none is told twice.
struct PromptEdges: Sendable {
  /// Seconds that new levels are given: a fit and the next.
  private static let settling = 0.3

  /// Of the samples as they arrive; nil while the levels are unknown or fresh.
  private var finder: EdgeFinder?
  private var knownSince: Double?
  /// Up to here everything was told.
  private var told = -Double.infinity
  /// As it was told last.
  private var isOn = false

  /// Whether edges are told at once.
  var isPrompt: Bool { finder != nil }

  /// Takes the sample that has just come, judged at once, and what the late judgement has just
  /// found; returns what is to be told.
  ///
  /// `late`: where the late judgement stands; `waiting`: the samples that wait for it, of no interest
  /// while edges are told at once.
  mutating func consume(
    _ sample: LightSample, isKnown: Bool, found: [LightEvent], late: EdgeFinder,
    waiting: [LightSample]
  ) -> [LightEvent] {
    // While edges are told at once, the late findings are known already.
    var events = isKnown && finder != nil ? [] : news(found)
    guard isKnown else {
      // The levels were given up: what is on by them is off.
      if finder?.isOn == true {
        events += news([LightEvent(time: sample.time, isOn: false, level: sample.level)])
        told = sample.time
      }
      finder = nil
      knownSince = nil
      return events
    }
    if finder != nil {
      events += news(finder?.consume(sample).map { [$0] } ?? [])
      told = sample.time
      return events
    }
    let since = knownSince ?? sample.time
    knownSince = since
    guard sample.time - since >= PromptEdges.settling else { return events }
    var fresh = late
    for sample in waiting {
      if let event = fresh.consume(sample) { events += news([event]) }
    }
    finder = fresh
    told = sample.time
    return events
  }

  /// Goes on from where `finder` stands, now that all up to `sample` was judged anew: what was told stands, but for how it is
  /// now.
  mutating func resume(_ finder: EdgeFinder, at sample: LightSample) -> [LightEvent] {
    self.finder = finder
    knownSince = knownSince ?? sample.time
    told = sample.time
    guard finder.isOn != isOn else { return [] }
    isOn = finder.isOn
    return [LightEvent(time: sample.time, isOn: isOn, level: sample.level)]
  }

  /// What of `found` was not told yet and says something new.
  private mutating func news(_ found: [LightEvent]) -> [LightEvent] {
    var events: [LightEvent] = []
    for event in found where event.time > told && event.isOn != isOn {
      isOn = event.isOn
      events.append(event)
    }
    return events
  }

  /// What of the last findings was not told yet.
  mutating func rest(_ found: [LightEvent]) -> [LightEvent] { news(found) }
}

/// What came of late, judged once more.
extension Detector {
  /// Judges what came of late once more, by what is known now; all that was said before is void.
  public mutating func judgeAgain() -> Detection {
    held = recent
    edges = EdgeFinder()
    prompt = PromptEdges()
    leastSwing = .infinity
    unsteady?.restart()
    var detection = judge(takeDue(at: last), isAgain: true)
    detection.events = prompt.rest(detection.events)
    return detection
  }

  /// Another light passed over the lamp: what came of late was this without it. What is told already stands.
  public mutating func correct(_ covered: [LampFinder.CoveredSample]) {
    let known = Dictionary(covered.map { ($0.time, $0) }) { $1 }
    for index in recent.indices {
      guard let other = known[recent[index].time] else { continue }
      recent[index].brightness = other.brightness
      recent[index].uncertainty = other.uncertainty
    }
  }

  /// The light is read in another way from now on, as which it was `samples` so far. Returns these, judged, and at least as
  /// far as those of before were; edges that were told stand.
  public mutating func readAnew(_ samples: [BrightnessSample]) -> Detection {
    var anew = Detector(options: options)
    for sample in samples { _ = anew.consume(sample) }
    if unsteady != nil { _ = anew.lookForUnsteadiness() }
    // A reading that shows no lamp says nothing of this one.
    guard anew.knownLevels != nil else { return Detection() }
    var detection = anew.judgeAgain()
    let judged = held.first?.time ?? .infinity
    let due = anew.held.prefix { $0.time < judged }
    anew.held.removeFirst(due.count)
    detection.samples += anew.judge(Array(due)).samples
    detection.events = []
    anew.prompt = prompt
    anew.isSettled = isSettled
    let waiting = anew.judgeNow(anew.held)
    var finder = anew.edges
    for sample in waiting { _ = finder.consume(sample) }
    if let newest = waiting.last ?? detection.samples.last {
      anew.latest = newest
      detection.events = anew.prompt.resume(finder, at: newest)
    }
    self = anew
    return detection
  }
}

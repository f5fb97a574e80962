extension Detector {
  /// A recording is measured anew so many times at most: each looks at all that follows.
  private static let mostRecalibrations = 16

  /// Judges a recording, looking at the whole of it. Samples that come more often than its afterglow, if
  /// it has one, can be followed are taken together.
  public static func judge(_ trace: [BrightnessSample], options: Options = Options()) -> Detection {
    var clean: [BrightnessSample] = []
    clean.reserveCapacity(trace.count)
    for sample in trace where sample.time.isFinite && sample.brightness.isFinite {
      if let last = clean.last, sample.time <= last.time { continue }
      clean.append(sample)
    }
    let found = Afterglow.found(in: clean[...])
    if let together = found?.together, together > 1 {
      clean = Afterglow.taken(clean[...], together: together)
    }
    let glow = found.flatMap { $0.glow.isLikelier(than: LevelCourse(clean[...])) ? $0.glow : nil }
    var detection = Detection()
    var begin = 0
    var recalibrations = 0
    while begin < clean.count {
      recalibrations += 1
      let next = judge(
        clean[begin...], options, glow, mayRecalibrate: recalibrations <= mostRecalibrations,
        into: &detection)
      guard next > begin else { break }
      begin = next
    }
    // Where something hides the foot of its fading, none is found.
    if glow?.comesAtOnce ?? true { detection.lateness = detection.events.lateness }
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
    var doubted = 0.0
    var undoing = glow.map(Afterglow.Undoing.init)
    for index in trace.indices {
      let sample = trace[index]
      let levels = course.levels(at: sample.time, hint: &hint)
      var judged =
        undoing?.judge(sample, options.threshold)
        ?? judge(sample, levels, options.threshold, isKnown: true)
      if sample.uncertainty > 0 { judged.doubt(sample.uncertainty / max(levels.swing, 1e-12)) }
      detection.samples.append(judged)
      if let event = edges.consume(judged) { detection.events.append(event) }
      // Whatever covers a lamp does not make it shine for longer.
      if !edges.isOn { doubted = 0 }
      if edges.isOn, sample.uncertainty == .infinity, index > trace.startIndex {
        doubted += sample.time - trace[index - 1].time
      }
      guard edges.isOn, sample.time - edges.since - doubted > options.recalibrateAfter else {
        continue
      }
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

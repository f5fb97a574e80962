import Photometry

/// A place of a recording that is followed, with all that was seen of it.
struct RecordedPlace: Sendable {
  var place: Place?
  var prior: Double
  /// One after another, as the place was found, lost and found again: each with levels of its own.
  var traces: [LampTrace] = []
  var judged = Detector.Detection(samples: [], events: [])

  mutating func append(_ sample: BrightnessSample) {
    guard let last = traces.indices.last else { return }
    traces[last].append(sample)
  }

  /// Takes back what it gave from `time` on, as the place proved to be no lamp; what it gave before, unless that lasted
  /// longer, is no better.
  mutating func dismiss(since time: Double) {
    guard let last = traces.indices.last, let span = traces[last].span else { return }
    let isBrief = time - span.lowerBound < span.upperBound - time
    end(at: time)
    if isBrief { traces.removeLast() }
  }

  /// Forgets what it gave from `time` on.
  mutating func end(at time: Double) {
    for index in traces.indices { traces[index].end(at: time) }
  }

  mutating func reread(_ samples: [BrightnessSample]) {
    guard let last = traces.indices.last, let begin = samples.first?.time else { return }
    traces[last].end(at: begin)
    for sample in samples { traces[last].append(sample) }
  }

  /// What it was while another light passed over it.
  mutating func cover(_ samples: [LampFinder.CoveredSample]) {
    guard let last = traces.indices.last else { return }
    for sample in samples { traces[last].replace(sample) }
  }

  /// How much brighter it is lit than unlit, in steps of luma; nil where it was never seen so.
  func swing(_ detection: Detector.Detection) -> Double? {
    guard let samples = traces.last?.samples else { return nil }
    var sums = [0.0, 0.0]
    var counts = [0.0, 0.0]
    for (sample, judged) in zip(samples.reversed(), detection.samples.reversed()) {
      let side = judged.lit > 0.5 ? 1 : 0
      sums[side] += sample.brightness
      counts[side] += 1
    }
    guard counts[0] > 0, counts[1] > 0 else { return nil }
    return sums[1] / counts[1] - sums[0] / counts[0]
  }

  /// When it was out of sight.
  var outOfSight: OutOfSight {
    var outOfSight = OutOfSight()
    for trace in traces {
      for sample in trace.samples { outOfSight.consume(sample) }
    }
    return outOfSight
  }

  /// The same with marks that are all as high (`evened`); nil where they are so already in each trace, or nobody can tell.
  var evened: RecordedPlace? { with { $0.evened() } }

  /// The same with light that is told by how quiet the dark is (`capped`); nil where it is not, or the levels tell in each trace.
  var capped: RecordedPlace? { with { $0.capped() } }

  private func with(
    _ change: ([BrightnessSample]) -> [BrightnessSample]?
  ) -> RecordedPlace? {
    guard judged.samples.isEmpty else { return nil }
    var changed = self
    var isChanged = false
    for index in traces.indices {
      guard let samples = change(traces[index].samples.map(\.self)) else { continue }
      changed.traces[index] = LampTrace()
      for sample in samples { changed.traces[index].append(sample) }
      isChanged = true
    }
    return isChanged ? changed : nil
  }

  /// All of it judged; what a later trace covers is taken from there.
  func detection(_ options: Detector.Options) -> Detector.Detection {
    guard judged.samples.isEmpty else { return judged }
    var whole = Detector.Detection()
    for trace in traces {
      let part = Detector.judge(trace.samples, options: options)
      guard let begin = part.samples.first?.time else { continue }
      whole.end(at: begin)
      whole.samples += part.samples
      whole.events += part.events
      // Of several the levels differ, and what they make of the light.
      whole.lateness = traces.count == 1 ? part.lateness : nil
    }
    return whole
  }
}

extension Detector.Detection {
  /// Forgets what was judged from `time` on; a light that was on then is off.
  fileprivate mutating func end(at time: Double) {
    samples.removeAll { $0.time >= time }
    events.removeAll { $0.time >= time }
    if let last = events.last, last.isOn {
      events.append(LightEvent(time: time, isOn: false, level: last.level))
    }
  }
}

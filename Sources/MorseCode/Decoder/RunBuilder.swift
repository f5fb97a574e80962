/// Cuts samples of a key into runs of light and dark, each with its evidence.
///
/// It cuts too often rather than too rarely: a single frame that stands out, though it does not
/// reach the middle, is a run of its own with evidence against it, and the search decides.
struct RunBuilder: Sendable {
  private struct Sample {
    var time: Double
    var down: Double
    var deviation: Double
    var isDown: Bool
    var isGiven = false
    var isWeak = false
  }

  /// The samples of the run under way, the newest one not yet judged.
  private var newest: Sample?
  private var before: Sample?
  private var start = 0.0
  private var own = 0.0
  private var other = 0.0
  private var length = 0
  /// Evidence of the newest sample of the run, which counts less if the run ends there.
  private var lastGain = (own: 0.0, other: 0.0)
  private var frames = FrameDistance()
  private var shutter: ShutterEstimate
  private var startVariance = 0.0

  /// `shutter`: what is known of it beforehand.
  init(shutter: ShutterEstimate = ShutterEstimate()) { self.shutter = shutter }

  /// What the edges so far have said of the shutter.
  var shutterPart: Double { shutter.part }

  /// Seconds between samples.
  var frame: Double { frames.seconds }
  /// The noise of `down`, of the newest samples.
  private(set) var deviation = 0.03

  /// The run under way: whether light or dark, and since when.
  var underWay: (isDown: Bool, start: Double)? {
    guard let before else { return nil }
    return (before.isWeak ? !before.isDown : before.isDown, start)
  }

  /// `isDown`: where it is known from more than the sample.
  mutating func consume(_ sample: KeySample, isDown: Bool? = nil) -> Run? {
    guard sample.time.isFinite, sample.down.isFinite else { return nil }
    let down = min(3, max(-2, sample.down))
    if let newest, sample.time <= newest.time { return nil }
    if let newest { frames.consume(sample.time - newest.time) }
    let noise = max(0.03, sample.deviation.isFinite ? min(1, sample.deviation) : 1)
    deviation = noise
    let next = Sample(
      time: sample.time, down: down, deviation: noise, isDown: isDown ?? (down > 0.5),
      isGiven: isDown != nil)
    defer { newest = next }
    guard let middle = newest else { return nil }
    return judge(middle, next)
  }

  mutating func finish() -> [Run] {
    var runs: [Run] = []
    if let middle = newest {
      if let run = judge(middle, middle) { runs.append(run) }
      newest = nil
    }
    if let before {
      let end = Edge(time: before.time + frame / 2, variance: frame * frame / 12)
      runs.append(close(at: end, isDown: label(before)))
    }
    before = nil
    return runs
  }

  private func label(_ sample: Sample) -> Bool { sample.isWeak != sample.isDown }

  /// Judges `middle`, knowing the samples beside it; returns the run that ended before it.
  private mutating func judge(_ middle: Sample, _ next: Sample) -> Run? {
    var sample = middle
    guard let before else {
      start = sample.time - frame / 2
      startVariance = frame * frame / 12
      begin(sample)
      return nil
    }
    // Against a neighbour as well as the level: where the lamp has become dimmer since the level was
    // measured, a ripple of its light is no gap.
    let threshold = max(0.15, 3.5 * sample.deviation)
    if sample.isGiven {
      // Its neighbours have been heard already.
    } else if !sample.isDown, !before.isDown, !next.isDown, sample.down > threshold,
      sample.down > max(0, min(before.down, next.down)) + threshold,
      sample.down >= before.down, sample.down > next.down
    {
      sample.isWeak = true
    } else if sample.isDown, before.isDown, next.isDown, sample.down < 1 - threshold,
      sample.down < min(1, max(before.down, next.down)) - threshold,
      sample.down <= before.down, sample.down < next.down
    {
      sample.isWeak = true
    }
    if label(sample) == label(before) {
      add(sample)
      self.before = sample
      return nil
    }
    var edge = edge(between: before, and: sample)
    edge.time = max(start + 1e-4, edge.time)
    let run = close(at: edge, isDown: label(before))
    start = edge.time
    startVariance = edge.variance
    begin(sample)
    return run
  }

  /// When the key moved between two samples of different state.
  private mutating func edge(between before: Sample, and sample: Sample) -> Edge {
    if before.isWeak { return edge(of: before, isDown: label(before), isEnd: true) }
    if sample.isWeak { return edge(of: sample, isDown: label(sample), isEnd: false) }
    return shutter.consume(
      ShutterEstimate.Side(time: before.time, down: before.down, deviation: before.deviation),
      ShutterEstimate.Side(time: sample.time, down: sample.down, deviation: sample.deviation),
      rises: label(sample), frame: frame)
  }

  /// Of a mark or gap within one sample the length is known better than the place.
  private func edge(of sample: Sample, isDown: Bool, isEnd: Bool) -> Edge {
    let length = frame * max(0.02, isDown ? sample.down : 1 - sample.down)
    let unknown = frame - shutter.part * length
    return Edge(
      time: sample.time + (isEnd ? length : -length) / 2, variance: unknown * unknown / 12)
  }

  private mutating func begin(_ sample: Sample) {
    length = 0
    own = 0
    other = 0
    before = sample
    add(sample)
  }

  private mutating func add(_ sample: Sample) {
    let q = sample.deviation
    let scale = -naturalLogarithm(q) - halfLogarithmOfTwoPi
    let up = max(-sample.down * sample.down / (2 * q * q), -60) + scale
    let downOff = sample.down - 1
    let down = max(-downOff * downOff / (2 * q * q), -60) + scale
    let part = partial(sample)
    let isDown = label(sample)
    var gain = (own: isDown ? down : up, other: isDown ? up : down)
    if sample.isWeak {
      own += part
      other += outlying(gain.other - scale) + scale
      lastGain = (0, 0)
      length += 1
      return
    }
    // The frame at either end of a run may have been lit for a part of its exposure.
    let edge = logarithmOfSum(gain.own, part - 1)
    if length == 0 {
      gain.own = edge
      lastGain = (0, 0)
    } else {
      lastGain = (edge - gain.own, 0)
    }
    own += gain.own
    other += gain.other
    length += 1
  }

  /// log of the contaminated normal density (Tukey, "A survey of sampling from contaminated distributions", 1960), by the
  /// logarithm of the normal's, both but for the same constant: one value in twenty has three times the deviation.
  ///
  /// A run of one frame was taken for one because it stood out from hundreds: air, codecs and sensors make such, too.
  private func outlying(_ normal: Double) -> Double {
    logarithmOfSum(normal + naturalLogarithm(0.95), normal / 9 + naturalLogarithm(0.05 / 3))
  }

  /// log density of a sample that was lit for any part of its exposure.
  private func partial(_ sample: Sample) -> Double {
    let root = sample.deviation * 1.414_213_562
    let density =
      0.5 * (errorFunction(sample.down / root) - errorFunction((sample.down - 1) / root))
    return naturalLogarithm(max(1e-30, density))
  }

  private mutating func close(at end: Edge, isDown: Bool) -> Run {
    let odds = min(60, max(-60, own + lastGain.own - other))
    return Run(
      start: start, end: end.time, isDown: isDown, logOdds: isDown ? odds : -odds,
      startVariance: startVariance, endVariance: end.variance)
  }
}

/// The usual distance of samples, whatever is missing among them: the median of the last few.
struct FrameDistance: Sendable {
  private var recent: [Double] = []
  private var next = 0
  private(set) var seconds = 1.0 / 30

  mutating func consume(_ distance: Double) {
    if recent.count < 31 {
      recent.append(distance)
    } else {
      recent[next] = distance
      next = (next + 1) % 31
      // Once known it hardly moves: look again once a round.
      guard next == 0 else { return }
    }
    seconds = recent.sorted()[recent.count / 2]
  }
}

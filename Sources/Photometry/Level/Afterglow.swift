/// A light that lags behind its key: a filament that glows on, a phosphor, a halo that fades, a photodiode
/// behind a filter.
///
/// Lit, the brightness goes towards one level, unlit towards another, each time by the same part of the
/// way that is left (a pole of the first order, with a time constant of its own for either). How far it has come
/// by the next sample says what the key did in between, though no level may ever be reached.
struct Afterglow: Hashable, Sendable {
  /// Where the brightness goes to.
  var unlit: Double
  var lit: Double
  /// The part of the way that is left after `interval`: exp(-interval / time constant).
  var keptUnlit: Double
  var keptLit: Double
  /// Standard deviation of what the sample before does not explain, in brightness.
  var deviation: Double
  /// Seconds between samples.
  var interval: Double
  /// How far the key, as this tells it, is from down or up where it does not move: a light that jumps by a part of its
  /// way and lags by the rest is followed but roughly. A standard deviation.
  var misfit = 0.0
  /// Of a sample, on average, in nats.
  var logLikelihood = -Double.infinity

  /// What the light does from one sample to the next.
  struct Step: Hashable, Sendable {
    var before: Double
    var after: Double
  }

  /// The brightness `part` intervals after `before`, with the key down or up all the time.
  func expected(after before: Double, isLit: Bool, part: Double = 1) -> Double {
    let (level, kept) = isLit ? (lit, keptLit) : (unlit, keptUnlit)
    return level + (before - level) * (part == 1 ? kept : power(kept, part))
  }

  /// The part of a step's time for which the key was down; noise carries it beyond 0 and 1. And the noise
  /// of it.
  func lit(_ step: Step, part: Double = 1) -> (lit: Double, deviation: Double) {
    let dark = expected(after: step.before, isLit: false, part: part)
    let way = expected(after: step.before, isLit: true, part: part) - dark
    // Beyond both levels the expectations may meet.
    let least = max(1e-12, 0.02 * abs(lit - unlit))
    let clear = max(way, least)
    return ((step.after - dark) / clear, max(misfit, deviation / clear))
  }
}

extension Afterglow {
  /// Judges samples with the afterglow taken out.
  struct Undoing: Sendable {
    var glow: Afterglow
    private var before: BrightnessSample?

    init(_ glow: Afterglow) { self.glow = glow }

    /// Where the brightness goes to.
    var levels: TwoLevels {
      TwoLevels(unlit: glow.unlit, lit: glow.lit, deviation: glow.deviation)
    }

    /// Judges the next sample. The first, and one after a gap in which the light may have done anything,
    /// is judged by itself.
    mutating func judge(_ sample: BrightnessSample, _ threshold: Detector.Threshold) -> LightSample
    {
      defer { before = sample }
      var judged = Detector.judge(sample, levels, threshold, isKnown: true)
      guard threshold == .auto, let before else { return judged }
      let part = (sample.time - before.time) / glow.interval
      guard part > 0, part < 4 else { return judged }
      let found = glow.lit(
        Step(before: before.brightness, after: sample.brightness), part: part)
      judged.deviation = min(10, found.deviation)
      // The key is down for no more than all of the time and no less than none: beyond is noise, or what the
      // light does other than this says.
      judged.lit = min(1 + 2 * judged.deviation, max(-2 * judged.deviation, found.lit))
      // Between the two samples, not within the one's exposure.
      judged.exposure = nil
      return judged
    }
  }
}

extension Afterglow {
  /// A trace whose afterglow is taken out.
  struct Undone: Sendable {
    var glow: Afterglow
    /// For each sample, the part of the time since the one before for which the key was down; not a number where
    /// the sample is none.
    var key: [Double]
  }

  /// Takes the afterglow out of a trace in which some samples may be missing (not a number); nil where it
  /// shows none, or comes so fast that several samples would have to be taken together.
  static func undone(_ trace: [Double], times: [Double]) -> Undone? {
    let samples = zip(times, trace).filter(\.1.isFinite).map {
      BrightnessSample(time: $0, brightness: $1)
    }
    guard let found = found(in: samples[...]), found.together == 1 else { return nil }
    var undoing = Undoing(found.glow)
    let key = zip(times, trace).map { time, value in
      value.isFinite
        ? undoing.judge(BrightnessSample(time: time, brightness: value), .auto).lit : .nan
    }
    return Undone(glow: found.glow, key: key)
  }
}

extension Afterglow {
  /// Whether levels that wander do not explain the same samples better: an ambient that swings slowly under the key's
  /// jumps looks like a light that glows on for long.
  func isLikelier(than course: LevelCourse?) -> Bool {
    course?.logLikelihood.map { $0 <= logLikelihood } ?? true
  }
}

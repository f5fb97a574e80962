/// What a beam search is told before it begins.
struct BeamSettings: Sendable {
  /// Readings kept at an edge, once settled and before.
  var beam = 90
  var wideBeam = 400
  /// Edges before it counts as settled: five letters or so.
  var settlingEdges = 15
  /// Readings that are worse than the best by more than this log-likelihood are dropped.
  var margin = 22.0
  /// Most contrary runs that one mark or gap may swallow.
  var mostMerges = 4
  /// Runs that may still be claimed.
  var reach = 10
  /// Growth of the unit's variance with each run: the drift of a hand, 3 % a run.
  var unitDrift = 0.0009
  /// log of the rate of blips (per dot) to expect of hard events.
  var logBlip = naturalLogarithm(0.03)
  /// Of samples: log of their distance in seconds, by which densities per second are made
  /// comparable with the samples' odds. 0 of hard events.
  var logFrame = 0.0
  /// Of samples: their distance in seconds, and the noise of `down`.
  private(set) var frame = 0.0
  private(set) var deviation = 0.0
  /// Variance of an edge's time, in square seconds.
  var edgeVariance = 1e-6
  /// Squares of the fist's spreads.
  var variance: [Double]
  /// log of the prior density of a start, as far as it is the same for all: the starting speeds are
  /// 0.12 apart under a normal distribution of deviation 0.7.
  let logStart = -2.683
  var starts: Starts

  struct Starts: Sendable {
    /// The message begins with one of so many marks; those before are blips.
    var marks = 6
    /// ... within so many seconds.
    var seconds = 3.0
    /// ... or after so many seconds of dark, as long as what would be skipped is no better
    /// explained by text: a character costs some 10 in log-likelihood.
    var silence = 1.5
    var mostSkipped = -200.0
    var hypotheses: [Hypothesis] = []
  }

  /// For a sender of whom nothing is known but the range of speeds.
  init(speeds: ClosedRange<Double>) {
    variance = Fist(logUnit: 0, offset: .zero).deviation.map { $0 * $0 }
    starts = Starts()
    let low = naturalLogarithm(1.2 / max(0.5, speeds.upperBound))
    let high = naturalLogarithm(1.2 / max(0.5, speeds.lowerBound))
    let steps = max(1, Int(((high - low) / 0.12).rounded(.up)))
    let deviations = Fist.offsetDeviation
    for step in 0...steps {
      let logUnit = low + (high - low) * Double(step) / Double(steps)
      // Hands and lamps are rarely far from 13 WPM; the spread covers 3 to 60 at two deviations.
      let usual = (logUnit - naturalLogarithm(0.09)) / 0.7
      for (stretch, penalty) in [(1.0, 0.0), (2, -2), (4, -3), (7, -4)] {
        starts.hypotheses.append(
          Hypothesis(
            score: penalty - 0.5 * usual * usual, lost: 0, logUnit: logUnit, unitVariance: 0.01,
            offset: SIMD4(0, 0, naturalLogarithm(stretch), 0),
            offsetVariance: deviations * deviations, scale: 1, node: 0, path: -1, characters: 0))
      }
    }
  }

  /// For samples of a camera rather than events.
  mutating func sample(frame: Double, deviation: Double) {
    self.frame = frame
    self.deviation = deviation
    logFrame = naturalLogarithm(frame)
    edgeVariance =
      (0.18 * frame) * (0.18 * frame) + (0.5 * deviation * frame) * (0.5 * deviation * frame)
  }

  /// The log-likelihood lost by taking `run`, between two of the other state, for a blip; nil where
  /// it cannot be one.
  func merging(_ run: Run) -> Double? {
    if run.logOdds == nil { return run.duration > 0.35 ? nil : logBlip }
    let bound = run.duration < 0.25 ? softBlip : -60
    return min(0, max(-run.ownEvidence, bound))
  }

  /// The evidence for a run's own state, no more than what a blip in its place would cost, if there are
  /// so many in a dot's time.
  func evidence(of run: Run, logUnit: Double, blips: Double) -> Double {
    let cost = -logDensity(ofBlip: run.duration, logUnit: logUnit, blips: blips)
    return run.logOdds == nil ? cost : min(cost, run.ownEvidence)
  }

  /// log density of a blip of so many seconds somewhere, by its two edges: a rate, and a length of any
  /// part of a dot up to a half or so.
  func logDensity(ofBlip duration: Double, logUnit: Double, blips: Double) -> Double {
    let longest = 0.45
    let excess = max(0, duration * exponential(-logUnit) - longest) / 0.12
    return max(
      -60,
      naturalLogarithm(blips / longest) - 2 * logUnit + 2 * logFrame - 0.5 * excess * excess)
  }

  /// The log-likelihood lost by taking a mark before or after the message for a blip.
  ///
  /// Blips are short: of exponentially distributed length, the longest dot's quarter on average. So a
  /// slow sender's first dash is no blip.
  func skip(_ run: Run) -> Double {
    let length = -run.duration / 0.1
    guard let odds = run.logOdds else { return logBlip + 1 + length }
    return odds > 0 ? max(-odds, softBlip + length) : 0
  }

  /// Blips of a camera's light, however sure the samples are of them.
  private var softBlip: Double { logBlip + 2 * logFrame + 1.609 }
}

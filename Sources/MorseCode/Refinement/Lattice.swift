/// The times at which the key may have moved in a message, with the evidence between them.
struct Lattice: Sendable {
  /// Seconds, rising.
  var times: [Double] = []
  var canRise: [Bool] = []
  var canFall: [Bool] = []
  /// Sum, up to each time, of log p(samples | down) - log p(samples | up), if the key rose there.
  var evidenceIfRise: [Double] = []
  /// The same if it fell there: the two differ where the time lies within a sample.
  var evidenceIfFall: [Double] = []
  /// Variance of each time, in square seconds.
  private(set) var variances: [Double] = []
  /// The usual one.
  private(set) var edgeVariance = 0.0
  /// log of the seconds that one position stands for; 0 of events, whose times are exact.
  var logSpacing = 0.0
  /// Positions over which a mark, and a gap, may reach.
  var markReach = 9
  var gapReach = 41

  /// Whether positions lie closer than edges can.
  var isDense = false

  /// Seconds that a mark or gap lasts at least.
  var leastDuration = 1e-5

  var count: Int { times.count }

  /// What it was made of, where that is runs.
  private(set) var runs: [Run] = []
  private var settings: BeamSettings?
  private var logUnit = 0.0
  private var blips = 0.0
  /// log-likelihood of the runs if all light were blips, but for a constant.
  private(set) var logDark = 0.0

  /// The edges of `runs`, as they were cut.
  init(_ runs: [Run], settings: BeamSettings, logUnit: Double) {
    edgeVariance = settings.edgeVariance
    logSpacing = settings.logFrame
    self.runs = runs
    self.settings = settings
    self.logUnit = logUnit
    guard let first = runs.first else { return }
    times.reserveCapacity(runs.count + 1)
    times.append(first.start)
    variances.append(first.startVariance)
    canRise.append(first.isDown)
    canFall.append(!first.isDown)
    for (index, run) in runs.enumerated() {
      times.append(run.end)
      variances.append(run.endVariance)
      let next = index + 1 < runs.count ? runs[index + 1].isDown : !run.isDown
      canRise.append(next)
      canFall.append(!next)
    }
    weigh(blips: usualBlips)
  }

  /// Weighs the runs anew, with so many blips in a dot's time.
  mutating func weigh(blips: Double) {
    guard let settings else { return }
    self.blips = blips
    evidenceIfRise = [0]
    evidenceIfRise.reserveCapacity(times.count)
    var sum = 0.0
    logDark = 0
    for run in runs {
      let odds = settings.evidence(of: run, logUnit: logUnit, blips: blips)
      sum += run.isDown ? odds : -odds
      if run.isDown { logDark -= odds }
      evidenceIfRise.append(sum)
    }
    evidenceIfFall = evidenceIfRise
  }

  /// Whether there are runs that may be blips: so short, and there for sure.
  var mayHaveBlips: Bool { runs.contains(where: mayBeBlip) }

  private func mayBeBlip(_ run: Run) -> Bool {
    guard let settings else { return false }
    let cost = -settings.logDensity(ofBlip: run.duration, logUnit: logUnit, blips: blips)
    return cost < 30 && (run.logOdds == nil || run.ownEvidence > cost)
  }

  /// Learns how many blips there are, from the readings that pass over them. `used`: the chance that a
  /// mark or gap ends at each position.
  mutating func learnBlips(used: (Int) -> Double) {
    guard let first = times.first, let last = times.last else { return }
    var found = 0.0
    for (index, run) in runs.enumerated() where mayBeBlip(run) {
      found += max(0, 1 - max(used(index), used(index + 1)))
    }
    let dots = (last - first) * exponential(-logUnit)
    // As if so many dots' time without blips had been seen: of most lamps there are none.
    weigh(blips: (found + 0.5) / (dots + 0.5 / usualBlips))
  }

  /// In a dot's time, before more is known: what passes before a camera is commoner than a key's
  /// bouncing.
  private var usualBlips: Double { logSpacing == 0 ? 0.0005 : 0.002 }
  /// ... and where blips are looked for.
  static let manyBlips = 0.02

  /// Between all samples and within each: for light so noisy that its edges cannot be told
  /// beforehand.
  init(_ samples: ArraySlice<KeySample>, frame: Double, logUnit: Double) {
    edgeVariance = (0.16 * frame) * (0.16 * frame)
    logSpacing = naturalLogarithm(frame / 2)
    markReach = .max
    gapReach = .max
    isDense = true
    leastDuration = 0.3 * frame
    guard let first = samples.first else { return }
    var sum = 0.0
    var before = first.time - frame
    let edges = EdgeChances(samples, switching: min(0.4, frame * exponential(-logUnit) / 1.5))
    for (index, sample) in samples.enumerated() {
      let odds = sample.logOdds
      let part = sample.logOddsOfPart
      let inside = frame * (0.5 - min(1, max(0, sample.down)))
      let least = 1e-3
      let (rise, fall) = (edges.rise, edges.fall)
      let mayRise = rise[index] > least
      let mayFall = fall[index] > least
      if mayRise || mayFall {
        append(
          (before + sample.time) / 2, rise: mayRise ? sum : nil, fall: mayFall ? sum : nil)
      }
      if mayFall || fall[index + 1] > least {
        append(sample.time - inside, rise: nil, fall: sum + part)
      }
      if mayRise || rise[index + 1] > least {
        append(sample.time + inside, rise: sum + odds - part, fall: nil)
      }
      sum += odds
      before = sample.time
    }
  }

  private mutating func append(_ time: Double, rise: Double?, fall: Double?) {
    times.append(time)
    variances.append(edgeVariance)
    canRise.append(rise != nil)
    canFall.append(fall != nil)
    evidenceIfRise.append(rise ?? 0)
    evidenceIfFall.append(fall ?? 0)
  }

  /// A duration between two positions as a model of the fist sees it.
  @inline(__always)
  func sight(_ from: Int, _ to: Int, _ model: FistModel) -> FistModel.Sight {
    model.sight(
      times[to] - times[from], at: from, edgeVariance: variances[from] + variances[to])
  }

  /// The last position not after `time`.
  func position(of time: Double) -> Int {
    var low = 0
    var high = times.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }
}

extension KeySample {
  private var noise: Double { max(0.03, min(1, deviation)) }

  /// log p(sample | key down throughout) - log p(sample | key up throughout).
  var logOdds: Double {
    let x = min(3, max(-2, down))
    return min(30, max(-30, (x - 0.5) / (noise * noise)))
  }

  /// log p(sample | key down for any part of it) - log p(sample | key up throughout).
  var logOddsOfPart: Double {
    let x = min(3, max(-2, down))
    let root = noise * 1.414_213_562
    let part = 0.5 * (errorFunction(x / root) - errorFunction((x - 1) / root))
    let up = -x * x / (2 * noise * noise) - naturalLogarithm(noise) - halfLogarithmOfTwoPi
    return min(30, max(-30, naturalLogarithm(max(1e-30, part)) - up))
  }
}

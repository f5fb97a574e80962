/// A semi-Markov beam search over runs of light and dark.
///
/// A hypothesis holds its place in the code tree, the unit length with its uncertainty, the four
/// ratios with theirs, and its path. At each edge every hypothesis that stood at an earlier edge may
/// claim the runs between as one mark or gap, taking the contrary runs among them for blips. Unit
/// and ratios follow each claim as in a Kalman filter, with weights that heavy-tailed (Student-t)
/// noise asks for. Many speeds start at once; likelihood chooses.
struct BeamSearch: Sendable {
  let tree: CodeTree
  let settings: BeamSettings
  /// Runs not yet out of reach; the edge `firstEdge + k` is the start of run k.
  private(set) var runs: [Run] = []
  /// Hypotheses at each edge, from `firstEdge` on; one more than `runs`.
  private(set) var beams: [[Hypothesis]] = [[]]
  private(set) var firstEdge = 0
  private(set) var store = PathStore()
  private(set) var committed: Int32 = -1
  private var marksBegun = 0
  private var firstMark = 0.0
  /// The log-likelihood lost by taking all marks so far for blips.
  private var skipped = 0.0
  /// The edge from which a narrow beam suffices.
  private var settledAt = 0
  private(set) var rivals = NotMorse()
  private var candidates = CandidateTable()

  init(tree: CodeTree, settings: BeamSettings) {
    self.tree = tree
    self.settings = settings
  }

  /// The edge after the last run.
  var lastEdge: Int { firstEdge + runs.count }
  var lastRun: Run? { runs.last }

  /// Takes the next run; it begins where the last one ended.
  mutating func consume(_ run: Run) {
    let begin = runs.count
    if run.isDown {
      if mayStart(with: run) { startHypotheses(at: begin) }
      skipped += settings.skip(run)
    }
    rivals.consume(run)
    runs.append(run)
    extend(to: begin + 1)
    if runs.count > 4 * settings.reach { forget() }
    if store.wantsSweep { sweep() }
  }

  // MARK: Starting

  /// The message begins with one of the first marks, or after a silence: the marks before were
  /// blips.
  private mutating func mayStart(with run: Run) -> Bool {
    guard committed < 0 else { return false }
    if marksBegun == 0 { firstMark = run.start }
    marksBegun += 1
    if marksBegun <= settings.starts.marks, run.start - firstMark < settings.starts.seconds {
      return true
    }
    guard let dark = runs.last, dark.duration > settings.starts.silence else { return false }
    return skipped > settings.starts.mostSkipped
  }

  private mutating func startHypotheses(at begin: Int) {
    settledAt = firstEdge + begin + settings.settlingEdges
    for start in settings.starts.hypotheses {
      var hypothesis = start
      // A blip is shorter than half a dot: of events, no sample says more.
      var cost = skipped
      for run in runs[..<begin] where run.isDown && run.logOdds == nil {
        let excess = max(0, run.duration * exponential(-start.logUnit) - 0.45) / 0.12
        cost -= min(60, 0.5 * excess * excess)
      }
      hypothesis.score += cost
      hypothesis.lost += cost
      beams[begin].append(hypothesis)
    }
  }

  // MARK: Extending

  private mutating func extend(to end: Int) {
    candidates.begin()
    var penalty = 0.0
    var merges = 0
    var flipped = 0.0
    var begin = end - 1
    let isDown = runs[begin].isDown
    while true {
      let run = runs[begin]
      if !beams[begin].isEmpty {
        let own = min(0, run.ownEvidence)
        let claim = Claim(
          start: run.start, duration: runs[end - 1].end - run.start, isDown: isDown,
          edgeVariance: run.startVariance + runs[end - 1].endVariance,
          bonus: penalty + own + settings.logFrame, merges: merges, flipped: flipped)
        for hypothesis in beams[begin] { extend(hypothesis, by: claim) }
      }
      guard begin >= 2, merges < settings.mostMerges else { break }
      let between = runs[begin - 1]
      guard let cost = settings.merging(between) else { break }
      penalty += cost
      flipped += between.duration
      merges += 1
      begin -= 2
      if penalty < -25 { break }
    }
    let width = firstEdge + end > settledAt ? settings.beam : settings.wideBeam
    beams.append(candidates.best(width, within: settings.margin, store: &store))
  }

  private struct Claim {
    var start: Double
    var duration: Double
    var isDown: Bool
    /// Of both its edges together.
    var edgeVariance: Double
    var bonus: Double
    var merges: Int
    var flipped: Double
  }

  private mutating func extend(_ hypothesis: Hypothesis, by claim: Claim) {
    var base = hypothesis.score + claim.bonus
    if claim.merges > 0, settings.logFrame == 0 {
      let number = Double(claim.merges)
      let length = claim.flipped / number * exponential(-hypothesis.logUnit)
      let excess = max(0, length - 0.45) / 0.12
      base -= 0.5 * excess * excess + number * (hypothesis.logUnit - 0.51)
    }
    guard base > candidates.top - settings.margin - 12 else { return }
    var hypothesis = hypothesis
    hypothesis.lost += base - settings.logFrame - hypothesis.score
    let logDuration = naturalLogarithm(claim.duration)
    let node = Int(hypothesis.node)
    if claim.isDown {
      let dot = tree.dot[node]
      if dot >= 0 {
        extend(
          hypothesis, as: Fist.dot, claim, logDuration, base + tree.logStep[Int(dot)], to: dot,
          ended: -1)
      }
      let dash = tree.dash[node]
      if dash >= 0 {
        extend(
          hypothesis, as: Fist.dash, claim, logDuration, base + tree.logStep[Int(dash)], to: dash,
          ended: -1)
      }
    } else {
      extend(
        hypothesis, as: Fist.elementGap, claim, logDuration, base, to: hypothesis.node, ended: -1)
      let stop = base + tree.logStop[node]
      extend(
        hypothesis, as: Fist.letterGap, claim, logDuration, stop + tree.logNoSpace, to: 0,
        ended: hypothesis.node)
      extend(
        hypothesis, as: Fist.wordGap, claim, logDuration, stop + tree.logSpace, to: 0,
        ended: hypothesis.node)
    }
  }

  @inline(__always)
  private mutating func extend(
    _ hypothesis: Hypothesis, as kind: Int, _ claim: Claim, _ logDuration: Double, _ base: Double,
    to node: Int32, ended: Int32
  ) {
    var mean = hypothesis.logUnit
    var classVariance = 0.0
    switch kind {
    case Fist.dot: break
    case Fist.wordGap:
      mean += Fist.nominal[3] + hypothesis.offset[2] + Fist.nominal[4] + hypothesis.offset[3]
      classVariance = hypothesis.offsetVariance[2] + hypothesis.offsetVariance[3]
    default:
      mean += Fist.nominal[kind] + hypothesis.offset[kind - 1]
      classVariance = hypothesis.offsetVariance[kind - 1]
    }
    let edge = claim.edgeVariance / (claim.duration * claim.duration)
    let spread = settings.variance[kind] * hypothesis.scale + min(1, edge)
    let variance = hypothesis.unitVariance + classVariance + spread
    let residual = logDuration - mean
    let z = residual * residual / variance
    let isPause = kind == Fist.wordGap && residual > 0
    // What lasts longer than any dash is one held for too long: nothing else could be made of it.
    let isHeld = kind == Fist.dash && residual > 0 && z > 60
    if z > 60, !isPause, !isHeld { return }
    let fit =
      isPause
      ? Fist.logDensity(ofPause: z, variance: variance) : Fist.logDensity(z, variance: variance)
    let score = base + fit - logDuration
    guard score > candidates.top - settings.margin else { return }
    var next = hypothesis
    next.score = score
    next.node = node
    if ended >= 0 { next.characters += 1 }
    // The weight of an outlier under Student-t falls as the square of its distance.
    var weight = z < 9 ? 1.0 : 9 / z
    if isPause && z > 9 || isHeld { weight = 0 }
    let gain = weight / variance
    next.logUnit += gain * residual * hypothesis.unitVariance
    next.unitVariance =
      hypothesis.unitVariance * (1 - gain * hypothesis.unitVariance) + settings.unitDrift
    if kind > 0 {
      let old = hypothesis.offsetVariance[kind - 1]
      next.offset[kind - 1] += residual * gain * old
      next.offsetVariance[kind - 1] = old * (1 - gain * old)
      if kind == Fist.wordGap {
        let letter = hypothesis.offsetVariance[2]
        next.offset[2] += residual * gain * letter
        next.offsetVariance[2] = letter * (1 - gain * letter)
      }
    }
    if weight > 0 {
      next.scale = min(4, max(0.25, next.scale * (1 + 0.06 * (min(z, 6) - 1))))
    }
    candidates.insert(
      next, kind: UInt8(kind), node: Int16(ended >= 0 ? ended : node), start: claim.start,
      end: claim.start + claim.duration)
  }

  // MARK: Committing

  /// Settles on the path down to `step`: readings that do not share it are dropped.
  mutating func commit(to step: Int32) {
    guard step > committed else { return }
    let store = store
    for index in beams.indices {
      beams[index].removeAll { hypothesis in
        hypothesis.path > step && !store.descends(hypothesis.path, from: step)
          || hypothesis.path >= 0 && hypothesis.path < step
          || hypothesis.path < 0
      }
    }
    committed = step
  }

  private mutating func forget() {
    let excess = runs.count - 2 * settings.reach
    guard excess > 0 else { return }
    runs.removeFirst(excess)
    beams.removeFirst(excess)
    firstEdge += excess
  }

  private mutating func sweep() {
    let roots = beams.flatMap { $0.map(\.path) } + (committed >= 0 ? [committed] : [])
    let from = committed >= 0 ? store.steps[Int(committed)].parent : -1
    let numbers = store.sweep(keeping: roots, after: from)
    for edge in beams.indices {
      for index in beams[edge].indices where beams[edge][index].path >= 0 {
        beams[edge][index].path = numbers[Int(beams[edge][index].path)]
      }
    }
    if committed >= 0 { committed = numbers[Int(committed)] }
  }
}

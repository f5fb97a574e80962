/// Reads a message again, as a whole: fits the fist to it (expectation maximisation over all readings
/// of its lattice) and takes the likeliest reading.
struct Refinement: Sendable {
  /// Passes of expectation maximisation.
  var passes = 5
  /// Growth of the unit's variance with each unit of time: the drift of a hand.
  var drift = 0.0002

  /// `DecodedMessage.evidence` below which a message is of no use.
  var leastEvidence = -Double.infinity

  /// Nats for each step of the first reading by which further passes may raise the likelihood of noisy samples, at most: of
  /// 45 messages in noise of a fourth to two thirds of the swing, none gained more than 0.17.
  private static let mostGain = 0.25

  /// Times the evidence of the durations after two passes that further passes may make of it, at most: of the same messages
  /// none came to more than 2.1 times.
  private static let mostGrowth = 2.5

  /// Noise of samples, as part of the swing, from which edges are not taken from runs.
  static let noisy = 0.22

  /// Samples in a unit beyond which they are taken together: an edge in the middle of one is seen, and more of
  /// them take time in proportion to their square.
  private static let enoughSamples = 6.0

  let tree: CodeTree
  let settings: BeamSettings

  /// What a refined message is.
  struct Result: Sendable {
    var lattice: Lattice
    var model: FistModel
    var wordEnds: WordEnds
    var sweep: LatticeSweep
    var path: LatticePath
    /// log-likelihood of all readings together, with that of the fist.
    var likelihood: Double
    /// Whether what is known of words has a say in the fit.
    var knowsWords = false
    /// Of noisy samples: as of `DecodedMessage`.
    var evidence: Double?
    /// Whether no further pass would make it of use.
    var isHopeless = false

    /// log-odds of the character of `node` having ended at a position (or near, where positions are
    /// dense), as all readings see it.
    func logOdds(ofCharacter node: Int, endingAt position: Int) -> Double {
      var chance = 0.0
      let tolerance = lattice.isDense ? exponential(model.logUnit[position]) : 1e-9
      var at = position
      while at >= 0, lattice.times[position] - lattice.times[at] <= tolerance {
        chance += sweep.chance(ofCharacter: node, endingAt: at)
        at -= 1
      }
      at = position + 1
      while at < lattice.count, lattice.times[at] - lattice.times[position] <= tolerance {
        chance += sweep.chance(ofCharacter: node, endingAt: at)
        at += 1
      }
      let bound = min(1 - 1e-9, max(1e-9, chance))
      return naturalLogarithm(bound / (1 - bound))
    }

    /// log-odds of a gap being one between words, against one within.
    func logOddsOfWord(from: Int, to: Int) -> Double {
      wordOverLetter(from: from, to: to) + wordEnds.logSpace[from] - wordEnds.logNoSpace[from]
    }
  }

  /// `steps` are a first reading of `runs`.
  func refine(_ runs: [Run], _ samples: ArraySlice<KeySample>?, from steps: [PathStep]) -> Result? {
    guard let first = steps.first, steps.count >= 5 else { return nil }
    let units = steps.map(\.logUnit).sorted()
    var lattice = Lattice(
      runs.filter { $0.end > first.start - 1e-9 }, settings: settings,
      logUnit: units[units.count / 2])
    var seen: ArraySlice<KeySample>?
    if let samples, let last = steps.last, settings.deviation > Refinement.noisy {
      let unit = exponential(units[units.count / 2])
      let margin = 8 * unit
      let begin = samples.firstIndex { $0.time > first.start - margin } ?? samples.startIndex
      let end = samples.lastIndex { $0.time < last.end + margin } ?? samples.startIndex
      if begin < end {
        let together = max(1, Int(unit / settings.frame / Refinement.enoughSamples))
        let taken = KeySample.taken(samples[begin...end], together: together)[...]
        lattice = Lattice(
          taken, frame: settings.frame * Double(together), logUnit: units[units.count / 2])
        seen = taken
      }
    }
    guard lattice.count > 2 else { return nil }
    // What noisy samples are without a key.
    let withoutKey = seen.map {
      max(EdgeChances.logLikelihoodOfRandomSwitching($0), NoiseOnly.logLikelihood(of: $0))
    }
    guard let first = begin(lattice, from: steps, knowsWords: false, instead: withoutKey)
    else {
      return nil
    }
    var best = first.isHopeless ? first : fit(first)
    if !first.isHopeless, tree.words != nil, best.model.isUneven(Fist.letterGap) {
      // What was spaced clearly is left as it was sent: words have a say in the fit only where gaps leave
      // it open.
      if best.partOfOpenGaps > Refinement.mostOpen,
        // Of noisy samples words have no say in the first passes: they would be the same again.
        var other = lattice.isDense ? first : begin(lattice, from: steps, knowsWords: true)
      {
        other.knowsWords = true
        best = fit(other)
      }
      best.weighWords()
      let spaced = best
      best.path.space { spaced.logOddsOfWord(from: $0, to: $1) > 0 }
    }
    best.sweep.backward()
    if let withoutKey {
      best.evidence =
        min(best.sweep.total - withoutKey, best.evidenceOfDurations)
        - Self.price(best.path.steps.count)
    }
    return best
  }

  /// What a fit to so many steps costs (Bayesian information criterion): the fist's five means, five spreads and the unit.
  private static func price(_ steps: Int) -> Double {
    5.5 * naturalLogarithm(Double(max(2, steps)))
  }

  /// The part of the gaps from which words have a say in the fit. Of machine keying, and of hands that keep
  /// three units and seven apart, none is open.
  private static let mostOpen = 0.1

  /// The best of several fits, as two passes tell them apart; the first one, where that is hopeless beside `other`, the
  /// log-likelihood of what is no Morse.
  private func begin(
    _ lattice: Lattice, from steps: [PathStep], knowsWords: Bool, instead other: Double? = nil
  ) -> Result? {
    var best: Result?
    for first in [steps, Refinement.regrouped(steps)].compactMap(\.self) {
      // The first reading weighed all that came before: nineteen in twenty times it is right.
      let doubt = best == nil ? 0.0 : 3
      let known = best?.likelihood ?? -.infinity
      for family in FistModel.Family.allCases {
        var result = begin(lattice, family: family, from: first)
        result.knowsWords = knowsWords
        result = improve(result, passes: 2, isFirst: true)
        if best == nil, let other {
          let likelihood = result.sweep.total - other + Self.mostGain * Double(steps.count)
          result.path = LatticePath(result.sweep, result.lattice)
          let durations = Self.mostGrowth * result.evidenceOfDurations
          if min(likelihood, durations) - Self.price(steps.count) < leastEvidence {
            result.isHopeless = true
            return result
          }
        }
        if result.likelihood > max(known + doubt, best?.likelihood ?? -.infinity) { best = result }
      }
    }
    return best
  }

  /// A fit that has begun, to its end, with its path.
  private func fit(_ begun: Result) -> Result {
    var best = improve(begun, passes: passes - 2)
    if best.lattice.mayHaveBlips {
      var other = best
      other.lattice.weigh(blips: Lattice.manyBlips)
      other.sweep = LatticeSweep(other.lattice, other.model, other.wordEnds, tree: tree)
      other = improve(other, passes: passes - 2, learnsBlips: true)
      // One parameter more, by the Bayesian information criterion; of lamps one in four has blips.
      let price = 0.5 * naturalLogarithm(Double(best.lattice.runs.count)) + 1.386
      if other.likelihood > best.likelihood + price { best = other }
    }
    best.path = LatticePath(best.sweep, best.lattice)
    return best
  }

  /// The same reading with as many of its longest gaps between words as there usually are: where letter
  /// and word gaps overlap, a first reading may have settled on the wrong side. Nil if that is the same.
  private static func regrouped(_ steps: [PathStep]) -> [PathStep]? {
    func isLong(_ step: PathStep) -> Bool {
      step.kind == Fist.letterGap || step.kind == Fist.wordGap
    }
    let lengths = steps.filter(isLong).map { $0.end - $0.start }.sorted()
    guard lengths.count >= 8 else { return nil }
    let limit = quantile(lengths, 1 - CodeTree.spaces)
    var other = steps
    for index in other.indices where isLong(other[index]) {
      let isWord = other[index].end - other[index].start > limit
      other[index].kind = UInt8(isWord ? Fist.wordGap : Fist.letterGap)
    }
    return zip(other, steps).contains { $0.kind != $1.kind } ? other : nil
  }

  private func begin(_ lattice: Lattice, family: FistModel.Family, from steps: [PathStep]) -> Result
  {
    var estimate = FistEstimate(lattice, family: family, drift: drift)
    for step in steps {
      let at = lattice.position(of: (step.start + step.end) / 2)
      estimate.add(Int(step.kind), step.end - step.start, logUnit: step.logUnit, at: at, weight: 1)
    }
    let model = estimate.model(
      before: nil, logUnit: UnitTrack.interpolated(steps, over: lattice.times))
    let wordEnds = WordEnds(lattice, tree: tree)
    return Result(
      lattice: lattice, model: model, wordEnds: wordEnds,
      sweep: LatticeSweep(lattice, model, wordEnds, tree: tree), path: LatticePath(),
      likelihood: -.infinity)
  }

  private func improve(
    _ before: Result, passes: Int, isFirst: Bool = false, learnsBlips: Bool = false
  ) -> Result {
    var result = before
    let family = before.model.family
    // Of noisy samples the first fits differ by more than words can tell, and a path takes as long as
    // a pass.
    let knowsWords = result.knowsWords && !(result.lattice.isDense && isFirst)
    if knowsWords {
      result.path = LatticePath(result.sweep, result.lattice)
      result.weighWords()
    }
    for _ in 0..<passes {
      result.sweep.backward()
      if learnsBlips {
        let sweep = result.sweep
        result.lattice.learnBlips { max(sweep.riseChance[$0], sweep.fallChance[$0]) }
      }
      var estimate = FistEstimate(result.lattice, family: family, drift: drift)
      estimate.add(result.sweep, result.lattice, result.model)
      result.model = estimate.model(before: result.model, logUnit: result.model.logUnit)
      result.sweep = LatticeSweep(result.lattice, result.model, result.wordEnds, tree: tree)
      result.likelihood =
        result.sweep.total + result.lattice.logDark + estimate.logPrior(of: result.model)
    }
    if knowsWords { result.weighWords() }
    return result
  }
}

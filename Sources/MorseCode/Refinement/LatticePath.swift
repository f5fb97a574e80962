/// The likeliest single reading of a lattice (Viterbi), from the weights of its sweep.
struct LatticePath: Sendable {
  /// A mark or gap of the reading.
  struct Step: Sendable {
    var from: Int
    var to: Int
    var kind: Int
    /// As of `PathStep`.
    var node: Int
  }

  private(set) var steps: [Step] = []

  init() {}

  init(_ sweep: LatticeSweep, _ lattice: Lattice) {
    let nodes = sweep.nodes
    let tree = sweep.tree
    let step = tree.logStep.map(exponential)
    let stop = tree.logStop.map(exponential)
    var rise = [Double](repeating: 0, count: nodes * lattice.count)
    var fall = rise
    var stops = [Double](repeating: 0, count: lattice.count)
    var stopNode = [Int32](repeating: 0, count: lattice.count)
    var riseFrom = [Int32](repeating: -1, count: rise.count)
    var fallFrom = riseFrom
    var isWord = [Bool](repeating: false, count: lattice.count)
    // One reading falls behind the sum over all as a message goes on: rows are scaled once more.
    var riseExtra = [Double](repeating: -.infinity, count: lattice.count)
    var fallExtra = riseExtra
    var mark = 0
    var gap = 0
    for to in 0..<lattice.count {
      let row = to * nodes
      let firstMark = mark
      var extra = -Double.infinity
      while mark < sweep.marks.count, Int(sweep.marks[mark].to) == to {
        extra = max(extra, riseExtra[Int(sweep.marks[mark].from)])
        mark += 1
      }
      if extra > -.infinity {
        for pair in sweep.marks[firstMark..<mark] {
          let factor = exponential(riseExtra[Int(pair.from)] - extra)
          let (dot, dash) = (factor * pair.first, factor * pair.second)
          let source = Int(pair.from) * nodes
          for node in 1..<nodes {
            let weight = (tree.isDot[node] ? dot : dash) * step[node]
            let value = rise[source + Int(tree.parent[node])] * weight
            if value > fall[row + node] {
              fall[row + node] = value
              fallFrom[row + node] = pair.from
            }
          }
        }
        fallExtra[to] = extra + LatticePath.scale(&fall, row..<row + nodes)
        for node in 1..<nodes where fall[row + node] * stop[node] > stops[to] {
          stops[to] = fall[row + node] * stop[node]
          stopNode[to] = Int32(node)
        }
      }
      guard lattice.canRise[to] else { continue }
      let firstGap = gap
      let start = sweep.logStart(at: to)
      extra = start
      while gap < sweep.gaps.count, Int(sweep.gaps[gap].to) == to {
        extra = max(extra, fallExtra[Int(sweep.gaps[gap].from)])
        gap += 1
      }
      guard extra > -.infinity else { continue }
      rise[row] = exponential(start - extra)
      for pair in sweep.gaps[firstGap..<gap] {
        let factor = exponential(fallExtra[Int(pair.from)] - extra)
        let source = Int(pair.from) * nodes
        let element = factor * pair.first
        for node in 1..<nodes {
          let value = fall[source + node] * element
          if value > rise[row + node] {
            rise[row + node] = value
            riseFrom[row + node] = pair.from
          }
        }
        let value = factor * stops[Int(pair.from)] * max(pair.second, pair.third)
        if value > rise[row] {
          rise[row] = value
          riseFrom[row] = pair.from
          isWord[to] = pair.third > pair.second
        }
      }
      riseExtra[to] = extra + LatticePath.scale(&rise, row..<row + nodes)
    }
    var best = -Double.infinity
    var at = -1
    for position in 0..<lattice.count where stops[position] > 0 {
      let value =
        naturalLogarithm(stops[position]) + fallExtra[position]
        + sweep.scale(ofFallAt: position)
      if value > best {
        best = value
        at = position
      }
    }
    guard at >= 0 else { return }
    var node = Int(stopNode[at])
    var found: [Step] = []
    while true {
      let from = Int(fallFrom[at * nodes + node])
      guard from >= 0 else { break }
      found.append(
        Step(from: from, to: at, kind: tree.isDot[node] ? Fist.dot : Fist.dash, node: node))
      node = Int(tree.parent[node])
      let before = Int(riseFrom[from * nodes + node])
      guard before >= 0 else { break }
      if node == 0 {
        node = Int(stopNode[before])
        let kind = isWord[from] ? Fist.wordGap : Fist.letterGap
        found.append(Step(from: before, to: from, kind: kind, node: node))
      } else {
        found.append(Step(from: before, to: from, kind: Fist.elementGap, node: node))
      }
      at = before
    }
    steps = found.reversed()
  }

  /// Decides anew of each gap between characters whether it is one between words.
  mutating func space(_ isWord: (_ from: Int, _ to: Int) -> Bool) {
    for index in steps.indices where steps[index].kind >= Fist.letterGap {
      steps[index].kind =
        isWord(steps[index].from, steps[index].to) ? Fist.wordGap : Fist.letterGap
    }
  }

  /// Brings the greatest of `values` to 1; returns the logarithm of what it was.
  private static func scale(_ values: inout [Double], _ row: Range<Int>) -> Double {
    var most = 0.0
    for index in row { most = max(most, values[index]) }
    guard most > 0 else { return -.infinity }
    for index in row { values[index] /= most }
    return naturalLogarithm(most)
  }
}

extension Refinement.Result {
  /// The likeliest reading, with how sure all readings together are of each character.
  var steps: [PathStep] {
    let found = path.steps
    return found.indices.map { index in
      let step = found[index]
      var rival = -Double.infinity
      let next = index + 1 < found.count ? found[index + 1].kind : Fist.letterGap
      if step.kind == Fist.wordGap {
        rival = -logOddsOfWord(from: step.from, to: step.to)
      } else if step.kind < Fist.elementGap, next != Fist.elementGap {
        rival = -logOdds(ofCharacter: step.node, endingAt: step.to)
      }
      return pathStep(step, rival: rival)
    }
  }

  private func pathStep(_ step: LatticePath.Step, rival: Double) -> PathStep {
    PathStep(
      parent: -1, kind: UInt8(step.kind), node: Int16(step.node),
      start: lattice.times[step.from], end: lattice.times[step.to],
      logUnit: model.logUnit[step.from], rival: rival)
  }

  /// log-likelihood of the reading's durations and text over that of the same durations as light
  /// that is not Morse: noise may be told from a lamp, and the lamp still be a blinker.
  var evidenceOfDurations: Double {
    var steps = WeighedSteps()
    for step in path.steps { steps.consume(pathStep(step, rival: 0), tree: sweep.tree) }
    let (variance, spacing) = (lattice.edgeVariance, lattice.logSpacing)
    return WeighedSteps.evidence(
      of: logPrior,
      steady: steps.steady.logLikelihood(
        edgeVariance: variance, logFrame: spacing, tree: sweep.tree),
      over: steps.rivals.logLikelihood(edgeVariance: variance, logFrame: spacing),
      clocked: steps.rivals.logLikelihoodByClock(edgeVariance: variance, logFrame: spacing))
  }

  /// log-likelihood of the reading's durations and text.
  var logPrior: Double {
    var morse = 0.0
    let tree = sweep.tree
    for step in path.steps {
      let sight = lattice.sight(step.from, step.to, model)
      morse += model.logDensity(step.kind, sight) + lattice.logSpacing
      switch step.kind {
      case Fist.letterGap: morse += tree.logStop[step.node] + tree.logNoSpace
      case Fist.wordGap: morse += tree.logStop[step.node] + tree.logSpace
      case Fist.elementGap: break
      default: morse += tree.logStep[step.node]
      }
    }
    return morse
  }
}

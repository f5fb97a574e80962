/// One way to read the runs up to an edge.
struct Hypothesis: Sendable {
  /// Log-likelihood so far.
  var score: Double
  /// What of the score was lost by taking runs for blips.
  var lost: Double
  /// log seconds of a dot, and the variance of its estimate.
  var logUnit: Double
  var unitVariance: Double
  /// Offsets from nominal of dash, element gap, letter gap, word gap, and their variances.
  var offset: SIMD4<Double>
  var offsetVariance: SIMD4<Double>
  /// What the fist's spreads are multiplied by, squared.
  var scale: Double
  /// Where it stands in the code tree; 0 before a character.
  var node: Int32
  /// Its last step, in the `PathStore`; -1 before the first.
  var path: Int32
  /// Characters completed, word gaps not counted.
  var characters: Int32
}

/// One step of a hypothesis: a run, or several merged, read as one of the five classes.
struct PathStep: Sendable {
  var parent: Int32
  /// A class of `Fist`.
  var kind: UInt8
  /// Of a mark: the tree's node reached by it. Of a letter or word gap: the node that ended.
  var node: Int16
  /// Seconds.
  var start: Double
  var end: Double
  var logUnit: Double
  /// Log-odds of the best other reading that ended in the same state, against this one.
  var rival: Double
}

/// The steps of all hypotheses, as a tree with back-pointers; a parent comes before its children.
struct PathStore: Sendable {
  private(set) var steps: [PathStep] = []
  private var sweepAt = 16384

  var wantsSweep: Bool { steps.count > sweepAt }

  mutating func append(_ step: PathStep) -> Int32 {
    steps.append(step)
    return Int32(steps.count - 1)
  }

  /// Steps from the first one after `root` to `path`.
  func trace(_ path: Int32, after root: Int32 = -1) -> [PathStep] {
    var found: [PathStep] = []
    var at = path
    while at > root {
      found.append(steps[Int(at)])
      at = steps[Int(at)].parent
    }
    return found.reversed()
  }

  func descends(_ path: Int32, from ancestor: Int32) -> Bool {
    var at = path
    while at > ancestor { at = steps[Int(at)].parent }
    return at == ancestor
  }

  /// Drops what none of `roots` needs; `from` and what lies before it is forgotten. Returns the
  /// new number of each old step (-1 of dropped ones).
  mutating func sweep(keeping roots: [Int32], after from: Int32) -> [Int32] {
    var numbers = [Int32](repeating: -1, count: steps.count)
    for root in roots {
      var at = root
      while at > from, numbers[Int(at)] < 0 {
        numbers[Int(at)] = 0
        at = steps[Int(at)].parent
      }
    }
    var kept: [PathStep] = []
    for index in steps.indices where numbers[index] == 0 {
      var step = steps[index]
      step.parent = step.parent > from ? numbers[Int(step.parent)] : -1
      numbers[index] = Int32(kept.count)
      kept.append(step)
    }
    steps = kept
    sweepAt = max(16384, 2 * kept.count)
    return numbers
  }
}

// Messages that go on and on, piece by piece: time and memory stay in proportion to what is sent.
extension Refinement {
  /// A refined message.
  struct Whole: Sendable {
    var steps: [PathStep] = []
    /// As of `Result`.
    var logPrior = 0.0
    /// As of `Result`.
    var evidence: Double? = 0
  }

  /// Units of a piece, about: a hundred letters, from which a fist is known well.
  static let pieceLength = 1000.0

  /// Reads a message again, from the `steps` of a first reading of `runs`; nil where it is too short for that.
  func refineAll(_ runs: [Run], _ samples: [KeySample]?, from steps: [PathStep]) -> Whole? {
    var whole = Whole()
    var begin = -Double.infinity
    for piece in Self.pieces(of: steps) {
      // To the middle of the gap that follows.
      let gap = piece.upperBound < steps.count ? steps[piece.upperBound] : nil
      let end = gap.map { 0.5 * ($0.start + $0.end) } ?? .infinity
      let seen = samples.map { Self.part(of: $0, from: begin, to: end, \.time) }
      let own = Self.part(of: runs, from: begin, to: (gap?.start ?? end) - 1e-9, \.start)
      guard let result = refine(Array(own), seen, from: Array(steps[piece])) else { return nil }
      whole.steps += result.steps
      if var gap {
        gap.kind = UInt8(result.isWordGap(gap) ? Fist.wordGap : Fist.letterGap)
        whole.steps.append(gap)
      }
      whole.logPrior += result.logPrior
      whole.evidence = whole.evidence.flatMap { sum in result.evidence.map { sum + $0 } }
      begin = end
    }
    return whole
  }

  /// What lies in a stretch of time, of what is in order of time.
  private static func part<Item>(
    of all: [Item], from begin: Double, to end: Double, _ time: (Item) -> Double
  ) -> ArraySlice<Item> {
    func first(from bound: Double) -> Int {
      var (low, high) = (0, all.count)
      while low < high {
        let middle = (low + high) / 2
        if time(all[middle]) >= bound { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = first(from: begin)
    return all[start..<max(start, first(from: end))]
  }

  /// Pieces of about the same length, cut between characters; the gap between two belongs to neither.
  static func pieces(of steps: [PathStep]) -> [Range<Int>] {
    var lengths: [Double] = [0]
    lengths.reserveCapacity(steps.count + 1)
    for step in steps {
      // A pause tells nothing, however long it is.
      let length = (step.end - step.start) * exponential(-step.logUnit)
      lengths.append(lengths[lengths.count - 1] + min(length, 7))
    }
    let total = lengths[lengths.count - 1]
    let count = max(1, Int((total / pieceLength).rounded()))
    var pieces: [Range<Int>] = []
    var begin = 0
    for number in 1..<count {
      // The longest gap near where a piece should end is the surest.
      let goal = total * Double(number) / Double(count)
      let near = steps.indices.filter {
        abs(lengths[$0] - goal) < 0.25 * pieceLength && Int(steps[$0].kind) >= Fist.letterGap
      }
      guard
        let cut = near.max(by: {
          steps[$0].end - steps[$0].start < steps[$1].end - steps[$1].start
        })
      else { continue }
      pieces.append(begin..<cut)
      begin = cut + 1
    }
    return pieces + [begin..<steps.count]
  }
}

extension Refinement.Result {
  /// Whether a gap that follows is one between words, as the fist at the end tells.
  fileprivate func isWordGap(_ gap: PathStep) -> Bool {
    guard let last = path.steps.last?.to else { return Int(gap.kind) == Fist.wordGap }
    let sight = model.sight(gap.end - gap.start, at: last, edgeVariance: 2 * lattice.edgeVariance)
    return model.logDensity(Fist.wordGap, sight) + sweep.tree.logSpace
      > model.logDensity(Fist.letterGap, sight) + sweep.tree.logNoSpace
  }
}

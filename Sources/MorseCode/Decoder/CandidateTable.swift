/// What a beam search has found for one edge: of readings in the same state, the best.
///
/// Readings are in the same state when they stand at the same node and agree on unit and letter gap
/// to within the grid: nothing that comes later can tell them apart.
struct CandidateTable: Sendable {
  private struct Candidate {
    var hypothesis: Hypothesis
    var start: Double
    var end: Double
    var rival: Double
    var key: UInt64
    var kind: UInt8
    var node: Int16
  }

  private static let slots = 4096
  private var found: [Candidate] = []
  private var table = [Int32](repeating: -1, count: CandidateTable.slots)
  private var used: [Int] = []
  /// The best score so far.
  private(set) var top = -Double.infinity

  mutating func begin() {
    found.removeAll(keepingCapacity: true)
    for slot in used { table[slot] = -1 }
    used.removeAll(keepingCapacity: true)
    top = -.infinity
  }

  mutating func insert(
    _ hypothesis: Hypothesis, kind: UInt8, node: Int16, start: Double, end: Double
  ) {
    let unit = UInt64(bitPattern: Int64((hypothesis.logUnit * 12).rounded()) & 0xfff)
    let letter = UInt64(bitPattern: Int64((hypothesis.offset[2] * 3).rounded()) & 0xff)
    let key = unit | letter << 12 | UInt64(hypothesis.node) << 20
    top = max(top, hypothesis.score)
    var slot = Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 52)
    while table[slot] >= 0 {
      let index = Int(table[slot])
      if found[index].key == key {
        let difference = hypothesis.score - found[index].hypothesis.score
        if difference > 0 {
          found[index] = Candidate(
            hypothesis: hypothesis, start: start, end: end,
            rival: -difference, key: key, kind: kind, node: node)
        } else {
          found[index].rival = max(found[index].rival, difference)
        }
        return
      }
      slot = (slot + 1) & (CandidateTable.slots - 1)
    }
    guard found.count < CandidateTable.slots / 2 else { return }
    table[slot] = Int32(found.count)
    used.append(slot)
    found.append(
      Candidate(
        hypothesis: hypothesis, start: start, end: end, rival: -.infinity, key: key, kind: kind,
        node: node))
  }

  /// The best `width`, no worse than the best less `margin`, with their steps put into `store`.
  func best(_ width: Int, within margin: Double, store: inout PathStore) -> [Hypothesis] {
    var order: [(score: Double, index: Int)] = []
    order.reserveCapacity(found.count)
    for index in found.indices where found[index].hypothesis.score > top - margin {
      order.append((found[index].hypothesis.score, index))
    }
    order.sort { $0.score > $1.score }
    var best: [Hypothesis] = []
    best.reserveCapacity(min(width, order.count))
    for (_, index) in order.prefix(width) {
      let candidate = found[index]
      var hypothesis = candidate.hypothesis
      hypothesis.path = store.append(
        PathStep(
          parent: hypothesis.path, kind: candidate.kind, node: candidate.node,
          start: candidate.start, end: candidate.end, logUnit: hypothesis.logUnit,
          rival: candidate.rival))
      best.append(hypothesis)
    }
    return best
  }
}

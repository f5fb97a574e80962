/// The likeliest ways in which on, off and both levels may have come to where they are, each with a filter of its own
/// levels (per-survivor processing: Raheli, Polydoros and Tzou 1995), for Viterbi's algorithm.
struct LevelSurvivors: Sendable {
  /// The likeliest first; its cost is nought.
  private(set) var paths: [Path]
  let model: LevelFilter.Model

  /// Changes of light in a second, on average.
  private static let rate = 8.0
  /// How often in a second the unlit brightness begins to move, or comes to rest.
  private static let changes = 0.5
  /// What a sample costs at most, in nats: a glitch is no reason to give a path up.
  static let mostCost = 12.0
  static let most = 8

  /// One path's end.
  struct Path {
    var isLit: Bool
    /// Whether the unlit brightness moves.
    var isMoving = false
    var filter: LevelFilter
    var cost: Double
    var step = Step()
  }

  /// How a path came to be at a sample: a byte, for a day holds millions of them.
  struct Step {
    /// Which of the paths at the sample before it goes on from, below `most`, and the flags.
    private var bits: UInt8 = 0

    init(before: Int = 0, isLit: Bool = false, isMoving: Bool = false, isEdge: Bool = false) {
      bits =
        UInt8(truncatingIfNeeded: before) | (isLit ? 0x20 : 0) | (isMoving ? 0x40 : 0)
        | (isEdge ? 0x80 : 0)
    }

    var before: Int { Int(bits & 0x1f) }
    var isLit: Bool { bits & 0x20 != 0 }
    var isMoving: Bool { bits & 0x40 != 0 }
    var isEdge: Bool { bits & 0x80 != 0 }
  }

  /// What it costs that something happens in some time, or does not, where it does so often in a second.
  private static func costs(_ rate: Double, in seconds: Double) -> (event: Double, none: Double) {
    let probability = min(0.5, rate * seconds)
    return (-naturalLogarithm(probability), -naturalLogarithm(1 - probability))
  }

  /// Begins with a first sample.
  init(first: Double, _ model: LevelFilter.Model) {
    self.model = model
    paths = [false, true].map {
      Path(
        isLit: $0, filter: LevelFilter(model, first: first, isLit: $0), cost: $0 ? 2 : 0,
        step: Step(isLit: $0))
    }
  }

  /// Takes the next sample, so many seconds after the last. Returns what it cost the likeliest, in nats.
  mutating func advance(_ value: Double, after seconds: Double) -> Double {
    paths = survivors(next(value, after: Self.usable(seconds)))
    let least = paths[0].cost
    for at in paths.indices { paths[at].cost -= least }
    return least
  }

  /// Seconds between two samples; a gap lets the levels go no farther than a second.
  static func usable(_ seconds: Double) -> Double { min(1, max(1e-4, seconds)) }

  /// All ways in which the paths may go on.
  private func next(_ value: Double, after seconds: Double) -> [Path] {
    let edge = Self.costs(Self.rate, in: seconds)
    let change = Self.costs(Self.changes, in: seconds)
    let passing = [false, true].map { model.passing(seconds, isMoving: $0) }
    var next: [Path] = []
    next.reserveCapacity(4 * paths.count)
    for (index, before) in paths.enumerated() {
      for isMoving in [false, true] {
        var path = before
        path.isMoving = isMoving
        path.cost += isMoving == before.isMoving ? change.none : change.event
        path.filter.advance(model, passing[isMoving ? 1 : 0])
        if !path.filter.isPossible { path.cost += Self.mostCost }
        path.step = Step(before: index, isLit: path.isLit, isMoving: isMoving)
        next.append(stayed(path, value, edge.none))
        path.step = Step(before: index, isLit: !path.isLit, isMoving: isMoving, isEdge: true)
        next.append(turned(path, value, edge.event))
      }
    }
    return next
  }

  /// The likeliest of them that differ.
  private func survivors(_ paths: [Path]) -> [Path] {
    var kept: [Path] = []
    kept.reserveCapacity(Self.most)
    // Numbers are sorted sooner than paths.
    let order = paths.indices.sorted { paths[$0].cost < paths[$1].cost }
    for index in order where kept.count < Self.most {
      let path = paths[index]
      let isKnown = kept.contains {
        $0.isLit == path.isLit && $0.isMoving == path.isMoving
          && abs($0.filter.unlit - path.filter.unlit) < 0.1 * model.swing
          && abs(naturalLogarithm($0.filter.swing / path.filter.swing)) < 0.15
      }
      if !isKnown { kept.append(path) }
    }
    return kept
  }

  /// A path that goes on as it was.
  private func stayed(_ path: Path, _ value: Double, _ stayCost: Double) -> Path {
    var path = path
    let (away, variance) = path.filter.innovation(model, value, isLit: path.isLit)
    let cost = 0.5 * away * away / variance
    path.cost +=
      stayCost + min(cost, Self.mostCost) + 0.5 * naturalLogarithm(2 * Double.pi * variance)
    if cost < Self.mostCost { path.filter.learn(away, variance, isLit: path.isLit) }
    return path
  }

  /// A path that has an edge here: the sample is lit for any part of the exposure.
  private func turned(_ path: Path, _ value: Double, _ edgeCost: Double) -> Path {
    var path = path
    let swing = path.filter.swing
    let position = (value - path.filter.unlit) / swing
    let beyond = max(0, max(-position, position - 1)) * swing
    let variance = path.filter.innovation(model, value, isLit: position > 0.5).variance
    path.isLit.toggle()
    path.cost +=
      edgeCost + naturalLogarithm(swing + model.blur)
      + min(Self.mostCost, 0.5 * beyond * beyond / variance)
    return path
  }
}

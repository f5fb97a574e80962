/// The sums over all readings of a lattice, forward and backward (semi-Markov forward-backward).
///
/// At each position two rows over the nodes of the code tree: `rise`, a mark begins here after that
/// prefix, and `fall`, a mark ended here and led to that node. Rows are scaled; the scales' logarithms
/// are kept. Complexity: positions x reach x nodes multiplications, one exponential for each
/// pair of positions and class.
struct LatticeSweep: Sendable {
  /// Two positions taken as the ends of one mark or gap.
  struct Pair: Sendable {
    var from: Int32
    var to: Int32
    /// Scaled weights: of dot and dash, or of element gap and of letter and word gap.
    var first: Double
    var second: Double
    var third: Double
  }

  let tree: CodeTree
  let nodes: Int
  private(set) var marks: [Pair] = []
  private(set) var gaps: [Pair] = []
  /// Of the nodes that have children.
  private(set) var rise: NodeRows
  private(set) var fall: NodeRows
  private(set) var riseLater: NodeRows
  private var fallLater: NodeRows
  /// What follows if a dot, or a dash, ends at each position, by the node that it began from.
  private(set) var dotLater: NodeRows
  private(set) var dashLater: NodeRows
  private(set) var riseScale: [Double]
  private(set) var fallScale: [Double]
  /// Probability that a character ends at each fall, forward.
  private(set) var stops: [Double]
  /// log of the sum over all readings.
  private(set) var total = -Double.infinity
  /// What follows, if a character ends at each fall.
  private(set) var laterStops: [Double] = []
  /// Probability that a mark ends at each position, and that one begins there.
  private(set) var fallChance: [Double] = []
  private(set) var riseChance: [Double] = []
  private let step: [Double]
  let stop: [Double]
  private let stopRow: NodeRows
  /// The likeliest end of a character in each stretch of positions.
  private var anchors: [Int] = []

  /// Marks and gaps whose logarithm is less by so much than that of another with the same end are left out: they
  /// are 2e-9 of it, and thousands of them nothing that a letter turns on.
  private static let negligible = 20.0

  init(_ lattice: Lattice, _ model: FistModel, _ wordEnds: WordEnds, tree: CodeTree) {
    self.tree = tree
    nodes = tree.count
    step = tree.logStep.map(exponential)
    stop = tree.logStop.map(exponential)
    stopRow = NodeRows(stop)
    rise = NodeRows(lattice.count, nodes: tree.parents)
    fall = NodeRows(lattice.count, nodes: nodes)
    let none = NodeRows(0, nodes: 0)
    (riseLater, fallLater, dotLater, dashLater) = (none, none, none, none)
    riseScale = [Double](repeating: -.infinity, count: lattice.count)
    fallScale = riseScale
    stops = [Double](repeating: 0, count: lattice.count)
    forward(lattice, model, wordEnds)
  }

  // MARK: Forward

  private mutating func forward(_ lattice: Lattice, _ model: FistModel, _ wordEnds: WordEnds) {
    for to in 0..<lattice.count {
      if lattice.canFall[to] { endMarks(at: to, lattice, model) }
      if lattice.canRise[to] { endGaps(at: to, lattice, model, wordEnds) }
      if to % 9 == 8 {
        var anchor: (at: Int, value: Double)?
        for at in to - 8...to where stops[at] > 0 {
          let value = fallScale[at] + naturalLogarithm(stops[at])
          if value > anchor?.value ?? -.infinity { anchor = (at, value) }
        }
        if let anchor { anchors.append(anchor.at) }
      }
    }
    var ends: [Double] = []
    for at in 0..<lattice.count where stops[at] > 0 {
      ends.append(fallScale[at] + naturalLogarithm(stops[at]))
    }
    total = ends.reduce(-.infinity, logarithmOfSum)
  }

  private mutating func endMarks(at to: Int, _ lattice: Lattice, _ model: FistModel) {
    let begin = marks.count
    var scale = -Double.infinity
    let peak = max(model.logPeak[Fist.dot], model.logPeak[Fist.dash])
    var from = to - 1
    var shortest = -Double.infinity
    while from >= 0, to - from <= lattice.markReach {
      defer { from -= 1 }
      guard lattice.canRise[from], riseScale[from] > -.infinity else { continue }
      let duration = lattice.times[to] - lattice.times[from]
      guard duration > lattice.leastDuration else { continue }
      let base =
        riseScale[from] + lattice.evidenceIfFall[to] - lattice.evidenceIfRise[from]
        + lattice.logSpacing
      // Farther back they only get longer: at its peak the density is less than that of the last one's length.
      let least = model.isProportional ? shortest : model.logUnit[from]
      if base + peak - least < scale - Self.negligible { continue }
      let sight = lattice.sight(from, to, model)
      shortest = sight.logDuration
      if sight.length > (lattice.isDense ? 1.8 : 4) * model.length(Fist.dash) { break }
      let dot = base + model.logDensity(Fist.dot, sight)
      let dash = base + model.logDensity(Fist.dash, sight)
      scale = max(scale, dot, dash)
      marks.append(
        Pair(from: Int32(from), to: Int32(to), first: dot, second: dash, third: 0))
    }
    guard scale > -.infinity else { return }
    var dots = NodeRows(1, nodes: tree.parents)
    var dashes = dots
    for index in begin..<marks.count {
      marks[index].first = exponential(marks[index].first - scale)
      marks[index].second = exponential(marks[index].second - scale)
      let from = Int(marks[index].from)
      dots.add(rise, row: from, times: marks[index].first, to: 0)
      dashes.add(rise, row: from, times: marks[index].second, to: 0)
    }
    for node in 1..<nodes {
      let parent = Int(tree.parent[node])
      fall[to, node] = step[node] * (tree.isDot[node] ? dots[0, parent] : dashes[0, parent])
    }
    let most = fall.most(to)
    guard most > 0 else { return }
    let inverse = 1 / most
    fall.scale(to, by: inverse)
    for index in begin..<marks.count {
      marks[index].first *= inverse
      marks[index].second *= inverse
    }
    stops[to] = fall.product(to, stopRow, row: 0)
    fallScale[to] = scale + naturalLogarithm(most)
  }

  private mutating func endGaps(
    at to: Int, _ lattice: Lattice, _ model: FistModel, _ wordEnds: WordEnds
  ) {
    let begin = gaps.count
    let far = 2 * model.length(Fist.wordGap) * exponential(model.logUnit[to])
    // A message may begin anywhere.
    var scale = 0.0
    let peak = max(
      model.logPeak[Fist.elementGap], model.logPeak[Fist.letterGap], model.logPeak[Fist.wordGap])
    var shortest = -Double.infinity
    var from = to - 1
    var farEnd = anchors.count - 1
    while from >= 0, to - from <= lattice.gapReach {
      defer {
        // Far back only the likeliest ends of characters count: a pause may be of any length.
        if lattice.isDense, lattice.times[to] - lattice.times[from] > far {
          while farEnd >= 0, anchors[farEnd] >= from { farEnd -= 1 }
          from = farEnd >= 0 && anchors.count - farEnd < 400 ? anchors[farEnd] : -1
        } else {
          from -= 1
        }
      }
      guard lattice.canFall[from], fallScale[from] > -.infinity else { continue }
      let duration = lattice.times[to] - lattice.times[from]
      guard duration > lattice.leastDuration else { continue }
      let base = fallScale[from] + lattice.logSpacing
      let least = model.isProportional ? shortest : model.logUnit[from]
      if base + peak - least < scale - Self.negligible { continue }
      let sight = lattice.sight(from, to, model)
      shortest = sight.logDuration
      let isShort = sight.length < 4 * model.length(Fist.elementGap)
      let element = isShort ? base + model.logDensity(Fist.elementGap, sight) : -.infinity
      let letter = base + wordEnds.logNoSpace[from] + model.logDensity(Fist.letterGap, sight)
      let word = base + wordEnds.logSpace[from] + model.logDensity(Fist.wordGap, sight)
      scale = max(scale, element, letter, word)
      gaps.append(
        Pair(from: Int32(from), to: Int32(to), first: element, second: letter, third: word))
    }
    rise[to, 0] = exponential(-scale)
    for index in begin..<gaps.count {
      gaps[index].first = exponential(gaps[index].first - scale)
      gaps[index].second = exponential(gaps[index].second - scale)
      gaps[index].third = exponential(gaps[index].third - scale)
      let from = Int(gaps[index].from)
      if gaps[index].first > 1e-30 { rise.add(fall, row: from, times: gaps[index].first, to: to) }
      rise[to, 0] += stops[from] * (gaps[index].second + gaps[index].third)
    }
    let most = rise.most(to)
    guard most > 0 else { return }
    let inverse = 1 / most
    rise.scale(to, by: inverse)
    for index in begin..<gaps.count {
      gaps[index].first *= inverse
      gaps[index].second *= inverse
      gaps[index].third *= inverse
    }
    riseScale[to] = scale + naturalLogarithm(most)
  }

  // MARK: Backward

  /// Fills `riseLater` and `fallLater`: forward times later is the probability of passing there.
  mutating func backward() {
    let count = fallScale.count
    riseLater = NodeRows(count, nodes: tree.parents)
    dotLater = riseLater
    dashLater = riseLater
    fallLater = NodeRows(count, nodes: nodes)
    laterStops = fallScale.map { $0 > -.infinity ? exponential(max(-600, $0 - total)) : 0 }
    var mark = marks.count - 1
    var gap = gaps.count - 1
    for to in stride(from: count - 1, through: 0, by: -1) {
      while gap >= 0, Int(gaps[gap].to) == to {
        let pair = gaps[gap]
        gap -= 1
        let from = Int(pair.from)
        laterStops[from] += riseLater[to, 0] * (pair.second + pair.third)
        if pair.first > 0 { fallLater.add(riseLater, row: to, times: pair.first, to: from) }
      }
      if fallScale[to] > -.infinity {
        fallLater.add(stopRow, row: 0, times: laterStops[to], to: to)
        for node in 1..<nodes {
          let later = fallLater[to, node] * step[node]
          let parent = Int(tree.parent[node])
          if tree.isDot[node] {
            dotLater[to, parent] = later
          } else {
            dashLater[to, parent] = later
          }
        }
      }
      while mark >= 0, Int(marks[mark].to) == to {
        let pair = marks[mark]
        mark -= 1
        let from = Int(pair.from)
        riseLater.add(dotLater, row: to, times: pair.first, to: from)
        riseLater.add(dashLater, row: to, times: pair.second, to: from)
        riseLater.limit(from, to: 1e200)
      }
    }
    fallChance = (0..<count).map { fall.product($0, fallLater, row: $0) }
    riseChance = (0..<count).map { rise.product($0, riseLater, row: $0) }
  }
}

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
  /// Rows of `nodes` numbers.
  private(set) var rise: [Double]
  private(set) var fall: [Double]
  private(set) var riseLater: [Double] = []
  private(set) var fallLater: [Double] = []
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
  let step: [Double]
  let stop: [Double]
  /// The likeliest end of a character in each stretch of positions.
  private var anchors: [Int] = []

  init(_ lattice: Lattice, _ model: FistModel, _ wordEnds: WordEnds, tree: CodeTree) {
    self.tree = tree
    nodes = tree.count
    step = tree.logStep.map(exponential)
    stop = tree.logStop.map(exponential)
    rise = [Double](repeating: 0, count: nodes * lattice.count)
    fall = rise
    riseScale = [Double](repeating: -.infinity, count: lattice.count)
    fallScale = riseScale
    stops = [Double](repeating: 0, count: lattice.count)
    forward(lattice, model, wordEnds)
  }

  // MARK: Forward

  private mutating func forward(_ lattice: Lattice, _ model: FistModel, _ wordEnds: WordEnds) {
    for to in 0..<lattice.count {
      if lattice.canFall[to] { fall(at: to, lattice, model) }
      if lattice.canRise[to] { rise(at: to, lattice, model, wordEnds) }
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

  private mutating func fall(at to: Int, _ lattice: Lattice, _ model: FistModel) {
    let begin = marks.count
    var scale = -Double.infinity
    var from = to - 1
    while from >= 0, to - from <= lattice.markReach {
      defer { from -= 1 }
      guard lattice.canRise[from], riseScale[from] > -.infinity else { continue }
      let duration = lattice.times[to] - lattice.times[from]
      guard duration > lattice.leastDuration else { continue }
      let sight = lattice.sight(from, to, logUnit: model.logUnit[from])
      if sight.length > (lattice.isDense ? 1.8 : 4) * model.length(Fist.dash) { break }
      let base =
        riseScale[from] + lattice.evidenceIfFall[to] - lattice.evidenceIfRise[from]
        + lattice.logSpacing
      let dot = base + model.logDensity(Fist.dot, sight)
      let dash = base + model.logDensity(Fist.dash, sight)
      scale = max(scale, dot, dash)
      marks.append(
        Pair(from: Int32(from), to: Int32(to), first: dot, second: dash, third: 0))
    }
    guard scale > -.infinity else { return }
    let row = to * nodes
    for index in begin..<marks.count {
      let dot = exponential(marks[index].first - scale)
      let dash = exponential(marks[index].second - scale)
      marks[index].first = dot
      marks[index].second = dash
      let source = Int(marks[index].from) * nodes
      for node in 1..<nodes {
        let weight = tree.isDot[node] ? dot : dash
        fall[row + node] += rise[source + Int(tree.parent[node])] * weight
      }
    }
    var most = 0.0
    for node in 1..<nodes {
      fall[row + node] *= step[node]
      most = max(most, fall[row + node])
    }
    guard most > 0 else { return }
    let inverse = 1 / most
    var sum = 0.0
    for node in 1..<nodes {
      let value = fall[row + node] * inverse
      fall[row + node] = value > 1e-60 ? value : 0
      sum += value * stop[node]
    }
    for index in begin..<marks.count {
      marks[index].first *= inverse
      marks[index].second *= inverse
    }
    stops[to] = sum
    fallScale[to] = scale + naturalLogarithm(most)
  }

  private mutating func rise(
    at to: Int, _ lattice: Lattice, _ model: FistModel, _ wordEnds: WordEnds
  ) {
    let begin = gaps.count
    let far = 2 * model.length(Fist.wordGap) * exponential(model.logUnit[to])
    // A message may begin anywhere.
    var scale = 0.0
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
      let sight = lattice.sight(from, to, logUnit: model.logUnit[from])
      let base = fallScale[from] + lattice.logSpacing
      let isShort = sight.length < 4 * model.length(Fist.elementGap)
      let element = isShort ? base + model.logDensity(Fist.elementGap, sight) : -.infinity
      let letter = base + wordEnds.logNoSpace[from] + model.logDensity(Fist.letterGap, sight)
      let word = base + wordEnds.logSpace[from] + model.logDensity(Fist.wordGap, sight)
      scale = max(scale, element, letter, word)
      gaps.append(
        Pair(from: Int32(from), to: Int32(to), first: element, second: letter, third: word))
    }
    let row = to * nodes
    rise[row] = exponential(-scale)
    for index in begin..<gaps.count {
      let element = exponential(gaps[index].first - scale)
      let letter = exponential(gaps[index].second - scale)
      let word = exponential(gaps[index].third - scale)
      gaps[index].first = element
      gaps[index].second = letter
      gaps[index].third = word
      let source = Int(gaps[index].from) * nodes
      if element > 1e-30 {
        for node in 1..<nodes { rise[row + node] += fall[source + node] * element }
      }
      rise[row] += stops[Int(gaps[index].from)] * (letter + word)
    }
    var most = 0.0
    for node in 0..<nodes { most = max(most, rise[row + node]) }
    guard most > 0 else { return }
    let inverse = 1 / most
    for node in 0..<nodes {
      let value = rise[row + node] * inverse
      rise[row + node] = value > 1e-60 ? value : 0
    }
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
    riseLater = [Double](repeating: 0, count: rise.count)
    fallLater = riseLater
    laterStops = [Double](repeating: 0, count: stops.count)
    for at in fallScale.indices where fallScale[at] > -.infinity {
      let ending = exponential(max(-600, fallScale[at] - total))
      laterStops[at] = ending
    }
    var mark = marks.count - 1
    var gap = gaps.count - 1
    for to in stride(from: fallScale.count - 1, through: 0, by: -1) {
      while gap >= 0, Int(gaps[gap].to) == to {
        let pair = gaps[gap]
        gap -= 1
        let target = Int(pair.from) * nodes
        let source = to * nodes
        let later = riseLater[source] * (pair.second + pair.third)
        laterStops[Int(pair.from)] += later
        if pair.first > 0 {
          for node in 1..<nodes {
            fallLater[target + node] += riseLater[source + node] * pair.first
          }
        }
      }
      if laterStops[to] > 0 {
        for node in 1..<nodes { fallLater[to * nodes + node] += laterStops[to] * stop[node] }
      }
      while mark >= 0, Int(marks[mark].to) == to {
        let pair = marks[mark]
        mark -= 1
        let target = Int(pair.from) * nodes
        let source = to * nodes
        for node in 1..<nodes {
          let weight = tree.isDot[node] ? pair.first : pair.second
          let later = fallLater[source + node] * weight * step[node]
          riseLater[target + Int(tree.parent[node])] = min(
            1e200, riseLater[target + Int(tree.parent[node])] + later)
        }
      }
    }
    countChances()
  }

  private mutating func countChances() {
    fallChance = [Double](repeating: 0, count: stops.count)
    riseChance = fallChance
    for at in stops.indices {
      let row = at * nodes
      var down = 0.0
      var up = 0.0
      for node in 0..<nodes {
        down += fall[row + node] * fallLater[row + node]
        up += rise[row + node] * riseLater[row + node]
      }
      fallChance[at] = down
      riseChance[at] = up
    }
  }
}

extension Afterglow {
  /// A light whose time constant is less than the time between two samples leaves no more than one of them
  /// between its levels, as any light does that is switched within an exposure.
  private static let leastKept = 0.368
  /// Fewest samples, and edges among them: three letters or so.
  private static let fewest = 60
  private static let fewestEdges = 6
  /// What an afterglow must explain better than two levels do, and than a brightness that merely changes
  /// slowly, in nats: as much as would have the squelch believe one place among a million, and for each edge as
  /// much as one more sample between the levels says where the noise is a twentieth of the swing.
  private static let leastGain = 20.0
  private static let leastGainOfEdge = 2.0
  /// The share of steps that go where neither state leads.
  private static let mostStray = 0.05
  /// How far beyond where it goes to the brightness may be, as a part of its range: an ambient that drifts meanwhile.
  private static let mostBeyond = 0.3
  /// Edges for each step that goes farther than the key can make the light go. A light that jumps at its edges and only
  /// creeps between them does not glow on: a camera's exposure follows it.
  private static let edgesOfJump = 4
  /// Most steps that are looked at.
  private static let mostSteps = 3000
  /// The coarsest interval, in seconds: a dot at 36 WPM, a camera's.
  private static let coarsest = 1.0 / 30

  /// The afterglow that the samples show, and how many of them are best taken together: where they come so
  /// often that the light hardly moves from one to the next, noise hides its way. nil where two levels say
  /// as much.
  static func found(in trace: ArraySlice<BrightnessSample>) -> (glow: Afterglow, together: Int)? {
    var samples = trace
    var together = 1
    var best: (glow: Afterglow, together: Int)?
    while samples.count >= fewest {
      guard let interval = usualInterval(samples) else { break }
      if let glow = Afterglow(samples, interval: interval) {
        // What counts is how far apart the states are seen in the same time.
        let gain =
          best.map {
            glow.contrast / Double(together).squareRoot() - $0.glow.contrast
              / Double($0.together).squareRoot()
          } ?? 1
        guard gain > 0 else { break }
        best = (glow, together)
      }
      guard 2 * interval <= coarsest else { break }
      together *= 2
      samples = taken(trace, together: together)[...]
    }
    return best
  }

  /// The samples' means by so many.
  static func taken(_ trace: ArraySlice<BrightnessSample>, together: Int) -> [BrightnessSample] {
    stride(from: trace.startIndex, to: trace.endIndex - together + 1, by: together).map { first in
      let group = trace[first..<first + together]
      let count = Double(together)
      return BrightnessSample(
        time: group.reduce(0) { $0 + $1.time } / count,
        brightness: group.reduce(0) { $0 + $1.brightness } / count,
        isInSight: group.allSatisfy(\.isInSight),
        uncertainty: group.reduce(0) { max($0, $1.uncertainty) })
    }
  }

  /// Deviations between the states after one interval, where the light is halfway.
  var contrast: Double {
    (lit - unlit) * (1 - 0.5 * (keptLit + keptUnlit)) / deviation
  }

  private static func usualInterval(_ samples: ArraySlice<BrightnessSample>) -> Double? {
    let thinning = max(1, samples.count / 1000)
    let intervals = stride(from: samples.startIndex + 1, to: samples.endIndex, by: thinning)
      .map { samples[$0].time - samples[$0 - 1].time }.sorted()
    return intervals.isEmpty ? nil : intervals[intervals.count / 2]
  }

  private init?(_ samples: ArraySlice<BrightnessSample>, interval: Double) {
    let values = samples.map(\.brightness).ascending()
    let last = Double(values.count - 1)
    let (low, high) = (values[Int(0.03 * last)], values[Int(0.97 * last)])
    let range = values[values.count - 1] - values[0]
    guard high > low, range.isFinite, range < 20 * (high - low) else { return nil }
    // Sums of squares are taken: from the middle they stay small.
    let middle = 0.5 * (low + high)
    var steps: [Step] = []
    let thinning = max(1, samples.count / Self.mostSteps)
    for index in stride(from: samples.startIndex + 1, to: samples.endIndex, by: thinning) {
      let (before, after) = (samples[index - 1], samples[index])
      guard abs(after.time - before.time - interval) < 0.2 * interval else { continue }
      steps.append(Step(before: before.brightness - middle, after: after.brightness - middle))
    }
    guard steps.count >= Self.fewest else { return nil }
    var beginning = Afterglow(
      unlit: low - middle, lit: high - middle, keptUnlit: 0, keptLit: 0,
      deviation: 0.1 * (high - low), interval: interval)
    guard Self.showsLag(steps, low - middle, high - middle) else { return nil }
    let wandering = Self.wandering(steps)
    beginning.keptUnlit = 0.5
    beginning.keptLit = 0.3
    // What only changes slowly shows that before all else has been tried.
    let first = AfterglowFit(steps, from: beginning, isPlain: false, range: range)
    guard first.logLikelihood > wandering, first.glow.contrast > LevelTracker.clearContrast / 2
    else {
      return nil
    }
    beginning.keptUnlit = 0
    beginning.keptLit = 0
    let plain = AfterglowFit(steps, from: beginning, isPlain: true, range: range)
    var fits = [first]
    for keptUnlit in [0.4, 0.75] {
      for keptLit in [0, 0.4, 0.75] {
        beginning.keptUnlit = keptUnlit
        beginning.keptLit = keptLit
        fits.append(AfterglowFit(steps, from: beginning, isPlain: false, range: range))
      }
    }
    let least = max(plain.logLikelihood, wandering)
    func keys(_ fit: AfterglowFit) -> [Bool]? {
      fit.glow.keys(
        of: steps, gain: fit.logLikelihood - least, margin: Self.mostBeyond * (high - low))
    }
    fits = fits.filter(\.logLikelihood.isFinite).sorted { $0.logLikelihood > $1.logLikelihood }
    // Where the likeliest has jumps for edges there is no afterglow, though another would have fewer.
    guard let likeliest = fits.first, !likeliest.glow.jumpsAtEdges(of: steps),
      let best = fits.first(where: { !$0.glow.leaps(steps) }), let isDown = keys(best)
    else { return nil }
    self = best.glow
    unlit += middle
    lit += middle
    misfit = misfit(samples, thinning: thinning)
    logLikelihood =
      best.logLikelihood / Double(steps.count) + Self.order(isDown, edges: Self.edges(isDown))
  }

  /// Whether the key is down at each of the steps; nil where they are no afterglow of a key. `gain`: what the afterglow
  /// explains better than all else does, in nats; `margin`: how far beyond its levels light may be.
  private func keys(of steps: [Step], gain: Double, margin: Double) -> [Bool]? {
    guard max(keptUnlit, keptLit) >= Self.leastKept, contrast > LevelTracker.clearContrast
    else { return nil }
    let parts = steps.map { lit($0).lit }
    let stray = parts.count { $0 < -0.5 || $0 > 1.5 }
    // Between the two it stays, wherever the key goes: what is often beyond them follows something else.
    let beyond = steps.count { $0.after < unlit - margin || $0.after > lit + margin }
    let isDown = parts.map { $0 > 0.5 }
    let edges = Self.edges(isDown)
    guard edges >= Self.fewestEdges, !jumpsAtEdges(of: steps),
      Double(max(stray, beyond)) < Self.mostStray * Double(parts.count),
      gain > Self.leastGain + naturalLogarithm(Double(steps.count)),
      gain > Self.leastGainOfEdge * Double(edges)
    else { return nil }
    return isDown
  }

  private static func edges(_ isDown: [Bool]) -> Int {
    zip(isDown, isDown.dropFirst()).count { $0 != $1 }
  }

  /// Whether so far beyond what the key can do that the light jumps there.
  private static func isJump(_ part: Double) -> Bool { part < -1 || part > 2 }

  /// Whether as many as one edge in `edgesOfJump` is a jump.
  private func jumpsAtEdges(of steps: [Step]) -> Bool {
    let parts = steps.map { lit($0).lit }
    return Self.edgesOfJump * parts.count(where: Self.isJump)
      >= Self.edges(parts.map { $0 > 0.5 })
  }

  /// Whether more than a quarter of all the way that the light goes is in jumps, as in edges of which one in `edgesOfJump` may be
  /// one. Of a lamp that is overexposed, whose top has no noise, a slow rise would explain the noise while it is off as a key that
  /// flickers; and so many edges would hide its jumps.
  private func leaps(_ steps: [Step]) -> Bool {
    let way = steps.reduce(0) { $0 + abs($1.after - $1.before) }
    let leapt = steps.reduce(0) {
      Self.isJump(lit($1).lit) ? $0 + abs($1.after - $1.before) : $0
    }
    return Double(Self.edgesOfJump) * leapt > way
  }

  /// The deviation of the key's parts from 0 or 1, whichever is nearer, where it was the same in the samples before and
  /// after: next to an edge it may have moved. Of that state which it is greater for.
  private func misfit(_ samples: ArraySlice<BrightnessSample>, thinning: Int) -> Double {
    func part(_ index: Int) -> Double {
      lit(Step(before: samples[index - 1].brightness, after: samples[index].brightness)).lit
    }
    var squares = [0.0, 0.0]
    var counts = [0.0, 0.0]
    for index in stride(from: samples.startIndex + 2, to: samples.endIndex - 1, by: thinning) {
      let own = part(index)
      let isLit = own > 0.5
      guard
        abs(samples[index + 1].time - samples[index - 2].time - 3 * interval) < 0.6 * interval,
        (part(index - 1) > 0.5) == isLit, (part(index + 1) > 0.5) == isLit
      else { continue }
      let state = isLit ? 1 : 0
      let away = min(1, max(0, own)) - Double(state)
      squares[state] += away * away
      counts[state] += 1
    }
    return zip(squares, counts).map { ($0 / max(1, $1)).squareRoot() }.max() ?? 0
  }

  /// What it says, in nats a sample, that the key keeps its state for some samples: the fit takes each for itself.
  private static func order(_ isDown: [Bool], edges: Int) -> Double {
    func entropy(_ part: Double) -> Double {
      guard part > 0, part < 1 else { return 0 }
      return -part * naturalLogarithm(part) - (1 - part) * naturalLogarithm(1 - part)
    }
    let count = Double(isDown.count)
    return entropy(Double(isDown.count { $0 }) / count) - entropy(Double(edges) / count)
  }

  /// Whether steps from between the levels to between them are no rarity: a light without afterglow makes
  /// hardly any.
  private static func showsLag(_ steps: [Step], _ low: Double, _ high: Double) -> Bool {
    let margin = 0.1 * (high - low)
    func isBetween(_ value: Double) -> Bool { value > low + margin && value < high - margin }
    var between = 0
    var crossings = 0
    for step in steps {
      if isBetween(step.before), isBetween(step.after) { between += 1 }
      if (step.before > 0) != (step.after > 0) { crossings += 1 }
    }
    return 5 * between >= crossings && between >= fewestEdges / 2
  }

  /// The log likelihood of a brightness that only changes slowly (an autoregression of the first order).
  private static func wandering(_ steps: [Step]) -> Double {
    let count = Double(steps.count)
    let meanX = steps.reduce(0) { $0 + $1.before } / count
    let meanY = steps.reduce(0) { $0 + $1.after } / count
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for step in steps {
      xx += (step.before - meanX) * (step.before - meanX)
      xy += (step.before - meanX) * (step.after - meanY)
      yy += (step.after - meanY) * (step.after - meanY)
    }
    guard xx > 0, yy > 0 else { return .infinity }
    let variance = max(1e-12 * yy, yy - xy * xy / xx) / count
    return -0.5 * count * (naturalLogarithm(2 * Double.pi * variance) + 1)
  }
}

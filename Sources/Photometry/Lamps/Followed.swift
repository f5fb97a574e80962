/// A candidate that has been reported, and how it is read.
struct Followed: Sendable {
  var id: Int
  var probe: Probe
  /// In tiles.
  var x: Double
  var y: Double
  var separation: Double
  /// Brightness unlit and lit when it was found: a trace keeps them, however it is read later.
  var low: Double
  var high: Double
  /// Whether the whole picture's mean is taken for it.
  var isWhole: Bool
  /// Whether it is what places all over the picture share: its own place tells nothing.
  var isSpread = false
  /// Whether only the brightest sample of its tile showed it when it was found.
  var isSpeck = false
  /// Whether it is read by what glows around it, as its middle is as bright as can be.
  var isHalo = false
  /// How it is read while the picture is blurred; nil where that was not seen, or the probe does as well.
  var blurred: BlurredReading?
  /// When that was looked for last, in seconds.
  var blurLook: Double?
  /// The greatest `Candidate.reach` that it was found or read with.
  var reach: Double
  /// When a better way to read it was looked for in vain; nil: the last one was found.
  private(set) var fruitless: FruitlessLook?

  var tile: Signal { .luma(at: (x, y)) }

  /// A look in vain: when, in seconds, how long until the next, and how far apart the levels were by then.
  struct FruitlessLook: Sendable {
    var time: Double
    var patience: Double
    var separation: Double
  }

  /// Whether it is time to look for a better way to read it; `separation` tells how far apart its levels are.
  func isDue(at time: Double, separation: Double) -> Bool {
    guard let fruitless else { return true }
    return time >= fruitless.time + fruitless.patience
      || CandidateSearch.worthWhile * separation < fruitless.separation
  }

  /// A look was made, and found a better way or none: the next is after twice as long each time.
  mutating func noteLook(at time: Double, separation: Double, isFruitless: Bool) {
    guard isFruitless else {
      fruitless = nil
      return
    }
    let patience = fruitless.map { min(2 * $0.patience, FruitlessLooks.mostPatience) }
    fruitless = FruitlessLook(
      time: time, patience: patience ?? FruitlessLooks.patience, separation: separation)
  }

  /// Its brightness in one picture; not a number out of sight.
  func value(_ moment: SignalHistory.Moment, _ map: SignalMap) -> Double {
    shown(probe.value(moment, map), moment, map)
  }

  /// Its brightness in some moments, of which `sharp` is what its probe reads; not a number out of sight.
  func trace(
    _ moments: ArraySlice<SignalHistory.Moment>, _ map: SignalMap, sharp: [Double]? = nil
  ) -> [Double] {
    zip(moments, sharp ?? probe.trace(moments, map)).map { shown($1, $0, map) }
  }

  /// What is taken for what its probe reads: nothing is brighter for being blurred.
  private func shown(_ own: Double, _ moment: SignalHistory.Moment, _ map: SignalMap) -> Double {
    guard let blurred, moment.sharpness < blurred.limit else { return own }
    let spread = blurred.probe.value(moment, map)
    return spread > own ? spread : own
  }

  /// Its brightness in some moments, of which `trace` is what is read; out of sight it is unlit.
  func samples(
    _ moments: ArraySlice<SignalHistory.Moment>, _ trace: [Double]
  ) -> [BrightnessSample] {
    zip(moments, trace).map { moment, brightness in
      var sample = BrightnessSample(
        time: moment.time, exposure: moment.exposure,
        brightness: brightness.isFinite ? brightness : low, isInSight: brightness.isFinite)
      if let blurred, moment.sharpness < blurred.limit {
        sample.uncertainty = BlurredReading.uncertainty * (high - low)
      }
      return sample
    }
  }

  /// Whether much of its blinking, by `trace`, its own, is that it goes out of sight and comes back: a place at the edge
  /// of a swaying picture. A camera that turns away takes it out of sight a few times, and a lamp also goes out where it
  /// is seen: a quarter of its ends is too much.
  func isAtEdge(_ trace: [Double]) -> Bool {
    var gaps = 0
    var ends = 0
    var before = low
    for value in trace {
      let isLit = before.isFinite && before - low > 0.5 * (high - low)
      if before.isFinite, !value.isFinite { gaps += 1 }
      if isLit, value - low < 0.5 * (high - low) { ends += 1 }
      before = value
    }
    return gaps > Candidate.mostGaps && 3 * gaps > ends
  }

  /// Changes between the levels that it was found with.
  func changes(_ moments: ArraySlice<SignalHistory.Moment>, _ map: SignalMap) -> Int {
    let lit = probe.trace(moments, map).filter(\.isFinite).map { $0 - low > 0.5 * (high - low) }
    return zip(lit, lit.dropFirst()).count { $0 != $1 }
  }

  /// The share of undisturbed moments in which another reading must say the same.
  private static let agreement = 0.9

  /// Whether another reading says the same of the moments in which `trace`, this lamp's own, is near one
  /// of the levels that it was found with: what passes in front of a lamp may be far clearer than the
  /// lamp, and is another light.
  func agrees(_ trace: [Double], _ other: Candidate) -> Bool {
    let swing = high - low
    guard swing > 0 else { return true }
    var counts = [[0.0, 0.0], [0.0, 0.0]]
    // Once it does not change any more it may have been lost: where a camera turns away and back, the place
    // is a little beside the old one. Until then it has a say.
    var last = trace.count
    while last > 1,
      (trace[last - 1] - low > 0.5 * swing) == (trace[trace.count - 1] - low > 0.5 * swing)
    {
      last -= 1
    }
    for (own, value) in zip(trace[..<last], other.trace) where value.isFinite {
      let position = (own - low) / swing
      let isLit = abs(position - 1) < 0.25
      guard isLit || abs(position) < 0.25 else { continue }
      counts[isLit ? 1 : 0][other.keyedness.position(value) > 0.5 ? 1 : 0] += 1
    }
    // Of each level by itself: one that is rare must not be outvoted.
    func share(_ level: Int, _ said: Int) -> Double {
      let total = counts[level][0] + counts[level][1]
      return total > 0 ? counts[level][said] / total : 1
    }
    return min(share(0, 0), share(1, 1)) > Self.agreement
      || min(share(0, 1), share(1, 0)) > Self.agreement
  }
}

extension LampSearch {
  /// A candidate that was given up.
  struct Retired: Sendable {
    var id: Int
    /// Where it was seen: at the same place of another scene is another.
    var scene: Int
    /// In tiles.
    var x: Double
    var y: Double
  }
}

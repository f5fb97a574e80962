/// A light whose reading rests on several signals, some of which are out of sight while the picture sways: what is in sight
/// shows how much it is lit, and those out of sight what they usually show then.
extension Probe {
  /// What a signal shows while the light is unlit and lit.
  struct Levels: Hashable, Sendable {
    /// Unlit.
    var low: Double
    /// By how much it is more when lit.
    var swing: Double
    /// Standard deviation from either.
    var deviation: Double
  }

  /// What the terms read, and the probe as a whole, at the light's two levels.
  struct Knowledge: Hashable, Sendable {
    /// Term by term; nil for one that was not seen at both levels.
    var terms: [Levels?]
    /// What the probe reads unlit.
    var low: Double
    /// By how much it reads more when lit.
    var swing: Double
  }

  /// The part of the light that may be out of sight: the noise of what is in sight becomes twice as much at most.
  private static let mostHiddenLight = 0.5
  /// The part of the light's swing that what is out of sight may deviate by: a third of what tells lit from unlit.
  private static let mostGuessed = 0.15

  /// The same that knows what its terms show at its two levels, where it reads `low` and `high`.
  func knowing(
    low: Double, high: Double, _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) -> Probe {
    var probe = self
    probe.knowledge = nil
    guard terms.count > 1, high > low else { return probe }
    let kept = KeptSignals(terms.map(\.signal), history, map)
    let lit = probe.trace(history, map, kept).map { $0.isFinite ? 2 * $0 > low + high : nil }
    let levels = terms.map { term in
      Self.levels(
        Probe(signal: term.signal, isAbsolute: term.isAbsolute).trace(history, map, kept), lit)
    }
    probe.knowledge = Knowledge(terms: levels, low: low, swing: high - low)
    return probe
  }

  /// The same that knows what its terms show of late, where some of them are out of sight for a part of that: the ambient
  /// wanders, and exposure with it. What it knew stays where the light's levels are not clear, as while nobody sends.
  func knowing(
    again keyedness: Keyedness?, _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) -> Probe {
    guard terms.count > 1, let keyedness, keyedness.isClear,
      history.contains(where: { moment in !terms.allSatisfy { moment.view.shows($0.signal) } })
    else { return self }
    return knowing(low: keyedness.low, high: keyedness.high, history, map)
  }

  /// Samples at either level that tell it.
  private static let fewest = 3.0

  private static func levels(_ trace: [Double], _ lit: [Bool?]) -> Levels? {
    var (unlit, bright) = (Spread(), Spread())
    for (value, isLit) in zip(trace, lit) where value.isFinite {
      switch isLit {
      case true?: bright.add(value)
      case false?: unlit.add(value)
      case nil: continue
      }
    }
    guard min(unlit.count, bright.count) >= fewest else { return nil }
    let variance = (unlit.squares + bright.squares) / (unlit.count + bright.count)
    return Levels(
      low: unlit.mean, swing: bright.mean - unlit.mean, deviation: variance.squareRoot())
  }

  /// Mean and squares about it, value by value (Welford, Technometrics 1962).
  private struct Spread {
    private(set) var count = 0.0
    private(set) var mean = 0.0
    private(set) var squares = 0.0

    mutating func add(_ value: Double) {
      count += 1
      let before = value - mean
      mean += before / count
      squares += before * (value - mean)
    }
  }

  /// What it reads, of which all that is in sight sums up to `seen`; not a number where what is out of sight tells too much
  /// of the light, or nobody knows how much.
  func completed(_ seen: Double, _ moment: SignalHistory.Moment) -> Double {
    guard let knowledge else { return .nan }
    var (low, swing, doubt) = (0.0, 0.0, 0.0)
    for (term, levels) in zip(terms, knowledge.terms) where !moment.view.shows(term.signal) {
      guard let levels else { return .nan }
      low += term.weight * levels.low
      swing += term.weight * levels.swing
      doubt += abs(term.weight) * levels.deviation
    }
    // Lit by the part p, the whole is its low and p times its swing, and what is hidden likewise.
    let part = swing / knowledge.swing
    guard part < Self.mostHiddenLight, doubt < Self.mostGuessed * (1 - part) * knowledge.swing
    else { return .nan }
    return (seen + low - part * knowledge.low) / (1 - part)
  }
}

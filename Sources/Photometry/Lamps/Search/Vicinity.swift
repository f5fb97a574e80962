/// What the tiles around places show, told once in a search for all the places that they are around: what moves makes many
/// candidates beside each other.
struct Vicinity {
  /// A tile's trace, and how far it goes up and down.
  struct Light {
    let trace: [Double]
    let range: Double

    init(_ trace: [Double]) {
      self.trace = trace
      var (low, high) = (Double.infinity, -Double.infinity)
      for value in trace where value.isFinite { (low, high) = (min(low, value), max(high, value)) }
      range = high - low
    }
  }

  /// What it does between its levels, of which there are some.
  struct Keying {
    let keyedness: Keyedness
    /// Of the trace, as `Sweep.noise`.
    let noise: Double
    let states: [Bool]
    let bits: StateBits
    /// The pictures in which the state is another than before.
    let changes: [Int]

    init?(_ trace: [Double]) {
      guard let keyedness = Keyedness(trace) else { return nil }
      self.keyedness = keyedness
      noise = Sweep.noise(trace)
      states = keyedness.states(trace)
      bits = StateBits(states)
      changes = Sweep.edges(states)
    }
  }

  private var lights: [Signal: Light] = [:]
  private var keyings: [Signal: Keying?] = [:]
  private var medians: [Signal: Double?] = [:]

  /// Of some signals, in the moments of the search.
  mutating func lights(
    of signals: [Signal], _ moments: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) -> [Light] {
    let missing = signals.filter { lights[$0] == nil }
    for (signal, trace) in zip(missing, Probe.traces(of: missing, moments, map)) {
      lights[signal] = Light(trace)
    }
    return signals.compactMap { lights[$0] }
  }

  /// Of a signal of which this is the light; nil where it has no levels.
  mutating func keying(of signal: Signal, _ light: Light) -> Keying? {
    if let known = keyings[signal] { return known }
    let keying = Keying(light.trace)
    keyings[signal] = .some(keying)
    return keying
  }

  /// The median of a signal of which this is the light; nil where it was never in sight.
  mutating func median(of signal: Signal, _ light: Light) -> Double? {
    if let known = medians[signal] { return known }
    let median = light.trace.filter(\.isFinite).median
    medians[signal] = .some(median)
    return median
  }
}

/// How a lamp's brightness is read off a picture: a weighted sum of signals.
struct Probe: Hashable, Sendable {
  struct Term: Hashable, Sendable {
    var signal: Int
    var weight: Double
  }

  var terms: [Term]
  /// Weight of the whole picture's gain, whose usual value is 1.
  var gain = 0.0
  /// Weight of the whole picture's mean luma.
  var mean = 0.0
  var offset = 0.0

  init(terms: [Term] = [], gain: Double = 0, mean: Double = 0, offset: Double = 0) {
    self.terms = terms
    self.gain = gain
    self.mean = mean
    self.offset = offset
  }

  /// One signal as it is.
  init(signal: Int) {
    self.init(terms: [Term(signal: signal, weight: 1)])
  }

  /// The mean of some signals.
  init(meanOf signals: [Int]) {
    let weight = 1 / Double(max(1, signals.count))
    self.init(terms: signals.map { Term(signal: $0, weight: weight) })
  }

  func value(_ moment: SignalHistory.Moment, _ map: SignalMap) -> Double {
    var sum = offset + gain * (moment.gain - 1) + mean * moment.mean
    for term in terms {
      let zero = map.isLuma(term.signal) ? 0.0 : 128
      sum += term.weight * (Double(moment.stored[term.signal]) / 256 - zero)
    }
    return sum
  }

  func trace(_ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap) -> [Double] {
    history.map { value($0, map) }
  }
}

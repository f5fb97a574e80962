/// What some signals were in each moment of the history, signal by signal.
///
/// The history lies picture by picture: what one signal was in half a minute of it is a thousand places far from each other,
/// and a search asks for the same few signals many times.
struct KeptSignals: Sendable {
  private var places: [Signal: Int] = [:]
  private var stored: [UInt16] = []
  private var peaks: [UInt8] = []
  private var count: Int
  /// The picture's gain and mean in each moment.
  private(set) var gains: [Double]
  private(set) var means: [Double]
  /// What was in sight, and from which moment on.
  private var views: [(begin: Int, view: TileView)] = []

  /// Keeps `signals`, all of tiles' means or of colour, and of tiles their brightest samples as well.
  init(
    _ signals: [Signal] = [], _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) {
    count = history.count
    gains = history.indices.map { history[$0].gain }
    means = history.indices.map { history[$0].mean }
    for index in history.indices where history[index].view != views.last?.view {
      views.append((index - history.startIndex, history[index].view))
    }
    for signal in signals.map({ $0.kind == .peak ? $0.tile : $0 }) where places[signal] == nil {
      places[signal] = places.count
    }
    stored = [UInt16](repeating: 0, count: places.count * count)
    peaks = [UInt8](repeating: 0, count: places.count * count)
    let kept = places.map { (signal: $0.key, place: $0.value * count) }.map {
      (index: map.index($0.signal), isTile: $0.signal.kind == .luma, place: $0.place)
    }
    guard !kept.isEmpty else { return }
    for time in 0..<count {
      let index = history.startIndex + time
      history[index].stored.withUnsafeBufferPointer { now in
        for signal in kept { stored[signal.place + time] = now[signal.index] }
      }
      history[index].peaks.withUnsafeBufferPointer { now in
        for signal in kept where signal.isTile && signal.index < now.count {
          peaks[signal.place + time] = now[signal.index]
        }
      }
    }
  }

  func holds(_ signal: Signal) -> Bool { place(signal) != nil }

  /// The moments in which some signals are not all in sight.
  func unseen(_ signals: [Signal]) -> [Range<Int>] {
    views.indices.compactMap { index in
      let isSeen = signals.allSatisfy { views[index].view.shows($0) }
      let end = index + 1 < views.count ? views[index + 1].begin : count
      return isSeen ? nil : views[index].begin..<end
    }
  }

  /// Where the moments of a signal begin; nil where it is not kept.
  private func place(_ signal: Signal) -> Int? {
    let kept = signal.kind == .peak ? signal.tile : signal
    return places[kept].map { $0 * count }
  }

  /// Adds `weight` times a signal, in units of `Moment.stored`, to `sums`, where it is kept.
  func add(_ signal: Signal, weight: Double, to sums: inout [Double]) {
    guard let place = place(signal), sums.count == count else { return }
    if signal.kind == .peak {
      for time in 0..<count { sums[time] += weight * 256 * Double(peaks[place + time]) }
    } else {
      for time in 0..<count { sums[time] += weight * Double(stored[place + time]) }
    }
  }
}

extension Probe {
  /// The same of signals that may be kept.
  func trace(
    _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap, _ kept: KeptSignals
  ) -> [Double] {
    guard terms.allSatisfy({ kept.holds($0.signal) }) else {
      return trace(history, map)
    }
    var relative = [Double](repeating: 0, count: history.count)
    var absolute = relative
    var zero = offset
    for term in terms {
      if term.signal.kind == .luma, !term.isAbsolute {
        kept.add(term.signal, weight: term.weight, to: &relative)
      } else {
        kept.add(term.signal, weight: term.weight, to: &absolute)
        if !term.signal.kind.isOfTile { zero -= 128 * term.weight }
      }
    }
    let isRestless = rest.contains { $0 != 0 }
    let first = history.startIndex
    var trace = relative
    for time in trace.indices {
      let level = kept.gains[time]
      var sum = zero + gain * (level - 1) + mean * kept.means[time]
      sum += relative[time] / (256 * level) + absolute[time] / 256
      if isRestless, history[first + time].isMoved {
        sum += TraceMath.product(rest, history[first + time].rest)
      }
      if let surroundings { sum += surroundings.light(history[first + time], map) }
      trace[time] = sum
    }
    for range in kept.unseen(terms.map(\.signal)) {
      for time in range { trace[time] = .nan }
    }
    return trace
  }
}

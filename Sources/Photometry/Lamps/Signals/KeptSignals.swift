/// What some signals were in each moment of the history, signal by signal.
///
/// The history lies picture by picture: what one signal was in half a minute of it is a thousand places far from each other,
/// and a search asks for the same few signals many times.
struct KeptSignals: Sendable {
  private var places: [Signal: Int] = [:]
  private var stored: [UInt16] = []
  private var count: Int
  /// The picture's gain and mean in each moment.
  private(set) var gains: [Double]
  private(set) var means: [Double]
  /// What was in sight, and from which moment on.
  private var views: [(begin: Int, view: TileView)] = []

  /// Keeps `signals`.
  init(
    _ signals: [Signal] = [], _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) {
    count = history.count
    gains = history.indices.map { history[$0].gain }
    means = history.indices.map { history[$0].mean }
    for index in history.indices where history[index].view != views.last?.view {
      views.append((index - history.startIndex, history[index].view))
    }
    keep(signals, history, map)
  }

  /// Others of the same history.
  func keeping(
    _ signals: [Signal], _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) -> KeptSignals {
    var others = self
    others.keep(signals, history, map)
    return others
  }

  private mutating func keep(
    _ signals: [Signal], _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) {
    places = [:]
    for signal in signals where places[signal] == nil { places[signal] = places.count }
    stored = [UInt16](repeating: 0, count: places.count * count)
    var (levels, peaks): ([(index: Int, place: Int)], [(index: Int, place: Int)]) = ([], [])
    for (signal, number) in places {
      let kept = (index: map.index(signal), place: number * count)
      if signal.kind == .peak { peaks.append(kept) } else { levels.append(kept) }
    }
    let count = count
    let moments = history.span
    var kept = stored.mutableSpan
    for time in 0..<count {
      if !levels.isEmpty {
        let now = moments[time].stored.span
        for signal in levels { kept[signal.place + time] = now[signal.index] }
      }
      if !peaks.isEmpty {
        let now = moments[time].peaks.span
        for signal in peaks where signal.index < now.count {
          kept[signal.place + time] = UInt16(now[signal.index]) << 8
        }
      }
    }
  }

  func holds(_ signal: Signal) -> Bool { places[signal] != nil }

  /// The moments in which some signals are not all in sight, or nothing is.
  func unseen(_ signals: [Signal]) -> [Range<Int>] {
    views.indices.compactMap { index in
      let view = views[index].view
      let isSeen = !view.isEmpty && signals.allSatisfy(view.shows)
      let end = index + 1 < views.count ? views[index + 1].begin : count
      return isSeen ? nil : views[index].begin..<end
    }
  }

  /// Adds `weight` times a signal, in units of `Moment.stored`, to `sums`, where it is kept.
  func add(_ signal: Signal, weight: Double, to sums: inout [Double]) {
    guard let number = places[signal], sums.count == count else { return }
    let place = number * count
    for time in 0..<count { sums[time] += weight * Double(stored[place + time]) }
  }
}

extension Probe {
  /// The same of signals that may be kept.
  func trace(
    _ history: ArraySlice<SignalHistory.Moment>, _ map: SignalMap, _ kept: KeptSignals
  ) -> [Double] {
    let missing = terms.map(\.signal).filter { !kept.holds($0) }
    let others = missing.isEmpty ? kept : kept.keeping(missing, history, map)
    var relative = [Double](repeating: 0, count: history.count)
    var absolute = relative
    var zero = offset
    for term in terms {
      let kept = kept.holds(term.signal) ? kept : others
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
      if let brightest { sum += brightest.light(history[first + time], map) }
      if let roaming { sum += roaming.light(history[first + time], map) }
      trace[time] = sum
    }
    let isRead = isSpread || knowledge != nil
    for range in kept.unseen(terms.map(\.signal)) {
      for time in range {
        trace[time] = isRead ? value(history[first + time], map) : .nan
      }
    }
    return trace
  }
}

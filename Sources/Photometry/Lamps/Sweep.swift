/// Whether a place goes bright and dark because something passes or grows over it: a shape, whose edge comes to the
/// places beside it a little sooner or later.
///
/// A lamp, its halo and what it lights up change in the same frame. Another lamp nearby changes at other times, and has
/// nothing to do with this one. Only what moves makes places beside each other do much the same at times that are
/// not the same.
struct Sweep {
  /// Tiles around the place: a shape that crosses a picture of 640 pixels in two seconds goes three tiles in two
  /// pictures.
  static let radius = 4
  /// Seconds by which the same may be sooner or later there. What takes longer from tile to tile takes as long
  /// within a tile, and its levels are not apart.
  static let reach = 0.3
  /// Changes of a place that tell.
  static let fewest = 6
  /// How much a place beside must do the same, as a correlation of lit and unlit. Two lamps that send texts of their own
  /// for ten seconds, some thirty marks, have one of 0.5 by chance once in two hundred times.
  static let likeness = 0.5
  /// The part of the changes there that come at a time of their own.
  static let leastStray = 0.5
  /// The least swing of a place beside, of this one's in the same kind of signal.
  static let leastSwing = 0.5

  private let states: [Bool]
  private let edges: [Int]
  private let reach: Int

  /// For a place's trace, of which `keyedness` tells the levels, in pictures taken at `times`.
  init(_ trace: [Double], _ keyedness: Keyedness, times: [Double]) {
    states = keyedness.states(trace)
    edges = Self.edges(states)
    let duration = (times.last ?? 0) - (times.first ?? 0)
    reach = duration > 0 ? max(3, Int(Self.reach * Double(times.count - 1) / duration)) : 3
  }

  /// Whether something passes, by the signals around (x, y), in tiles.
  func passes(
    _ x: Double, _ y: Double, _ moments: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) -> Bool {
    guard edges.count >= Self.fewest else { return false }
    let tile = Signal.luma(Int(x.rounded(.down)), Int(y.rounded(.down)))
    return ([tile] + (map.hasChroma ? tile.chroma : [])).contains { own in
      let trace = Probe(signal: own).trace(moments, map)
      guard let keyedness = Keyedness(trace) else { return false }
      let least = Self.leastSwing * keyedness.swing
      return own.around(Self.radius).contains { other in
        isPassed(Probe(signal: other).trace(moments, map), least: least)
      }
    }
  }

  /// Whether a light beside, of which this is the trace, is as clearly switched, much like this one, at other times.
  private func isPassed(_ trace: [Double], least: Double) -> Bool {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in trace where value.isFinite { (low, high) = (min(low, value), max(high, value)) }
    // Most places do not change.
    guard high - low >= least, let keyedness = Keyedness(trace), keyedness.isClear,
      keyedness.swing >= least
    else { return false }
    let others = keyedness.states(trace)
    let changes = Self.edges(others)
    guard changes.count >= Self.fewest else { return false }
    let stray = changes.count { change in !edges.contains { abs($0 - change) <= 1 } }
    return Double(stray) >= Self.leastStray * Double(changes.count) && isLike(others)
  }

  private func isLike(_ others: [Bool]) -> Bool {
    (-reach...reach).contains { lag in
      var counts = [0.0, 0.0, 0.0, 0.0]
      for index in max(0, lag)..<min(states.count, states.count + lag) {
        counts[(states[index] ? 2 : 0) + (others[index - lag] ? 1 : 0)] += 1
      }
      let (lit, unlit) = (counts[2] + counts[3], counts[0] + counts[1])
      let (otherLit, otherUnlit) = (counts[1] + counts[3], counts[0] + counts[2])
      let scale = (lit * unlit * otherLit * otherUnlit).squareRoot()
      guard scale > 0 else { return false }
      return abs(counts[3] * counts[0] - counts[1] * counts[2]) > Self.likeness * scale
    }
  }

  /// The pictures in which the state is another than before.
  private static func edges(_ states: [Bool]) -> [Int] {
    states.indices.dropFirst().filter { states[$0] != states[$0 - 1] }
  }
}

extension Signal {
  /// Those of its kind within so many tiles.
  fileprivate func around(_ tiles: Int) -> [Signal] {
    let radius = kind == .luma ? tiles : tiles / 2
    return (-radius...radius).flatMap { down in
      (-radius...radius).filter { $0 != 0 || down != 0 }.map { across in
        Signal(kind: kind, column: column + across, row: row + down)
      }
    }
  }
}

extension Keyedness {
  /// Whether each value of a trace is on the upper level; what is between the levels, or no number, is as before.
  fileprivate func states(_ trace: [Double]) -> [Bool] {
    var state = false
    return trace.map { value in
      state = isHigh(value) ?? state
      return state
    }
  }
}

/// Whether a place goes bright and dark because something passes or grows over it: a shape, whose edge comes to the
/// places beside it a little sooner or later.
///
/// A lamp and what it lights up change in the same frame. Another lamp nearby changes at other times, and has
/// nothing to do with this one. Only what moves makes places beside each other do much the same at times that are
/// not the same; and a halo, which grows and fades all around its lamp after it.
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
  /// The part of the times it goes on there that are its own.
  static let leastStray = 0.5
  /// How long the mean of the ways to the places where the same is later must be, for all of them to lie on one side: all
  /// around, it is nought; on one side of a straight edge, 0.64.
  static let oneSided = 0.5
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

  /// What a place beside does of the same.
  private enum Company {
    case sooner
    case later
  }

  /// Whether something passes, by the signals around (x, y), in tiles: the same is seen there sooner, or later on one
  /// side of the place.
  func passes(
    _ x: Double, _ y: Double, _ moments: ArraySlice<SignalHistory.Moment>, _ map: SignalMap
  ) -> Bool {
    guard edges.count >= Self.fewest else { return false }
    let tile = Signal.luma(Int(x.rounded(.down)), Int(y.rounded(.down)))
    return ([tile] + (map.hasChroma ? tile.chroma : [])).contains { own in
      let trace = Probe(signal: own).trace(moments, map)
      guard let keyedness = Keyedness(trace) else { return false }
      let least = Self.leastSwing * keyedness.swing
      var (later, across, down) = (0.0, 0.0, 0.0)
      for other in own.around(Self.radius) {
        switch company(Probe(signal: other).trace(moments, map), least: least) {
        case .sooner: return true
        case .later:
          let way = (Double(other.column - own.column), Double(other.row - own.row))
          let length = (way.0 * way.0 + way.1 * way.1).squareRoot()
          later += 1
          across += way.0 / length
          down += way.1 / length
        case nil: break
        }
      }
      return later >= Double(Self.radius)
        && (across * across + down * down).squareRoot() > Self.oneSided * later
    }
  }

  /// What a light beside, of which this is the trace, has to do with this one, where it is as clearly switched, and much
  /// like it at other times.
  private func company(_ trace: [Double], least: Double) -> Company? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in trace where value.isFinite { (low, high) = (min(low, value), max(high, value)) }
    // Most places do not change.
    guard high - low >= least, let keyedness = Keyedness(trace), keyedness.isClear,
      keyedness.swing >= least
    else { return nil }
    let others = keyedness.states(trace)
    let changes = Self.edges(others)
    guard changes.count >= Self.fewest else { return nil }
    // When they go on tells: a halo goes out when it falls below its own half, which may be before a saturated lamp's.
    let begins = changes.filter { others[$0] }
    let strays = begins.filter { change in !edges.contains { abs($0 - change) <= 1 } }
    guard !strays.isEmpty, Double(strays.count) >= Self.leastStray * Double(begins.count),
      isLike(others)
    else { return nil }
    let sooner = strays.count { change in
      let nearest = edges.filter { states[$0] }.min { abs($0 - change) < abs($1 - change) }
      return change < nearest ?? change
    }
    return 2 * sooner > strays.count ? .sooner : .later
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

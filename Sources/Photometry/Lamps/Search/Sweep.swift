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
  /// How far the mean of the directions in which the same is later must be from that of all, for it to be on one side:
  /// where it is so all around, that is nought; on one side of a straight edge, 0.58 among these tiles.
  static let oneSided = 0.5
  /// Places that tell a side.
  static let fewestLater = 4.0
  /// The least swing of a place beside that is later, of this one's in the same kind of signal: an exposure that follows a
  /// lamp darkens what is beside it by less, and is late.
  static let leastLater = 0.5
  /// The same of one that is sooner, which nothing that a lamp does is: less is enough, as long as it is far above noise.
  static let leastSooner = 0.1
  /// The part of the times that must be sooner where the place beside stands on no levels, as one that a shape grows over:
  /// what a hand moves there has none either, but is sooner and later by chance.
  static let leastSoonerUnclear = 0.75

  let states: [Bool]
  private let bits: StateBits
  private let edges: [Int]
  private let begins: [Int]
  let reach: Int

  /// For a place's trace, of which `keyedness` tells the levels, in pictures taken at `times`.
  init(_ trace: [Double], _ keyedness: Keyedness, times: [Double]) {
    states = keyedness.states(trace)
    bits = StateBits(states)
    edges = Self.edges(states)
    begins = edges.filter { [states] in states[$0] }
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
    _ x: Double, _ y: Double, _ moments: ArraySlice<SignalHistory.Moment>, _ map: SignalMap,
    _ vicinity: inout Vicinity
  ) -> Bool {
    guard edges.count >= Self.fewest else { return false }
    let tile = Signal.luma(at: (x, y))
    let view = moments.last { !$0.view.isEmpty }?.view
    return ([tile] + (map.hasChroma ? tile.chroma : [])).contains { own in
      let trace = Probe(signal: own).trace(moments, map)
      guard let keyedness = Keyedness(trace) else { return false }
      var (all, later) = (Ways(), Ways())
      let others = own.around(Self.radius).filter { view?.shows($0) ?? false }
      for (other, light) in zip(others, vicinity.lights(of: others, moments, map)) {
        all.add(own, other)
        switch company(other, light, swing: keyedness.swing, &vicinity) {
        case .sooner: return true
        case .later: later.add(own, other)
        case nil: break
        }
      }
      return later.count >= Self.fewestLater && later.distance(from: all) > Self.oneSided
    }
  }

  /// The directions of some places from one, each of length 1.
  private struct Ways {
    private(set) var count = 0.0
    private var across = 0.0
    private var down = 0.0

    mutating func add(_ own: Signal, _ other: Signal) {
      let (x, y) = (Double(other.column - own.column), Double(other.row - own.row))
      let length = max(1, (x * x + y * y).squareRoot())
      count += 1
      across += x / length
      down += y / length
    }

    /// How far their mean is from that of others.
    func distance(from others: Ways) -> Double {
      let x = across / max(1, count) - others.across / max(1, others.count)
      let y = down / max(1, count) - others.down / max(1, others.count)
      return (x * x + y * y).squareRoot()
    }
  }

  /// What a light beside has to do with this one, where it changes by far more than noise, and much like it at other times;
  /// this one swings by `swing`.
  private func company(
    _ signal: Signal, _ light: Vicinity.Light, swing: Double, _ vicinity: inout Vicinity
  ) -> Company? {
    // Rounding alone has a deviation of one over the root of twelve.
    let least = max(Self.leastSooner * swing, Keyedness.clear / 12.0.squareRoot())
    // Most places do not change.
    guard light.range >= least, let keying = vicinity.keying(of: signal, light) else { return nil }
    let keyedness = keying.keyedness
    guard keyedness.swing >= least,
      keyedness.isClear || keyedness.swing > Keyedness.clear * keying.noise,
      keying.changes.count >= Self.fewest
    else { return nil }
    let likeness = likeness(keying.bits)
    guard abs(likeness) > Self.likeness else { return nil }
    // When they go on tells: a halo goes out when it falls below its own half, which may be before a saturated lamp's.
    // What is like it the other way round goes off then.
    let theirs = keying.changes.filter { keying.states[$0] == (likeness > 0) }
    let strays = theirs.filter { change in !begins.contains { abs($0 - change) <= 1 } }
    guard !strays.isEmpty, Double(strays.count) >= Self.leastStray * Double(theirs.count) else {
      return nil
    }
    // While this one is dark, that is: what a hand moves there comes late in a mark, and soon before the next.
    let sooner = strays.count { change in
      let nearest = begins.min { abs($0 - change) < abs($1 - change) }
      return !states[change] && change < nearest ?? change
    }
    let most =
      keyedness.isClear
      ? 0.5 * Double(strays.count) : Self.leastSoonerUnclear * Double(theirs.count)
    if Double(sooner) > most { return .sooner }
    guard keyedness.isClear else { return nil }
    return keyedness.swing >= Self.leastLater * swing ? .later : nil
  }

  /// The standard deviation of what differs from each picture to the next, and of rounding to a step. What grows over a place stands on no levels, but is no noise.
  static func noise(_ trace: [Double]) -> Double {
    TraceMath.stepVariance(trace).map { ($0 + 1.0 / 12).squareRoot() } ?? .infinity
  }

  /// How much others' states are like these, a little sooner or later: the correlation that is farthest from nought.
  private func likeness(_ others: StateBits) -> Double {
    (-reach...reach).map { bits.correlation(with: others, later: $0) }
      .max { abs($0) < abs($1) } ?? 0
  }

  /// The correlation of these with others' states at the same time.
  func likenessNow(_ others: [Bool]) -> Double {
    bits.correlation(with: StateBits(others), later: 0)
  }

  /// The pictures in which the state is another than before.
  static func edges(_ states: [Bool]) -> [Int] {
    states.indices.dropFirst().filter { states[$0] != states[$0 - 1] }
  }
}

extension Keyedness {
  /// Whether each value of a trace is on the upper level; what is between the levels, or no number, is as before.
  func states(_ trace: [Double]) -> [Bool] {
    var state = false
    return trace.map { value in
      state = isHigh(value) ?? state
      return state
    }
  }
}

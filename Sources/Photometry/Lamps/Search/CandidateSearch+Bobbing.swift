/// A lamp that bobs where it is anchored, or is held in a hand: it goes to and fro over a few tiles.
///
/// What it adds to all tiles that it touches together is the same wherever among them it is: their sum jumps by as much at
/// each edge of the key, however much each of the tiles, and whatever else moves there, goes up and down in between.
extension CandidateSearch {
  /// Tiles around the brightest one that the lamp may touch: it is smaller than a tile, or what shows it jumps alike without
  /// this, and goes to and fro by about one. What goes farther is a neighbourhood (`Neighbourhood`).
  private static let reach = 1

  /// Part of the greatest jump that a block of tiles must make for the lamp to be in it, wherever it is: nine tenths, as
  /// what is left of a lamp's light beside its place is less.
  private static let held = 0.9

  /// The share of moments in which a reading must say what the jumps do: a tenth of them may be off, as something comes over
  /// it, but not a letter's marks in each word.
  private static let agreement = 0.9

  /// A reading of the tiles around `main` together; nil where they do not tell more alike than it what the key does.
  func bobbing(around main: Signal) -> Candidate? {
    let tile = main.tile
    guard main.kind == .luma, let alone = jump(Probe(signal: tile, isAbsolute: true)) else {
      return nil
    }
    let blocks = blocks(around: tile).compactMap { signals -> Block? in
      let probe = sum(of: signals)
      guard let jump = jump(probe) else { return nil }
      return Block(signals: signals, probe: probe, jump: jump)
    }
    let greatest = blocks.map(\.jump.swing).max() ?? 0
    let full = blocks.filter { $0.jump.swing >= Self.held * greatest }
    // What does not hold the lamp all the time misses some of its edges.
    let edges = full.map(\.jump.count).max() ?? 0
    // Half as uneven: by less, chance does it where some tiles are noisier than others.
    let steady = full.filter {
      Double($0.jump.count) >= Self.held * Double(edges)
        && 2 * $0.jump.unevenness < min(1, alone.unevenness)
    }
    let shown = steady.map { block in
      let trace = self.trace(block.probe)
      return (block: block, trace: trace, keyedness: Keyedness(trace))
    }
    guard
      let best = shown.max(by: {
        $0.keyedness?.separation ?? 0 < $1.keyedness?.separation ?? 0
      })
    else { return nil }
    // What fills more than a tile reaches beyond these as it goes to and fro: that is a neighbourhood's.
    guard let peak = Jump(peaks(of: best.block.signals)), best.block.jump.swing < peak.swing else {
      return nil
    }
    let lit = best.block.jump.states(best.trace)
    let leading = Shown(
      probe: best.block.probe, trace: best.trace, keyedness: best.keyedness, lit: lit)
    // What moves with the lamp or around it is cancelled by tiles that it does not light.
    var others = tile.around(Self.reach).filter(view.shows).map {
      Probe(signal: $0, isAbsolute: true)
    }
    others += surroundings(of: tile, without: Set(best.block.signals)).prefix(1)
    let readings = [
      refine(leading, others.prefix(mostFeatures - 1), main: main), refine(leading, main: main),
    ]
    // Weights that show levels further apart by letting weak marks go are worth nothing.
    return readings.compactMap { $0 }.first { agrees($0, lit) }
  }

  /// Whether a reading says the same as the jumps, of each level by itself.
  private func agrees(_ reading: Candidate, _ lit: [Bool?]) -> Bool {
    [true, false].allSatisfy { state in
      let told = lit.indices.filter { lit[$0] == state }
      let same = told.count { reading.keyedness.isHigh(reading.trace[$0]) == state }
      return !told.isEmpty && Double(same) > Self.agreement * Double(told.count)
    }
  }

  private struct Block {
    var signals: [Signal]
    var probe: Probe
    var jump: Jump
  }

  private func jump(_ probe: Probe) -> Jump? {
    Jump(trace(probe).filter(\.isFinite), clear: Keyedness.clear)
  }

  /// The brightest sample of some tiles, all in sight now, in each moment in which they were.
  private func peaks(of tiles: [Signal]) -> [Double] {
    let places = tiles.map(map.index)
    return history.compactMap { moment in
      guard tiles.allSatisfy(moment.view.shows) else { return nil }
      return places.map { Double(moment.peaks[$0]) }.max()
    }
  }

  private func sum(of signals: [Signal]) -> Probe {
    Probe(terms: signals.map { Probe.Term(signal: $0, weight: 1, isAbsolute: true) })
  }

  /// All rectangles of tiles within reach that contain one.
  private func blocks(around tile: Signal) -> [[Signal]] {
    let spans = (0...Self.reach).flatMap { before in (0...Self.reach).map { -before...$0 } }
    return spans.flatMap { down in
      spans.map { across in
        down.flatMap { row in
          across.map { Signal.luma(tile.column + $0, tile.row + row) }
        }
      }
    }.filter { $0.allSatisfy(view.shows) }
  }
}

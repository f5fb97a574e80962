/// Maximum-likelihood search (Viterbi) for the sequence of letters and gaps that explains the cells.
struct SequenceSearch: Sendable {
  /// A letter, and the cell where its first element begins.
  struct Letter: Hashable, Sendable {
    var node: Int
    var cell: Int
    /// The cell where its last element's gap of one cell ends.
    var end: Int
  }

  struct Path: Sendable {
    /// Log-likelihood up to a constant, with the prior of the text.
    var score: Double
    /// The part of `score` that is the text's prior.
    var prior: Double
    var letters: [Letter]
    /// The elements of a last letter that the end of the samples cut off.
    var partial: Letter?
  }

  private enum Arrival {
    static let idle: UInt8 = 0
    static let letter: UInt8 = 1
    static let word: UInt8 = 2
  }

  let trellis: CodeTrellis
  private var rows: [Double] = []
  private var letterEnds: [Double] = []
  private var pauses: [Double] = []
  private var bestNode: [UInt8] = []
  private var arrivals: [UInt8] = []
  private var pauseBegins: [Bool] = []

  init(trellis: CodeTrellis) {
    self.trellis = trellis
  }

  /// The best score. Work grows with `costs.cells` times the nodes of the trellis.
  mutating func score(_ costs: CellCosts) -> Double {
    run(costs).score
  }

  /// The best sequence.
  mutating func path(_ costs: CellCosts) -> Path {
    let end = run(costs)
    return trace(from: end.cell, node: end.node, score: end.score)
  }

  private mutating func run(_ costs: CellCosts) -> (score: Double, cell: Int, node: Int) {
    let nodes = trellis.count
    let total = costs.cells + 8
    if rows.count != 8 * nodes { rows = [Double](repeating: -.infinity, count: 8 * nodes) }
    for index in rows.indices { rows[index] = -.infinity }
    if letterEnds.count < total + 1 {
      letterEnds = [Double](repeating: -.infinity, count: total + 1)
      pauses = letterEnds
      bestNode = [UInt8](repeating: 0, count: total + 1)
      arrivals = bestNode
      pauseBegins = [Bool](repeating: false, count: total + 1)
    }
    var best = (score: -Double.infinity, cell: 0, node: 0)
    for cell in 0...total {
      let row = (cell & 7) * nodes
      let row2 = ((cell &+ 6) & 7) * nodes
      // Letters that end here.
      var letterEnd = -Double.infinity
      var node = 0
      if cell >= 4 {
        let afterDot = costs.gaps[2 * (cell - 2)]
        let afterDash = costs.gaps[2 * (cell - 2) + 1]
        for candidate in trellis.complete {
          let value =
            rows[row2 + candidate] - (trellis.ending[candidate] == .dot ? afterDot : afterDash)
          if value > letterEnd {
            letterEnd = value
            node = candidate
          }
        }
        // Its last element did not go on, but ended the letter.
        letterEnd += CodeTrellis.Prior.letter - CodeTrellis.Prior.element
      }
      letterEnds[cell] = letterEnd
      bestNode[cell] = UInt8(truncatingIfNeeded: node)
      var root = letterEnd
      var arrival = Arrival.letter
      var pause = cell == 0 ? -costs.before : -Double.infinity
      if cell >= 4 {
        let word =
          letterEnds[cell - 4] - (costs.dark[cell] - costs.dark[cell - 4])
          + (CodeTrellis.Prior.word - CodeTrellis.Prior.letter)
        if word > root {
          root = word
          arrival = Arrival.word
        }
        pause = word + CodeTrellis.Prior.pause
      }
      pauseBegins[cell] = cell > 0
      if cell > 0 {
        let longer = pauses[cell - 1] - (costs.dark[cell] - costs.dark[cell - 1])
        if longer > pause {
          pause = longer
          pauseBegins[cell] = false
        }
      }
      pauses[cell] = pause
      if pause > root {
        root = pause
        arrival = Arrival.idle
      }
      arrivals[cell] = arrival
      Self.extend(&rows, at: cell, trellis, costs)
      rows[row] = root
      if cell >= costs.cells {
        for node in 0..<nodes where rows[row + node] > best.score {
          best = (rows[row + node], cell, node)
        }
      }
    }
    return best
  }

  /// Elements that end at a cell: the scores of all nodes there, of those two and four cells before.
  private static func extend(
    _ rows: inout [Double], at cell: Int, _ trellis: CodeTrellis, _ costs: CellCosts
  ) {
    let nodes = trellis.count
    let (row, dots, dashes) = (
      (cell & 7) * nodes, ((cell &+ 6) & 7) * nodes, ((cell &+ 4) & 7) * nodes
    )
    var rows = rows.mutableSpan
    let (length, parent, element) = (trellis.length.span, trellis.parent.span, trellis.element.span)
    let elements = costs.elements.span
    for node in 1..<nodes {
      let isDot = length[node] == 2
      let back = isDot ? 2 : 4
      guard cell >= back else {
        rows[row + node] = -.infinity
        continue
      }
      rows[row + node] =
        rows[(isDot ? dots : dashes) + parent[node]]
        - elements[6 * (cell - back) + element[node]] + CodeTrellis.Prior.element
    }
  }

  private func trace(from cell: Int, node: Int, score: Double) -> Path {
    var path = Path(score: score, prior: 0, letters: [], partial: nil)
    var cell = cell
    if node != 0 {
      let start = begin(of: node, end: cell, prior: &path.prior)
      path.partial = Letter(node: node, cell: start, end: cell)
      cell = start
    }
    while cell > 0 {
      if arrivals[cell] == Arrival.idle {
        while cell > 0, !pauseBegins[cell] { cell -= 1 }
        guard cell > 0 else { break }
        path.prior += CodeTrellis.Prior.pause + CodeTrellis.Prior.word - CodeTrellis.Prior.letter
        cell -= 4
      } else if arrivals[cell] == Arrival.word {
        path.prior += CodeTrellis.Prior.word - CodeTrellis.Prior.letter
        cell -= 4
      }
      let node = Int(bestNode[cell])
      guard node != 0 else { break }
      path.prior += CodeTrellis.Prior.letter - CodeTrellis.Prior.element
      let end = cell - 2
      cell = begin(of: node, end: end, prior: &path.prior)
      path.letters.append(Letter(node: node, cell: cell, end: end))
    }
    path.letters.reverse()
    return path
  }

  /// The cell where the letter that has reached `node` at `end` began.
  private func begin(of node: Int, end: Int, prior: inout Double) -> Int {
    var node = node
    var cell = end
    while node != 0 {
      cell -= trellis.length[node]
      node = trellis.parent[node]
      prior += CodeTrellis.Prior.element
    }
    return cell
  }
}

extension SequenceSearch {
  /// 1 for each lit cell, up to `count` cells.
  func lit(_ path: Path, count: Int) -> [UInt8] {
    var cells = [UInt8](repeating: 0, count: max(0, count))
    for letter in path.letters + (path.partial.map { [$0] } ?? []) {
      var node = letter.node
      var cell = letter.end
      while node != 0 {
        let length = trellis.length[node]
        cell -= length
        for lit in cell..<(cell + length - 1) where cells.indices.contains(lit) { cells[lit] = 1 }
        node = trellis.parent[node]
      }
    }
    return cells
  }
}

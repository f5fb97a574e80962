/// How probable each letter and gap of a reading is, over all readings (forward-backward sums).
struct SequencePosterior: Sendable {
  private let trellis: CodeTrellis
  private let costs: CellCosts
  /// Log-sum over all beginnings that stand at a cell, ready for a letter.
  private var beginnings: [Double] = []
  /// Log-sum over all continuations from a cell where a letter may begin.
  private var endings: [Double] = []
  /// The same within a pause.
  private var pauses: [Double] = []
  private var total = 0.0

  init(trellis: CodeTrellis, costs: CellCosts) {
    self.trellis = trellis
    self.costs = costs
    backward()
    forward()
    total = logarithmOfSum(endings[0], pauses[0])
  }

  /// The probability of `letter`, and that the gap after it parts words.
  func probability(of letter: SequenceSearch.Letter) -> (letter: Double, word: Double) {
    guard letter.cell < costs.cells else { return (0, 0) }
    var value = beginnings[letter.cell]
    var node = letter.node
    var cell = letter.end
    while node != 0 {
      cell -= trellis.length[node]
      value += CodeTrellis.Prior.element - element(cell, node)
      node = trellis.parent[node]
    }
    let (next, word) = after(letter.node, letter.end)
    let all = logarithmOfSum(next, word)
    return (
      min(1, exponential(value + all - total)), min(1, exponential(word - all))
    )
  }

  private func element(_ cell: Int, _ node: Int) -> Double {
    cell < costs.cells ? costs.elements[6 * cell + trellis.element[node]] : 0
  }

  private func dark(_ from: Int, _ to: Int) -> Double {
    let last = costs.dark.count - 1
    return costs.dark[min(last, to)] - costs.dark[min(last, from)]
  }

  /// Log-sums of what follows a letter that ends, with its gap of one cell, at `end`: another
  /// letter, or a word gap.
  private func after(_ node: Int, _ end: Int) -> (letter: Double, word: Double) {
    let step = CodeTrellis.Prior.letter - CodeTrellis.Prior.element
    let gap =
      end < costs.cells ? costs.gaps[2 * end + (trellis.ending[node] == .dot ? 0 : 1)] : 0
    let word =
      CodeTrellis.Prior.word - CodeTrellis.Prior.element - dark(end + 2, end + 6)
      + logarithmOfSum(ending(end + 6), CodeTrellis.Prior.pause + pause(end + 6))
    return (step - gap + ending(end + 2), word - gap)
  }

  private func ending(_ cell: Int) -> Double { cell < endings.count ? endings[cell] : 0 }
  private func pause(_ cell: Int) -> Double { cell < pauses.count ? pauses[cell] : 0 }

  private mutating func backward() {
    endings = [Double](repeating: 0, count: costs.cells + 1)
    pauses = endings
    var values = [Double](repeating: 0, count: trellis.count)
    var places = [Int](repeating: 0, count: trellis.count)
    for cell in stride(from: costs.cells - 1, through: 0, by: -1) {
      var sum = -Double.infinity
      for node in 1..<trellis.count {
        let parent = trellis.parent[node]
        let from = parent == 0 ? cell : places[parent]
        let before = parent == 0 ? 0 : values[parent]
        places[node] = from + trellis.length[node]
        values[node] = before + CodeTrellis.Prior.element - element(from, node)
        guard trellis.text[node] != nil, values[node] > sum - 40 else { continue }
        let (letter, word) = after(node, places[node])
        sum = logarithmOfSum(sum, values[node] + logarithmOfSum(letter, word))
      }
      endings[cell] = sum
      pauses[cell] = logarithmOfSum(sum, pauses[cell + 1] - dark(cell, cell + 1))
    }
  }

  private mutating func forward() {
    let cells = costs.cells
    beginnings = [Double](repeating: -.infinity, count: cells + 1)
    var letterEnds = beginnings
    var idle = beginnings
    let nodes = trellis.count
    var rows = [Double](repeating: -.infinity, count: 8 * nodes)
    let step = CodeTrellis.Prior.letter - CodeTrellis.Prior.element
    for cell in 0...cells {
      let row = (cell & 7) * nodes
      let row2 = ((cell + 6) & 7) * nodes
      if cell >= 4 {
        var sum = -Double.infinity
        for node in trellis.complete {
          let gap = costs.gaps[2 * (cell - 2) + (trellis.ending[node] == .dot ? 0 : 1)]
          sum = logarithmOfSum(sum, rows[row2 + node] - gap + step)
        }
        letterEnds[cell] = sum
      }
      var root = letterEnds[cell]
      var pause = cell == 0 ? 0 : idle[cell - 1] - dark(cell - 1, cell)
      if cell >= 4 {
        let word =
          letterEnds[cell - 4] - dark(cell - 4, cell)
          + (CodeTrellis.Prior.word - CodeTrellis.Prior.letter)
        root = logarithmOfSum(root, word)
        pause = logarithmOfSum(pause, word + CodeTrellis.Prior.pause)
      }
      idle[cell] = pause
      root = logarithmOfSum(root, pause)
      beginnings[cell] = root
      rows[row] = root
      for node in 1..<nodes {
        let length = trellis.length[node]
        guard cell >= length else { continue }
        rows[row + node] =
          rows[((cell + 8 - length) & 7) * nodes + trellis.parent[node]]
          - costs.elements[6 * (cell - length) + trellis.element[node]]
          + CodeTrellis.Prior.element
      }
    }
  }
}

/// The code tree, laid out for a Viterbi search over cells of one dot each.
///
/// A node stands for "these elements were sent, each with its gap of one cell". Because a letter is
/// followed by at least three dark cells, a node says all of the last four cells' states: the search
/// over nodes is exact for frames that touch at most four cells.
struct CodeTrellis: Sendable {
  /// How a node's last element ended: what the cells before the next one show.
  enum Ending: Int, Sendable {
    case root, dot, dash
  }

  /// Of each node, the node that it extends.
  let parent: [Int]
  /// The nodes that extend a node by a dot or a dash.
  let children: [[Int]]
  /// Cells of a node's last element with its gap: 2 for a dot, 4 for a dash.
  let length: [Int]
  /// 3 x (dot 0, dash 1) + ending of the parent: where `CellCosts.elements` has the element's cost.
  let element: [Int]
  let ending: [Ending]
  /// What is printed where a letter ends at this node.
  let text: [String?]
  let code: [String]
  /// The nodes where a letter may end.
  let complete: [Int]

  var count: Int { parent.count }

  init(table: CodeTable) {
    var nodes = ["": 0]
    var parent = [0]
    var code = [""]
    for letter in table.texts.keys.sorted(by: { ($0.count, $0) < ($1.count, $1) }) {
      var prefix = ""
      var node = 0
      for sign in letter {
        prefix.append(sign)
        if let known = nodes[prefix] {
          node = known
        } else {
          nodes[prefix] = parent.count
          parent.append(node)
          code.append(prefix)
          node = parent.count - 1
        }
      }
    }
    let ending = code.map { $0.isEmpty ? Ending.root : $0.last == "." ? .dot : .dash }
    self.parent = parent
    var children = [[Int]](repeating: [], count: parent.count)
    for node in parent.indices.dropFirst() { children[parent[node]].append(node) }
    self.children = children
    self.code = code
    self.ending = ending
    length = ending.map { $0 == .dash ? 4 : 2 }
    element = zip(ending, parent).map { ($0 == .dash ? 3 : 0) + ending[$1].rawValue }
    text = code.map { table.texts[$0] }
    complete = code.indices.filter { $0 > 0 && table.texts[code[$0]] != nil }
  }
}

extension CodeTrellis {
  /// Log-probabilities of the choices of a text, normalised: dot or dash alike; of elements one in
  /// three ends its letter, of letters one in six its word (5 to 6 letters a word, 2 to 3 elements a
  /// letter in English), one word in thirty its message.
  enum Prior {
    static let element = -0.693 - 0.405
    static let letter = -0.693 - 1.099 - 0.182
    static let word = -0.693 - 1.099 - 1.792
    static let pause = -3.4
  }
}

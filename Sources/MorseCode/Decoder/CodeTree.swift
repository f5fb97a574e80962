/// The codes of a table as a tree: from each node one step by a dot, one by a dash.
///
/// Nodes are numbered so that a parent comes before its children, and all parents before all leaves; 0 is
/// the root. With each comes how likely it is under the character frequencies, so that a search may be
/// scored element by element and not only when a character is complete.
struct CodeTree: Sendable {
  /// Of each node: the child by a dot and by a dash, -1 where there is none.
  private(set) var dot: [Int32] = [-1]
  private(set) var dash: [Int32] = [-1]
  private(set) var parent: [Int32] = [-1]
  /// Of each node: whether a dot led to it.
  private(set) var isDot: [Bool] = [false]
  /// Of each node: what a character that ends there prints.
  private(set) var text: [String] = [""]
  private(set) var code: [String] = [""]
  /// log P(element that leads to this node | its parent was reached).
  private(set) var logStep: [Double] = []
  /// log P(the character ends here | this node was reached).
  private(set) var logStop: [Double] = []
  /// Where words end, if the language is known to be English.
  private(set) var words: WordModel?
  /// log of the probability that a word ends after a character, and that it does not.
  let logSpace = naturalLogarithm(CodeTree.spaces)
  let logNoSpace = naturalLogarithm(1 - CodeTree.spaces)

  /// A word of English has 4.7 letters (Norvig 2012), groups of telegraphy 5: about 0.18 of the
  /// characters end one.
  static let spaces = 0.18
  /// The weight of a code that no table has. Slips of the hand make them: about one in 10,000.
  private static let unknownWeight = 1e-4

  /// How many nodes have children: the first ones.
  private(set) var parents = 0

  var count: Int { text.count }

  /// `unknownLength`: codes of up to so many elements that the table lacks are in the tree too.
  init(table: CodeTable, frequencies: CharacterFrequencies, unknownLength: Int = 6) {
    let codes = table.texts.keys.sorted() + CodeTree.allCodes(upTo: unknownLength)
    let prefixes = Set(codes.flatMap { code in code.indices.dropFirst().map { code[..<$0] } })
    // Parents first, of these and of the leaves the shorter first.
    for code in prefixes.map(String.init).sorted(by: CodeTree.isShorter) { insert(code) }
    parents = count
    for code in codes.sorted(by: CodeTree.isShorter) { insert(code) }
    for (code, sign) in table.texts { text[insert(code)] = sign }
    var weights = [Double](repeating: 0, count: count)
    var sum = 0.0
    var unknown = 0
    for node in 1..<count {
      if text[node].isEmpty {
        unknown += 1
      } else {
        weights[node] = frequencies.weight(of: text[node])
        sum += weights[node]
      }
    }
    for node in 1..<count where text[node].isEmpty {
      weights[node] = CodeTree.unknownWeight * sum / Double(max(1, unknown))
      text[node] = "#"
    }
    var below = weights
    for node in stride(from: count - 1, to: 0, by: -1) {
      below[Int(parent[node])] += below[node]
    }
    logStep = [Double](repeating: 0, count: count)
    logStop = [Double](repeating: -40, count: count)
    for node in 1..<count {
      logStep[node] = naturalLogarithm(below[node] / below[Int(parent[node])])
      logStop[node] = naturalLogarithm(weights[node] / below[node])
    }
  }

  init(options: TimingDecoder.Options, unknownLength: Int = 6) {
    let isMild = options.languageModel == .mild && options.alphabet == .international
    self.init(
      table: options.alphabet.table, frequencies: isMild ? .mild : .flat,
      unknownLength: unknownLength)
    if isMild {
      words = WordModel(texts: text, chances: text.indices.map { exponential(logChance($0)) })
    }
  }

  /// log of how likely a character is that of `node`.
  func logChance(_ node: Int) -> Double {
    guard node > 0 else { return -40 }
    var sum = logStop[node]
    var at = node
    while at > 0 {
      sum += logStep[at]
      at = Int(parent[at])
    }
    return sum
  }

  /// The codes of up to `length` elements, the shorter first.
  private static func allCodes(upTo length: Int) -> [String] {
    var all: [String] = []
    var level = [""]
    for _ in 0..<length {
      level = level.flatMap { [$0 + ".", $0 + "-"] }
      all += level
    }
    return all
  }

  private static func isShorter(_ a: String, _ b: String) -> Bool {
    (a.count, a) < (b.count, b)
  }

  @discardableResult
  private mutating func insert(_ code: String) -> Int {
    var node = 0
    var prefix = ""
    for element in code {
      prefix.append(element)
      let next = element == "." ? dot[node] : dash[node]
      if next >= 0 {
        node = Int(next)
        continue
      }
      let new = count
      if element == "." { dot[node] = Int32(new) } else { dash[node] = Int32(new) }
      dot.append(-1)
      dash.append(-1)
      parent.append(Int32(node))
      isDot.append(element == ".")
      text.append("")
      self.code.append(prefix)
      node = new
    }
    return node
  }
}

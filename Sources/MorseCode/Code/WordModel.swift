/// Scores letters as a word of English against the same letters at random.
///
/// Only ratios count: how likely letters are by themselves the search knows already.
struct WordModel: Sendable {
  /// What a sign can be in a word.
  fileprivate enum Role: Sendable {
    case letter(Int)
    /// A sign after a word, and log of its ratio.
    case ending(Double)
    case other
  }

  /// The longest word that is scored.
  let longest = EnglishWords.lengths.count
  private let roles: [Role]
  /// log ratios of the nodes' characters, as parts of call signs and the like.
  private let codes: [Double]
  /// log ratios, of letters A to Z.
  private let first: [Double]
  private let last: [Double]
  private let single: [Double]
  private let following: [[Double]]
  private let length: [Double]
  /// log of the part of words that no sign follows.
  private let bare: Double

  /// `texts` and `chances`: of each node of a code tree, what it prints and how likely it is.
  init(texts: [String], chances: [Double]) {
    var chance = [Double](repeating: 1e-3, count: 26)
    var roles: [Role] = []
    for (text, likely) in zip(texts, chances) {
      if let letter = WordModel.letter(text) {
        roles.append(.letter(letter))
        chance[letter] = likely
      } else if let part = EnglishWords.endingSigns[text] {
        roles.append(.ending(naturalLogarithm(part / likely)))
      } else {
        roles.append(.other)
      }
    }
    self.roles = roles
    let weights = texts.map { $0 == "#" ? 0 : CharacterFrequencies.codes.weight(of: $0) }
    let all = weights.dropFirst().reduce(0, +)
    codes = zip(weights, chances).map { $0 > 0 ? naturalLogarithm($0 / all / $1) : 0 }
    let least = 1e-4
    first = zip(EnglishWords.first, chance).map { naturalLogarithm(max(least, $0 / 100) / $1) }
    following = EnglishWords.following.map { row in
      zip(row.utf8, chance).map { code, chance in
        -0.5 * 0.693_147 * Double(code - 97) - naturalLogarithm(chance)
      }
    }
    let used = CharacterFrequencies.english
    last = zip(EnglishWords.last, used).map { naturalLogarithm(max(least, $0 / 100) / $1) }
    single = chance.enumerated().map { index, chance in
      let letter = Character(UnicodeScalar(UInt8(65 + index)))
      return naturalLogarithm(max(least, (EnglishWords.single[letter] ?? 0) / 100) / chance)
    }
    let sum = EnglishWords.lengths.reduce(0, +)
    length = EnglishWords.lengths.map { naturalLogarithm($0 / sum) }
    bare = naturalLogarithm(1 - EnglishWords.endingSigns.values.reduce(0, +))
  }

  private static func letter(_ text: String) -> Int? {
    guard text.utf8.count == 1, let code = text.utf8.first, (65...90).contains(code) else {
      return nil
    }
    return Int(code) - 65
  }

  /// The log ratios of all words that a text may be cut into.
  struct Text: Sendable {
    fileprivate let model: WordModel
    fileprivate var roles: [Role] = []
    /// Of each sign, log of its ratio as part of a call sign and the like.
    private(set) var codes: [Double] = []
    /// Sums, up to each sign, of what a letter owes to the one before it.
    fileprivate var owed: [Double] = []
    /// From where on there are letters only, up to each sign.
    fileprivate var lettersFrom: [Int] = []

    /// `nodes` of the code tree that the model was made for.
    init(_ nodes: [Int], model: WordModel) {
      self.model = model
      var sum = 0.0
      var from = 0
      var before: Int?
      for (index, node) in nodes.enumerated() {
        let role = model.roles[node]
        roles.append(role)
        codes.append(model.codes[node])
        if case .letter(let letter) = role {
          if let before { sum += model.following[before][letter] }
          before = letter
        } else {
          before = nil
          from = index + 1
        }
        owed.append(sum)
        lettersFrom.append(from)
      }
    }

    /// Calls `body` with the beginning and the log ratio of each word that may end with `end`.
    func forEachWord(endingAt end: Int, _ body: (Int, Double) -> Void) {
      switch roles[end] {
      case .letter: forEachBareWord(endingAt: end) { body($0, $1 + model.bare) }
      case .ending(let ratio):
        if end > 0 { forEachBareWord(endingAt: end - 1) { body($0, $1 + ratio) } }
      case .other: break
      }
    }

    private func forEachBareWord(endingAt end: Int, _ body: (Int, Double) -> Void) {
      guard case .letter(let last) = roles[end] else { return }
      body(end, model.length[0] + model.single[last])
      let ending = owed[end] + model.last[last]
      for begin in stride(
        from: end - 1, through: max(lettersFrom[end], end + 1 - model.longest), by: -1)
      {
        guard case .letter(let first) = roles[begin] else { return }
        body(begin, model.length[end - begin] + model.first[first] + ending - owed[begin])
      }
    }
  }
}

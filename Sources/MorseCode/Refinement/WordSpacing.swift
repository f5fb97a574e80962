/// How likely a word ends after each character of a text, by what is known of words and by how long
/// the gaps are (semi-Markov forward-backward).
///
/// A word is one of English, or any signs whose word ends after each with the same chance: call
/// signs, numbers, groups. How many are English is not known: several shares are tried, and weigh as much
/// as their likelihood.
struct WordSpacing: Sendable {
  /// For the gap after each character: log-odds of a word's end there by all that is known but this gap's
  /// own length.
  private(set) var prior: [Double] = []
  /// log-likelihood of the gaps and the letters, over that of words that end anywhere with the usual chance.
  private(set) var logAdvantage = 0.0

  /// Kinds of text: of call signs and numbers, mixed, prose, and groups of five signs.
  private static let kinds = [
    Kind(english: 0, group: 0, chance: 0.33), Kind(english: 0.5, group: 0, chance: 0.33),
    Kind(english: 0.95, group: 0, chance: 0.32), Kind(english: 0, group: 0.95, chance: 0.02),
  ]
  /// Nothing but the gap itself makes it surer than this: 150 to 1.
  static let mostCertain = 5.0

  /// `nodes`: the characters, one more than there are gaps. `gaps`: of each gap, log of its density as one between words less
  /// that as one between letters.
  init(nodes: [Int], gaps: [Double], words: WordModel, logSpace: Double, logNoSpace: Double) {
    let text = WordModel.Text(nodes, model: words)
    let usual = gaps.reduce(logSpace) { $0 + logarithmOfSum($1 + logSpace, logNoSpace) }
    var total = -Double.infinity
    var passes: [Pass] = []
    for kind in WordSpacing.kinds where kind.group == 0 || nodes.count >= WordSpacing.leastGrouped {
      let pass = Pass(text, gaps, kind, logSpace: logSpace, logNoSpace: logNoSpace)
      total = logarithmOfSum(total, pass.total)
      passes.append(pass)
    }
    logAdvantage = total - usual
    prior = gaps.indices.map { gap in
      var word = 0.0
      for pass in passes {
        word += exponential(pass.total - total + min(0, pass.logWord[gap]))
      }
      let bound = min(1 - 1e-12, max(1e-12, word))
      let odds = naturalLogarithm(bound / (1 - bound)) - gaps[gap]
      return min(WordSpacing.mostCertain, max(-WordSpacing.mostCertain, odds))
    }
  }

  /// Of what is no English word, so much is short, all lengths alike: call signs have three to six signs (ITU
  /// Radio Regulations, article 19), Q codes, abbreviations and reports two or three, numbers any. The rest
  /// is of any length.
  private static let short = 0.75
  private static let longestShort = 6

  /// Signs of three groups: a call sign of ten signs is no two groups.
  private static let leastGrouped = 15

  /// What a text is made of.
  private struct Kind {
    /// Parts that are English words, and groups of five; the rest is words of any signs.
    var english: Double
    var group: Double
    /// How likely such a text is.
    var chance: Double
  }

  /// All ways to cut the text into words, of one kind.
  private struct Pass {
    var total = 0.0
    /// log of the chance that a word ends with each gap.
    var logWord: [Double] = []

    init(
      _ text: WordModel.Text, _ gaps: [Double], _ kind: Kind, logSpace: Double, logNoSpace: Double
    ) {
      let english = naturalLogarithm(max(1e-9, kind.english))
      let group = naturalLogarithm(max(1e-9, kind.group))
      let rest = 1 - kind.english - kind.group
      let short = naturalLogarithm(rest * WordSpacing.short / Double(WordSpacing.longestShort))
      let other = naturalLogarithm(rest * (1 - WordSpacing.short))
      func forEachWord(endingAt end: Int, _ body: (Int, Double) -> Void) {
        if kind.english > 0 { text.forEachWord(endingAt: end) { body($0, $1 + english) } }
        var codes = 0.0
        for begin in stride(from: end, through: max(0, end + 1 - WordSpacing.longestShort), by: -1)
        {
          codes += text.codes[begin]
          body(begin, codes + short)
          if kind.group > 0, end - begin == 4 { body(begin, codes + group) }
        }
      }
      let count = gaps.count + 1
      // At each place between characters, the end of the text included: a word ended there.
      var ended = [Double](repeating: -.infinity, count: count + 1)
      ended[0] = naturalLogarithm(kind.chance)
      // A word of any signs has gone on up to each character.
      var inside = -Double.infinity
      for end in 0..<count {
        inside = logarithmOfSum(ended[end] + other, inside + logNoSpace) + text.codes[end]
        var sum = inside + logSpace
        forEachWord(endingAt: end) { begin, ratio in
          sum = logarithmOfSum(sum, ended[begin] + ratio)
        }
        ended[end + 1] = sum + (end < gaps.count ? gaps[end] : 0)
      }
      total = ended[count]
      // What follows if a word ended there, and if one of any signs goes on.
      var later = [Double](repeating: -.infinity, count: count + 1)
      later[count] = 0
      var goesOn = -Double.infinity
      for end in stride(from: count - 1, through: 0, by: -1) {
        let after = later[end + 1] + (end < gaps.count ? gaps[end] : 0)
        goesOn = logarithmOfSum(goesOn + logNoSpace, after + logSpace) + text.codes[end]
        forEachWord(endingAt: end) { begin, ratio in
          later[begin] = logarithmOfSum(later[begin], after + ratio)
        }
        later[end] = logarithmOfSum(later[end], goesOn + other)
      }
      logWord = gaps.indices.map { ended[$0 + 1] + later[$0 + 1] - total }
    }
  }
}

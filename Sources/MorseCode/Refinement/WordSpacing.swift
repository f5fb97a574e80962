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

  /// Shares of English words: a text of call signs and groups, a mixed one, prose.
  private static let shares = [0.05, 0.5, 0.95]
  /// Nothing but the gap itself makes it surer than this: 150 to 1.
  private static let mostCertain = 5.0

  /// `nodes`: the characters, one more than there are gaps. `gaps`: of each gap, log of its density as one between words less
  /// that as one between letters.
  init(nodes: [Int], gaps: [Double], words: WordModel, logSpace: Double, logNoSpace: Double) {
    let text = WordModel.Text(nodes, model: words)
    let usual = gaps.reduce(logSpace) { $0 + logarithmOfSum($1 + logSpace, logNoSpace) }
    var total = -Double.infinity
    var passes: [Pass] = []
    for share in WordSpacing.shares {
      let pass = Pass(
        text, gaps, logEnglish: naturalLogarithm(share) * exponential(logSpace),
        logOther: naturalLogarithm(1 - share) * exponential(logSpace),
        logSpace: logSpace, logNoSpace: logNoSpace)
      total = logarithmOfSum(total, pass.total)
      passes.append(pass)
    }
    logAdvantage = total - naturalLogarithm(Double(passes.count)) - usual
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

  /// All ways to cut the text into words, under one share of English.
  private struct Pass {
    var total = 0.0
    /// log of the chance that a word ends with each gap.
    var logWord: [Double] = []

    init(
      _ text: WordModel.Text, _ gaps: [Double], logEnglish: Double, logOther: Double,
      logSpace: Double, logNoSpace: Double
    ) {
      let count = gaps.count + 1
      // At each place between characters, the end of the text included: a word ended there.
      var ended = [Double](repeating: -.infinity, count: count + 1)
      ended[0] = 0
      // A word of any signs has gone on up to each character.
      var inside = [Double](repeating: -.infinity, count: count)
      for end in 0..<count {
        inside[end] = ended[end] + logOther
        if end > 0 {
          inside[end] = logarithmOfSum(inside[end], inside[end - 1] + logNoSpace + logOther)
        }
        var sum = inside[end] + logSpace
        text.forEachWord(endingAt: end) { begin, ratio in
          sum = logarithmOfSum(sum, ended[begin] + logEnglish * Double(end + 1 - begin) + ratio)
        }
        ended[end + 1] = sum + (end < gaps.count ? gaps[end] : 0)
      }
      total = ended[count]
      // What follows if a word ended there, and if one of any signs goes on.
      var later = [Double](repeating: -.infinity, count: count + 1)
      later[count] = 0
      var goesOn = -Double.infinity
      for end in stride(from: count - 1, through: 0, by: -1) {
        let gap = end < gaps.count ? gaps[end] : 0
        let after = later[end + 1] + gap
        // later[end + 1] is complete: every word that begins there has been looked at.
        goesOn = logarithmOfSum(goesOn + logNoSpace + logOther, after + logSpace)
        text.forEachWord(endingAt: end) { begin, ratio in
          later[begin] = logarithmOfSum(
            later[begin], after + logEnglish * Double(end + 1 - begin) + ratio)
        }
        later[end] = logarithmOfSum(later[end], goesOn + logOther)
      }
      logWord = gaps.indices.map { ended[$0 + 1] + later[$0 + 1] - total }
    }
  }
}

import Testing

@testable import MorseCode

/// What is known of words may tip a gap that lies between letter and word gaps, and no other.
struct WordSpacingTests {
  private let tree = CodeTree(options: .init())

  /// The spacing of a text without its spaces; `gaps` are 0 (as much like the one as like the other) where
  /// not said.
  private func spacing(_ text: String, gaps: [Int: Double] = [:]) throws -> WordSpacing {
    let nodes = try text.map { sign in
      try #require(tree.text.indices.dropFirst().first { tree.text[$0] == String(sign) })
    }
    return WordSpacing(
      nodes: nodes, gaps: (0..<nodes.count - 1).map { gaps[$0] ?? 0 },
      words: try #require(tree.words), logSpace: tree.logSpace, logNoSpace: tree.logNoSpace)
  }

  @Test func lettersSayWhereEnglishWordsEnd() throws {
    let prior = try spacing("THELASTTRAINWILLNOTWAIT").prior
    // After THE, LAST, TRAIN, WILL, NOT; not within THE, nor before the end of TRAIN.
    for end in [2, 6, 11, 15, 18] { #expect(prior[end] > prior[0] && prior[end] > prior[10]) }
    #expect(prior[0] < -2)
  }

  @Test func noWordIsAsSureAsAClearGap() throws {
    let prior = try spacing("QQQQTHETHETHEZZZZ").prior
    #expect(prior.allSatisfy { abs($0) <= 5 })
  }

  @Test func groupsOfFiveAreSeenInLettersAndFigures() throws {
    for text in ["XQKZVWJRMBPLFYGHCUKW", "83105927461830592746"] {
      let clear = [4: 3.0, 9: 3, 14: 3]
      let prior = try spacing(text, gaps: clear).prior
      for place in prior.indices {
        if place % 5 == 4 { #expect(prior[place] > 0) } else { #expect(prior[place] < -1) }
      }
    }
  }

  @Test func chancesOfWordEndsAreThoseOfAllWaysToCutTheText() throws {
    // How the total follows a gap's length says how likely a word ends there: what the backward
    // pass found has to agree with the forward pass.
    let text = "CQDEK1ABCTHEBOAT,4087"
    let gaps = [1: 0.7, 3: -0.4, 8: 2, 11: -1.5, 16: 0.3]
    let prior = try spacing(text, gaps: gaps).prior
    func total(_ place: Int, _ change: Double) throws -> Double {
      var gaps = gaps
      gaps[place, default: 0] += change
      let usual = (0..<text.count - 1).map {
        logarithmOfSum((gaps[$0] ?? 0) + tree.logSpace, tree.logNoSpace)
      }
      return try spacing(text, gaps: gaps).logAdvantage + usual.reduce(0, +)
    }
    for place in prior.indices where abs(prior[place]) < 4.9 {
      let slope = (try total(place, 1e-4) - total(place, -1e-4)) / 2e-4
      let odds = prior[place] + (gaps[place] ?? 0)
      #expect(abs(slope - 1 / (1 + exponential(-odds))) < 1e-3)
    }
  }

  @Test func whereNoEnglishIsToBeExpectedNothingIsKnownOfWords() {
    #expect(CodeTree(options: .init(languageModel: .off)).words == nil)
    #expect(CodeTree(options: .init(alphabet: .greek)).words == nil)
  }

  @Test(arguments: [
    "SOS SOS SOS", "CQ CQ DE K1ABC K1ABC K", "W1AW/P DE G4XYZ 5NN 014", "QTH? QRM QSB 73 E E",
    "XQKZV WJRMB PLFYG HCUKW", "4087 2615 39 1 1 22", "THE T H E A TH EN D ITIS",
    "SENDTHEBOATATONCE",
  ])
  func whatWasSpacedClearlyIsPrintedAsItWasSent(_ text: String) {
    for seed in 1...3 as ClosedRange<UInt64> {
      let keying = Keying(
        text, speed: Speed(wpm: 18), style: KeyingStyle(absoluteJitter: 0.08), seed: seed)
      let end = keying.duration + 1.5
      let read = TimingDecoder.read(keying.events, until: end).map(\.text)
      #expect(read == [text], "seed \(seed)")
    }
  }

  @Test func anUnevenHandsCodesAreSpacedNoWorseForIt() {
    let texts = [
      "CQ CQ DE K1ABC K1ABC K", "W1AW DE G4XYZ UR 599 TU", "4087 2615 39 122 7",
      "QTH QRM 579 HW? QSL BK", "XQKZV WJRMB PLFYG HCUKW", "SOS SOS DE OH8JA",
    ]
    var wrong: [TimingDecoder.LanguageModel: Int] = [:]
    for text in texts {
      for seed in 1...20 as ClosedRange<UInt64> {
        let keying = Keying(text, speed: Speed(wpm: 18), style: .straightKey, seed: seed)
        for model in TimingDecoder.LanguageModel.allCases {
          let read = TimingDecoder.read(
            keying.events, until: keying.duration + 1.5, options: .init(languageModel: model))
          wrong[model, default: 0] += misplacedSpaces(read.map(\.text).joined(separator: " "), text)
        }
      }
    }
    #expect(wrong[.mild, default: 0] < wrong[.off, default: 0])
  }

  /// Spaces that one of two texts has and the other has not, where they agree on the letters; else all.
  private func misplacedSpaces(_ read: String, _ sent: String) -> Int {
    func ends(_ text: String) -> Set<Int> {
      var ends: Set<Int> = []
      var letters = 0
      for sign in text { if sign == " " { ends.insert(letters) } else { letters += 1 } }
      return ends
    }
    guard read.filter({ $0 != " " }) == sent.filter({ $0 != " " }) else { return ends(sent).count }
    return ends(read).symmetricDifference(ends(sent)).count
  }
}

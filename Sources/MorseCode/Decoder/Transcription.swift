/// Turns the steps of a reading into characters, in any portions.
struct Transcription: Sendable {
  private var start: Double?
  private var end = 0.0
  private var node = 0
  private var logUnit = 0.0
  /// The least log-odds of any of the character's steps.
  private var logOdds = Double.infinity
  private let confidence: @Sendable (Double) -> Double

  init(confidence: @escaping @Sendable (Double) -> Double = Confidence.live) {
    self.confidence = confidence
  }

  /// Takes further steps; returns the characters that they complete.
  mutating func consume(_ steps: [PathStep], tree: CodeTree) -> [DecodedCharacter] {
    var characters: [DecodedCharacter] = []
    for step in steps {
      switch Int(step.kind) {
      case Fist.dot, Fist.dash:
        if start == nil { start = step.start }
        end = step.end
        node = Int(step.node)
        logUnit = step.logUnit
        logOdds = min(logOdds, -step.rival)
      case Fist.letterGap:
        logOdds = min(logOdds, -step.rival)
        characters += finish(tree: tree)
      case Fist.wordGap:
        characters += finish(tree: tree)
        characters.append(
          DecodedCharacter(
            text: " ", code: "", time: step.start, duration: step.end - step.start,
            confidence: confidence(-step.rival), wpm: 1.2 / exponential(step.logUnit)))
      default: logOdds = min(logOdds, -step.rival)
      }
    }
    return characters
  }

  /// A character under way is complete; the rest of its steps, should any come, are another.
  mutating func finish(tree: CodeTree) -> [DecodedCharacter] {
    guard let begun = start else { return [] }
    let character = DecodedCharacter(
      text: tree.text[node], code: tree.code[node], time: begun, duration: end - begun,
      confidence: confidence(logOdds), wpm: 1.2 / exponential(logUnit))
    start = nil
    logOdds = .infinity
    return [character]
  }
}

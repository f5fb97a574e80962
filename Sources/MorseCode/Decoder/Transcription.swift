/// Turns the steps of a reading into characters, in any portions.
struct Transcription: Sendable {
  private var start: Double?
  private var end = 0.0
  private var node = 0
  private var logUnit = 0.0
  private var confidence = 1.0

  /// Takes further steps; returns the characters that they complete.
  mutating func consume(_ steps: [PathStep], tree: CodeTree) -> [DecodedCharacter] {
    var characters: [DecodedCharacter] = []
    for step in steps {
      let likely = 1 / (1 + exponential(max(-40, step.rival)))
      switch Int(step.kind) {
      case Fist.dot, Fist.dash:
        if start == nil { start = step.start }
        end = step.end
        node = Int(step.node)
        logUnit = step.logUnit
        confidence = min(confidence, likely)
      case Fist.letterGap:
        confidence = min(confidence, likely)
        characters += finish(tree: tree)
      case Fist.wordGap:
        confidence = min(confidence, likely)
        characters += finish(tree: tree)
        characters.append(
          DecodedCharacter(
            text: " ", code: "", time: step.start, duration: step.end - step.start,
            confidence: likely, wpm: 1.2 / exponential(step.logUnit)))
      default: confidence = min(confidence, likely)
      }
    }
    return characters
  }

  /// A character under way is complete; the rest of its steps, should any come, are another.
  mutating func finish(tree: CodeTree) -> [DecodedCharacter] {
    guard let begun = start else { return [] }
    let character = DecodedCharacter(
      text: tree.text[node], code: tree.code[node], time: begun, duration: end - begun,
      confidence: confidence, wpm: 1.2 / exponential(logUnit))
    start = nil
    confidence = 1
    return [character]
  }
}

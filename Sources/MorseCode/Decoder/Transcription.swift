/// Turns the steps of a reading into characters.
enum Transcription {
  /// `steps` begin between characters. A character under way at the end is complete there.
  static func characters(_ steps: [PathStep], tree: CodeTree) -> [DecodedCharacter] {
    var characters: [DecodedCharacter] = []
    var start: Double?
    var end = 0.0
    var node = 0
    var logUnit = 0.0
    var confidence = 1.0
    func close() {
      guard let begun = start else { return }
      characters.append(
        DecodedCharacter(
          text: tree.text[node], code: tree.code[node], time: begun, duration: end - begun,
          confidence: confidence, wpm: 1.2 / exponential(logUnit)))
      start = nil
      confidence = 1
    }
    for step in steps {
      if step.rival > -40 { confidence = min(confidence, 1 / (1 + exponential(step.rival))) }
      switch Int(step.kind) {
      case Fist.dot, Fist.dash:
        if start == nil { start = step.start }
        end = step.end
        node = Int(step.node)
        logUnit = step.logUnit
      case Fist.letterGap: close()
      case Fist.wordGap:
        close()
        characters.append(
          DecodedCharacter(
            text: " ", code: "", time: step.start, duration: step.end - step.start,
            confidence: 1 / (1 + exponential(max(-40, step.rival))),
            wpm: 1.2 / exponential(step.logUnit)))
      default: break
      }
    }
    close()
    return characters
  }
}

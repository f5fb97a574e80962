import MorseCode

extension ChartRow {
  /// Elements have been drawn with the light; here are the letters under them and the speed.
  func drawCharacters(
    _ row: Int, _ span: ClosedRange<Double>, _ bottom: Double, _ svg: inout SVGText
  ) {
    let letterTop = bottom + heights.elements
    let speedTop = letterTop + heights.letters
    var line: [(x: Double, y: Double)] = []
    func height(_ wpm: Double) -> Double {
      let part = (wpm - speeds.lowerBound) / (speeds.upperBound - speeds.lowerBound)
      return speedTop + heights.speed * (1 - min(max(part, 0), 1))
    }
    for character in strip.characters where !character.code.isEmpty {
      let end = character.time + character.duration
      // Before and after the row too: the line of the speed goes on.
      guard end > span.lowerBound - scale.rowSeconds,
        character.time < span.upperBound + scale.rowSeconds
      else { continue }
      let middle = (character.time + end) / 2
      if span.contains(middle) { line.append((scale.x(middle, row: row), height(character.wpm))) }
      guard end > span.lowerBound, character.time < span.upperBound else { continue }
      let from = scale.x(character.time, row: row)
      let to = scale.x(end, row: row)
      let trust = Self.trust(character.confidence)
      svg.line(x1: from, y1: letterTop + 1.5, x2: to, y2: letterTop + 1.5, kind: "extent \(trust)")
      // On two rows, its sign stands where its middle is.
      guard span.contains(middle) else { continue }
      // Type of 0.6 em a sign fits into the room up to the next letter.
      // Half a letter gap, of three dots, to either side is its own.
      let room = to - from + scale.rowPixels(of: 3.6 / max(character.wpm, 1))
      let size = min(15, max(6, room / (0.62 * Double(max(1, character.text.count)))))
      svg.label(
        character.text, x: (from + to) / 2, y: letterTop + 17, kind: "letter \(trust)",
        anchor: .middle, size: size, title: Self.title(character))
    }
    drawSpeed(line, speedTop, &svg)
  }

  private func drawSpeed(
    _ line: [(x: Double, y: Double)], _ top: Double, _ svg: inout SVGText
  ) {
    guard !strip.characters.isEmpty else { return }
    svg.rectangle(
      x: ChartScale.left, y: top, width: ChartScale.width, height: heights.speed, kind: "lane")
    svg.path(line, kind: "speed")
    if line.count == 1 { svg.circle(x: line[0].x, y: line[0].y, radius: 1.5, kind: "speed-dot") }
    let bottom = top + heights.speed
    svg.label(
      Figure.text(speeds.upperBound, digits: 0), x: ChartScale.left - 6, y: top + 7,
      kind: "axis small",
      anchor: .end)
    svg.label(
      Figure.text(speeds.lowerBound, digits: 0), x: ChartScale.left - 6, y: bottom,
      kind: "axis small",
      anchor: .end)
    svg.label(
      "WPM", x: ChartScale.left - 24, y: (top + bottom) / 2 + 4, kind: "axis small", anchor: .end)
  }

  /// Three colours, at the limits that people read as sure and as a guess.
  private static func trust(_ confidence: Double) -> String {
    confidence >= 0.9 ? "sure" : confidence >= 0.6 ? "likely" : "guess"
  }

  private static func title(_ character: DecodedCharacter) -> String {
    let code = character.code.replacing(".", with: "\u{00B7}").replacing("-", with: "\u{2212}")
    return
      "\(character.text)  \(code)  at \(Figure.text(character.time, digits: 2)) s, \(Figure.text(character.wpm, digits: 1)) WPM, \(Figure.text(100 * character.confidence, digits: 0)) % sure"
  }
}

extension ChartScale {
  /// How wide so many seconds are.
  func rowPixels(of seconds: Double) -> Double { seconds / rowSeconds * Self.width }
}

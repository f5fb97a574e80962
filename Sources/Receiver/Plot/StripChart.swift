import Foundation
import MorseCode
public import Photometry

/// A recording at a glance, as SVG: the level of each lamp with grid, threshold and lit spans; its
/// elements and letters; its speed; and a still of the picture with the lamps marked.
///
/// Long recordings take several rows, so that letters stay readable.
public struct StripChart: Sendable {
  /// What the chart is made from.
  public struct Content: Sendable {
    /// The recording's name.
    public var name: String
    /// Places that were looked at, lamps by number first.
    public var findings: [Finding]
    public var threshold: Detector.Threshold
    /// What the pictures are like; nil for a trace.
    public var survey: PictureSurvey?
    public var still: ChartStill?

    public init(
      name: String, findings: [Finding], threshold: Detector.Threshold,
      survey: PictureSurvey? = nil, still: ChartStill? = nil
    ) {
      self.name = name
      self.findings = findings
      self.threshold = threshold
      self.survey = survey
      self.still = still
    }
  }

  /// More lamps than people can follow at a glance.
  private static let mostStrips = 8
  private static let pageWidth = ChartScale.left + ChartScale.width + 20

  private let content: Content
  private let shown: [Finding]
  private let strips: [ChartStrip]
  private let scale: ChartScale
  private let end: Double

  public init(_ content: Content) {
    self.content = content
    let received = content.findings.filter { $0.lamp != nil }
    // Where nothing was received, the two places that came nearest to it say why.
    shown = Array(
      received.isEmpty ? content.findings.prefix(2) : received.prefix(Self.mostStrips))
    let lastSample = shown.compactMap(\.samples.last?.time).max() ?? 0
    let lastEvent = shown.compactMap(\.events.last?.time).max() ?? 0
    let end = max(lastSample, lastEvent, content.survey?.end ?? 0)
    self.end = end
    var strips = shown.map { ChartStrip($0, threshold: content.threshold, end: end) }
    if strips.isEmpty, let survey = content.survey { strips = [ChartStrip(survey)] }
    self.strips = strips
    let speeds = shown.flatMap(\.characters).map(\.wpm).filter { $0.isFinite && $0 > 0 }
    // Steps of a trace whose clock is the calendar's begin where it does.
    let first = strips.compactMap { $0.trace.first?.time }.min() ?? 0
    scale = ChartScale(
      from: first > 60 ? first : min(0, first), to: end,
      dot: speeds.median.map { 1.2 / $0 })
  }

  /// The document.
  public func svg() -> String {
    var body = SVGText()
    var y = drawHead(&body)
    let heights = ChartRow.Heights(rows: scale.rows)
    let rows = strips.map { ChartRow($0, scale, heights) }
    for row in 0..<scale.rows {
      for (index, one) in rows.enumerated() {
        if row == 0 || rows.count > 1 {
          body.label(strips[index].label, x: ChartScale.left, y: y + 11, kind: "strip")
          y += 17
        }
        one.draw(row: row, top: y, into: &body)
        y += heights.total
      }
      drawClock(row, y, &body)
      y += 26
    }
    if strips.isEmpty {
      body.label("There is no light in it to draw.", x: ChartScale.left, y: y + 14, kind: "sub")
      y += 30
    }
    let size = "\(SVGText.number(Self.pageWidth)) \(SVGText.number(y))"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" width="\(SVGText.number(Self.pageWidth))" height="\(SVGText.number(y))" role="img" aria-label="\(SVGText.escaped(content.name))">
      \(ChartStyle.sheet)
      <rect class="page" width="100%" height="100%"/>
      \(body.text)</svg>

      """
  }

  private func drawClock(_ row: Int, _ y: Double, _ svg: inout SVGText) {
    for time in scale.ticks(row: row, step: scale.majorStep) {
      let x = scale.x(time, row: row)
      // The last figure of a row is the first of the next.
      guard x < ChartScale.left + ChartScale.width - 1 || row == scale.rows - 1 else { continue }
      svg.label(
        scale.clock(time), x: x, y: y + 4, kind: "axis",
        anchor: x > ChartScale.left + ChartScale.width - 20 ? .end : .middle)
    }
  }

  /// Name, figures, texts, still and legend; returns where the rows begin.
  private func drawHead(_ svg: inout SVGText) -> Double {
    let stillWidth = content.still.map { $0.drawnSize.width + 24 } ?? 0
    let width = Self.pageWidth - 40 - stillWidth
    svg.label(Self.title(content.name, width: width), x: 20, y: 34, kind: "title")
    svg.label(figures, x: 20, y: 56, kind: "sub")
    var y = 82.0
    // Type of 7.8 pixels a sign, beside the still.
    let room = Int(width / 7.85)
    for line in texts(room: room) {
      svg.label(line, x: 20, y: y, kind: "mono")
      y += 18
    }
    y += 6
    if let still = content.still {
      let marks = shown.compactMap { finding in
        finding.place.map {
          (name: finding.lamp.map(String.init) ?? "?", place: $0, isReceived: finding.lamp != nil)
        }
      }
      still.draw(right: Self.pageWidth - 20, top: 20, marks: marks, into: &svg)
      y = max(y, 20 + still.drawnSize.height + 4)
    }
    drawLegend(y, &svg)
    return y + 26
  }

  /// A name that fits; of a long one the end, which tells files apart.
  private static func title(_ name: String, width: Double) -> String {
    // Bold type of 20 pixels: capitals are some 15 wide, the signs of East Asia 20.
    func advance(_ sign: Character) -> Double {
      sign.unicodeScalars.contains { $0.value >= 0x1100 } ? 20 : sign.isUppercase ? 15.5 : 13
    }
    let name = PlainName.text(name)
    var room = width
    let fitting = name.reversed().prefix { sign in
      room -= advance(sign)
      return room >= 0
    }
    guard fitting.count < name.count else { return name }
    return "\u{2026}" + String(fitting.dropLast(2).reversed())
  }

  private var figures: String {
    let seconds = end - scale.start
    let whole = Int(min(max(0, seconds), 1e9))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var parts = [
      seconds < 120
        ? Figure.text(seconds, digits: 1) + " s"
        : whole < 3600
          ? "\(whole / 60):\(two(whole % 60))"
          : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    ]
    if let survey = content.survey, survey.seconds > 0 {
      parts.append(
        "\(survey.count) pictures, \(Figure.text(Double(survey.count - 1) / survey.seconds, digits: 1)) a second"
      )
    }
    if let still = content.still {
      parts.append("\(Int(still.shownWidth)) \u{00D7} \(Int(still.shownHeight)) pixels")
    }
    if let samples = shown.first?.samples, content.survey == nil, let first = samples.first,
      let last = samples.last, last.time > first.time
    {
      let rate = Double(samples.count - 1) / (last.time - first.time)
      parts.append("\(samples.count) samples, \(Figure.text(rate, digits: 1)) a second")
    }
    return parts.joined(separator: "  \u{00B7}  ")
  }

  /// What was received, cut to a few lines.
  private func texts(room: Int) -> [String] {
    let received = shown.filter { $0.lamp != nil }
    guard !received.isEmpty else { return ["Nothing was received (see --explain)."] }
    let most = max(1, 8 / received.count)
    let more = content.findings.filter { $0.lamp != nil }.count - received.count
    let rest = more > 0 ? ["and \(more) more lamps, which are not drawn"] : []
    let lines = received.flatMap { finding -> [String] in
      let signs = finding.characters.filter { !$0.code.isEmpty }
      let sure = signs.map(\.confidence).reduce(0, +) / Double(max(1, signs.count))
      let speed = signs.map(\.wpm).median.map { Figure.text($0, digits: 1) + " WPM, " } ?? ""
      let head =
        "lamp \(finding.lamp ?? 0) (\(speed)\(Figure.text(100 * sure, digits: 0)) % sure): "
      return Self.wrapped(head + finding.text, room: room, most: most)
    }
    return lines + rest
  }

  private static func wrapped(_ text: String, room: Int, most: Int) -> [String] {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let word = String(word.prefix(room))
      if lines[lines.count - 1].count + 1 + word.count > room { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    guard lines.count > most else { return lines }
    return Array(lines.prefix(most - 1)) + [String(lines[most - 1].prefix(room - 2)) + " \u{2026}"]
  }

  private func drawLegend(_ y: Double, _ svg: inout SVGText) {
    var x = 20.0
    func entry(_ text: String, _ draw: (Double, inout SVGText) -> Void, _ svg: inout SVGText) {
      draw(x, &svg)
      svg.label(text, x: x + 30, y: y + 4, kind: "axis")
      x += 46 + 6.4 * Double(text.count)
    }
    entry(
      "level (ambient = 100)", { $1.line(x1: $0, y1: y, x2: $0 + 24, y2: y, kind: "level") }, &svg)
    entry("threshold", { $1.line(x1: $0, y1: y, x2: $0 + 24, y2: y, kind: "threshold") }, &svg)
    entry("lit", { $1.rectangle(x: $0, y: y - 6, width: 24, height: 12, kind: "lit") }, &svg)
    entry(
      "dots and dashes (grey: not read)",
      {
        $1.rectangle(x: $0, y: y - 3, width: 6, height: 6, kind: "element", round: 1.5)
        $1.rectangle(x: $0 + 10, y: y - 3, width: 14, height: 6, kind: "element", round: 1.5)
      }, &svg)
    entry("speed", { $1.line(x1: $0, y1: y, x2: $0 + 24, y2: y, kind: "speed") }, &svg)
    for (words, kind) in [
      ("sure", "sure"), ("less than 90 % sure", "likely"), ("less than 60 %", "guess"),
    ] {
      entry(
        words, { $1.label("A", x: $0 + 8, y: y + 5, kind: "mono \(kind)", size: 15) }, &svg)
    }
  }
}

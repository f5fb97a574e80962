/// A text as key events.
public struct Keying: Hashable, Sendable {
  /// Alternating down and up, the first at 0 seconds.
  public let events: [KeyEvent]
  /// What in the text has no code and was left out.
  public let unknown: [String]

  /// Keys `text` (case does not matter; prosigns in angle brackets: `<SK>`), with exact timing
  /// unless a fist is given. The same seed gives the same unevenness.
  public init(
    _ text: String, speed: Speed, style: KeyingStyle = .exact, seed: UInt64 = 0,
    table: CodeTable = .international
  ) {
    let (runs, unknown) = Keying.runs(of: text, table: table)
    self.unknown = unknown
    var timing = RunTiming(speed: speed, style: style, seed: seed)
    var events: [KeyEvent] = []
    events.reserveCapacity(runs.count + 1)
    var time = 0.0
    for (index, run) in runs.enumerated() {
      let progress = runs.count > 1 ? Double(index) / Double(runs.count - 1) : 0
      let length = timing.seconds(of: run, progress: progress)
      if run.isMark { events.append(KeyEvent(time: time, isDown: true)) }
      time += length
      if run.isMark { events.append(KeyEvent(time: time, isDown: false)) }
    }
    self.events = events
  }

  /// Seconds from the first mark to the end of the last.
  public var duration: Double { events.last?.time ?? 0 }

  /// Time runs of light and dark, by what they mean.
  enum Run: Hashable {
    case dot, dash, elementGap, letterGap, wordGap

    var isMark: Bool { self == .dot || self == .dash }
  }

  private static func runs(of text: String, table: CodeTable) -> ([Run], unknown: [String]) {
    var runs: [Run] = []
    var unknown: [String] = []
    for word in text.uppercased().split(whereSeparator: \.isWhitespace) {
      var gap = Run.wordGap
      for sign in signs(of: word, table: table) {
        guard let code = table.codes[sign] else {
          unknown.append(sign)
          continue
        }
        if !runs.isEmpty { runs.append(gap) }
        gap = .letterGap
        for (index, element) in code.enumerated() {
          if index > 0 { runs.append(.elementGap) }
          runs.append(element == "." ? .dot : .dash)
        }
      }
    }
    return (runs, unknown)
  }

  /// Single characters, and `<...>` as one.
  private static func signs(of word: Substring, table: CodeTable) -> [String] {
    var signs: [String] = []
    var rest = word
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">") {
        signs.append(String(rest[...end]))
        rest = rest[rest.index(after: end)...]
      } else {
        // A voicing mark has a code of its own.
        let isWhole = first.unicodeScalars.count < 2 || table.codes[String(first)] != nil
        signs += isWhole ? [String(first)] : first.unicodeScalars.map { String($0) }
        rest = rest.dropFirst()
      }
    }
    return signs
  }
}

import MorseCode

/// Writes what is received as subtitles: each character comes on screen when its last mark is over, so
/// that a player shows the text growing while the lamp sends it.
///
/// At any moment one subtitle is shown, with a line or two for each lamp that is sending. Lines stay a
/// while after their message. Cues follow each other in time and never overlap.
public struct SubtitleTranscript: Sendable {
  public enum Style: Hashable, Sendable {
    case subRip
    case webVTT
  }

  private struct Line: Sendable {
    var text: String
    /// Seconds: when the message has been read; nil while it is sent.
    var expiry: Double?
  }

  /// Seconds that a message stays on screen: a message ends after 5 s of silence or more, so that it
  /// is gone before the lamp's next one begins.
  private static let linger = 3.0

  private let style: Style
  private let origin: Double
  private let places: [Int: Place]
  private let names: [Int: String]
  private var lamps: Int
  private var lines: [Int: Line] = [:]
  /// Milliseconds at which what is on screen came there.
  private var shownSince = 0
  /// The number of the last cue; SubRip counts them.
  public private(set) var cues: Int

  /// - Parameters:
  ///   - lamps: how many lamps are known beforehand: with several, lines say whose they are.
  ///   - origin: the input's time at which the subtitles' begins.
  ///   - places: where lamps are, as parts of the picture's width and height: WebVTT shows each one's
  ///     text under it.
  ///   - names: what lamps are called where that is not their number.
  ///   - cues: how many there are already, where others come before in one file.
  public init(
    _ style: Style, lamps: Int = 0, origin: Double = 0, places: [Int: Place] = [:],
    names: [Int: String] = [:], cues: Int = 0
  ) {
    self.style = style
    self.names = names
    self.cues = cues
    self.places = style == .webVTT ? places : [:]
    self.lamps = lamps
    self.origin = origin
  }

  /// The cues that are complete by `received`.
  public mutating func consume(_ received: Received) -> String {
    switch received {
    case .light: return ""
    case .character(let lamp, let character):
      return show(character.text, of: lamp, at: character.end)
    case .message(let lamp, let message):
      end(lamp, at: message.end)
      return ""
    }
  }

  /// A sign of `lamp`, or a word gap, is there to be read at `time`; the cues that are complete by then.
  public mutating func show(_ sign: String, of lamp: Int, at time: Double) -> String {
    if sign == " " {
      if lines[lamp]?.expiry == nil { lines[lamp]?.text += sign }
      return ""
    }
    let cues = advance(to: time)
    lamps = max(lamps, lamp)
    if lines[lamp]?.expiry != nil { lines[lamp] = nil }
    lines[lamp, default: Line(text: "")].text += sign
    return cues
  }

  /// The message of `lamp` was over at `time`.
  public mutating func end(_ lamp: Int, at time: Double) {
    lines[lamp]?.expiry = time + Self.linger
  }

  /// The cues that are left at the end of the input.
  public mutating func finish() -> String {
    let last = origin + Double(shownSince) / 1000
    for lamp in lines.keys where lines[lamp]?.expiry == nil {
      lines[lamp]?.expiry = last + Self.linger
    }
    let latest = lines.values.compactMap(\.expiry).max() ?? last
    return advance(to: latest)
  }

  /// Ends what is on screen at `time`, and before that what has been there for long enough.
  private mutating func advance(to time: Double) -> String {
    var cues = ""
    while let next = lines.values.compactMap(\.expiry).min(), next <= time {
      cues += cue(until: next)
      lines = lines.filter { ($0.value.expiry ?? .infinity) > next }
    }
    return cues + cue(until: time)
  }

  private mutating func cue(until time: Double) -> String {
    // Histories take years; and a time is not to trap.
    let seconds = min(max(0, time - origin), 1e12)
    let end = Int((seconds * 1000).rounded())
    // A character that became known late, of another lamp, comes with those that are there.
    guard end > shownSince else { return "" }
    defer { shownSince = end }
    let span = "\(stamp(shownSince)) --> \(stamp(end))"
    return screen.map { cue in
      cues += 1
      let number = style == .subRip ? "\(cues)\n" : ""
      return "\(number)\(span)\(cue.settings)\n\(cue.text)\n\n"
    }.joined()
  }

  /// What is to be seen: one text, or one for each lamp whose place is known.
  private var screen: [(text: String, settings: String)] {
    let texts = lines.sorted { $0.key < $1.key }.compactMap { lamp, line in
      let name = lamps > 1 ? (names[lamp] ?? "lamp \(lamp)") + ": " : ""
      let wrapped = SubtitleText.lastLines(of: line.text, after: name.count)
      return wrapped.isEmpty ? nil : (lamp: lamp, text: escaped(name + wrapped))
    }
    let placed = texts.compactMap { lamp, text in
      places[lamp].map { (text: text, settings: Self.settings(at: $0)) }
    }
    let rest = texts.filter { places[$0.lamp] == nil }.map(\.text)
    return placed + (rest.isEmpty ? [] : [(rest.joined(separator: "\n"), "")])
  }

  /// Under the lamp, or above it where there is no room below (WebVTT, 4.4: cue settings). A line of
  /// text is some 5 % of the picture's height.
  private static func settings(at place: Place) -> String {
    func percent(_ part: Double) -> Int { Int((100 * min(max(part, 0), 1)).rounded()) }
    let line = place.y > 0.8 ? place.y - 0.15 : place.y + 0.05
    // A box that would reach beyond the picture is moved in by the player.
    return " line:\(percent(line))% position:\(percent(place.x))% align:center"
  }

  /// Prosigns stand between angle brackets, which both formats take for tags.
  private func escaped(_ text: String) -> String {
    switch style {
    case .subRip:
      // SubRip has no escapes: the single angle quotation marks look the same.
      text.replacing("<", with: "\u{2039}").replacing(">", with: "\u{203A}")
    case .webVTT:
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
  }

  private func stamp(_ milliseconds: Int) -> String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return clock.joined(separator: ":") + (style == .subRip ? "," : ".") + padded(rest, 3)
  }
}

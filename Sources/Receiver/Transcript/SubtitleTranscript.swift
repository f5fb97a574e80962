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
  private var lamps: Int
  private var lines: [Int: Line] = [:]
  /// Milliseconds at which what is on screen came there.
  private var shownSince = 0
  private var cues = 0

  /// - Parameters:
  ///   - lamps: how many lamps are known beforehand: with several, lines say whose they are.
  ///   - origin: the input's time at which the subtitles' begins.
  public init(_ style: Style, lamps: Int = 0, origin: Double = 0) {
    self.style = style
    self.lamps = lamps
    self.origin = origin
  }

  /// The cues that are complete by `received`.
  public mutating func consume(_ received: Received) -> String {
    switch received {
    case .light: return ""
    case .character(let lamp, let character):
      if character.code.isEmpty {
        if lines[lamp]?.expiry == nil { lines[lamp]?.text += character.text }
        return ""
      }
      let cues = advance(to: character.time + character.duration)
      lamps = max(lamps, lamp)
      if lines[lamp]?.expiry != nil { lines[lamp] = nil }
      lines[lamp, default: Line(text: "")].text += character.text
      return cues
    case .message(let lamp, let message):
      lines[lamp]?.expiry = message.end + Self.linger
      return ""
    }
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
    // Beyond a year there is no film; and a time is not to trap.
    let seconds = min(max(0, time - origin), 3.2e7)
    let end = Int((seconds * 1000).rounded())
    // A character that became known late, of another lamp, comes with those that are there.
    guard end > shownSince else { return "" }
    defer { shownSince = end }
    let shown = text
    guard !shown.isEmpty else { return "" }
    cues += 1
    let number = style == .subRip ? "\(cues)\n" : ""
    return "\(number)\(stamp(shownSince)) --> \(stamp(end))\n\(shown)\n\n"
  }

  private var text: String {
    lines.sorted { $0.key < $1.key }.compactMap { lamp, line in
      let name = lamps > 1 ? "lamp \(lamp): " : ""
      let wrapped = SubtitleText.lastLines(of: line.text, after: name.count)
      return wrapped.isEmpty ? nil : name + escaped(wrapped)
    }.joined(separator: "\n")
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

/// How what is received is written. `Docs/formats.md` says what each holds, field by field.
public enum TranscriptFormat: String, CaseIterable, Hashable, Sendable {
  /// A line a message.
  case text
  /// An object a line (JSON Lines).
  case jsonl
  /// A table with a header (RFC 4180, lines ended by a line feed).
  case csv
  /// SubRip subtitles: the text grows with each character.
  case srt
  /// WebVTT subtitles.
  case vtt

  /// The format that a file's ending tells; nil where it tells none.
  public init?(endingOf path: String) {
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."),
      dot != name.startIndex
    else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "txt", "text": self = .text
    case "jsonl", "ndjson", "json": self = .jsonl
    case "csv": self = .csv
    case "srt": self = .srt
    case "vtt": self = .vtt
    default: return nil
    }
  }

  /// Whether it can only tell of one recording: subtitles run along one film.
  public var isOfOneRecording: Bool { self == .srt || self == .vtt }

  /// What a file of this format begins with, whatever is received.
  public var head: String {
    switch self {
    case .text, .jsonl, .srt: ""
    case .csv: CSVTranscript.header
    case .vtt: "WEBVTT\n\n"
    }
  }
}

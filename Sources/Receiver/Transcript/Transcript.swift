/// Writes what is received of one recording in any of the formats.
///
/// Pure: every call returns what is to be written, without the format's `head`, which comes once a
/// file.
public struct Transcript: Sendable {
  private enum Writer: Sendable {
    case text(TextTranscript)
    case json(JSONLines)
    case table(CSVTranscript)
    case subtitles(SubtitleTranscript)
  }

  public let format: TranscriptFormat
  private let file: String?
  private var writer: Writer

  /// - Parameters:
  ///   - file: the input's name, where there are several.
  ///   - lamps: how many lamps are known before the first is written; a recording knows all.
  ///   - origin: seconds at which subtitles begin to count; the other formats keep the input's times.
  public init(
    _ format: TranscriptFormat, file: String? = nil, lamps: Int = 0, origin: Double = 0
  ) {
    self.format = format
    self.file = file
    writer =
      switch format {
      case .text: .text(TextTranscript(file: file, lamps: lamps))
      case .jsonl: .json(JSONLines(file: file))
      case .csv: .table(CSVTranscript(file: file))
      case .srt: .subtitles(SubtitleTranscript(.subRip, lamps: lamps, origin: origin))
      case .vtt: .subtitles(SubtitleTranscript(.webVTT, lamps: lamps, origin: origin))
      }
  }

  /// What `received` adds.
  public mutating func consume(_ received: Received) -> String {
    switch writer {
    case .text(var transcript):
      defer { writer = .text(transcript) }
      return transcript.consume(received)
    case .json(let lines): return lines.line(received)
    case .table(let table): return table.row(received)
    case .subtitles(var subtitles):
      defer { writer = .subtitles(subtitles) }
      return subtitles.consume(received)
    }
  }

  /// Ends the input: what is still to be written.
  public mutating func finish() -> String {
    switch writer {
    case .text(var transcript):
      defer { writer = .text(transcript) }
      return transcript.finish()
    case .json, .table: return ""
    case .subtitles(var subtitles):
      defer { writer = .subtitles(subtitles) }
      return subtitles.finish()
    }
  }
}

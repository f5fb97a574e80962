import Foundation

/// What messages can be taken away as.
enum ExportFormat: String, CaseIterable, Sendable {
  case text
  case csv
  case jsonl
  case srt

  var mediaType: String {
    switch self {
    case .text: "text/plain; charset=utf-8"
    case .csv: "text/csv; charset=utf-8"
    case .jsonl: "application/x-ndjson"
    case .srt: "application/x-subrip"
    }
  }

  var fileExtension: String { self == .text ? "txt" : rawValue }
}

/// Writes messages of the history, oldest first.
struct MessageExporter {
  let format: ExportFormat
  private var subtitles = SubtitleExporter()
  private let dates = ISO8601DateFormatter()

  init(format: ExportFormat) {
    self.format = format
    dates.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
  }

  /// What comes before the first message.
  var head: String {
    format == .csv ? "id,station,lamp,start,end,wpm,confidence,state,text\r\n" : ""
  }

  /// Whether it wants to know when each sign came.
  var isTimed: Bool { format == .srt }

  /// `signs`: the message's, where they are known; of no use to formats that are not timed.
  mutating func text(of record: MessageRecord, signs: [TimedSign] = []) -> String {
    switch format {
    case .text:
      return "\(date(record.start)) \(record.station) lamp \(record.lamp): \(record.text)\n"
    case .csv: return row(record)
    case .jsonl:
      return String(decoding: JSONText.bytes(MessageDocument(record)), as: UTF8.self) + "\n"
    case .srt: return subtitles.text(of: record, signs: signs)
    }
  }

  /// What comes after the last message.
  mutating func end() -> String { format == .srt ? subtitles.finish() : "" }

  private func date(_ time: Double) -> String {
    dates.string(from: Date(timeIntervalSince1970: time))
  }

  /// RFC 4180, as data: a spreadsheet takes a field that begins with =, +, - or @ for a formula, so
  /// such texts (there is Morse for each of these) get an apostrophe before them.
  private func row(_ record: MessageRecord) -> String {
    let begins = record.text.first.map { "=+-@\t\r".contains($0) } ?? false
    let text = (begins ? "'" : "") + record.text
    let fields = [
      "\(record.id)", record.station, "\(record.lamp)", date(record.start), date(record.end),
      "\(JSONText.rounded(record.wpm, 1))", "\(JSONText.rounded(record.confidence, 3))",
      record.state.rawValue, "\"" + text.replacing("\"", with: "\"\"") + "\"",
    ]
    return fields.joined(separator: ",") + "\r\n"
  }
}

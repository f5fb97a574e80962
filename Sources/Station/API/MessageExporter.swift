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
  private var count = 0
  private var origin: Double?
  private let dates = ISO8601DateFormatter()

  init(format: ExportFormat) {
    self.format = format
    dates.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
  }

  /// What comes before the first message.
  var head: String {
    format == .csv ? "id,station,lamp,start,end,wpm,confidence,state,text\r\n" : ""
  }

  mutating func text(of record: MessageRecord) -> String {
    count += 1
    switch format {
    case .text:
      return "\(date(record.start)) \(record.station) lamp \(record.lamp): \(record.text)\n"
    case .csv: return row(record)
    case .jsonl:
      return String(decoding: JSONText.bytes(MessageDocument(record)), as: UTF8.self) + "\n"
    case .srt: return subtitle(record)
    }
  }

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

  /// Times count from the first message.
  private mutating func subtitle(_ record: MessageRecord) -> String {
    let begin = origin ?? record.start
    origin = begin
    let (start, end) = (max(0, record.start - begin), max(0, record.end - begin))
    // A tag in a subtitle is styling: <SK> would be swallowed.
    let text = record.text.replacing("<", with: "‹").replacing(">", with: "›")
    return
      "\(count)\n\(Self.stamp(start)) --> \(Self.stamp(max(end, start + 1)))\n\(text)\n\n"
  }

  private static func stamp(_ seconds: Double) -> String {
    let milliseconds = Int64(min(seconds, 1e12) * 1000)
    func padded(_ number: Int64, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    return
      "\(padded(hours, 2)):\(padded(minutes, 2)):\(padded(milliseconds / 1000 % 60, 2)),"
      + padded(milliseconds % 1000, 3)
  }
}

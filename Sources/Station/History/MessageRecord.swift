import GRDB

/// A message in the history.
struct MessageRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
  enum State: String, Codable, Hashable, Sendable {
    /// It is still coming.
    case open
    case complete
    /// The service was killed while it came.
    case interrupted
  }

  static let databaseTableName = "message"

  var id: Int64
  var station: String
  var lamp: Int
  /// Unix seconds: the first mark's begin and the last mark's end.
  var start: Double
  var end: Double
  var text = ""
  /// Words a minute.
  var wpm = 0.0
  /// 0 to 1.
  var confidence = 0.0
  /// Pixels of the picture as shown.
  var x: Double?
  var y: Double?
  var state = State.open
}

/// A message as clients get it.
struct MessageDocument: Encodable, Sendable {
  var id: Int64
  var station: String
  var lamp: Int
  var start: Double
  var end: Double
  var text: String
  var wpm: Double
  var confidence: Double
  var x: Double?
  var y: Double?
  var state: MessageRecord.State

  init(_ record: MessageRecord) {
    id = record.id
    station = record.station
    lamp = record.lamp
    start = JSONText.rounded(record.start, 3)
    end = JSONText.rounded(record.end, 3)
    text = record.text
    wpm = JSONText.rounded(record.wpm, 1)
    confidence = JSONText.rounded(record.confidence, 3)
    x = record.x.map { JSONText.rounded($0, 1) }
    y = record.y.map { JSONText.rounded($0, 1) }
    state = record.state
  }
}

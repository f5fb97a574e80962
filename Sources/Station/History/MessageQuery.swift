import GRDB

/// Which messages are asked for.
struct MessageQuery: Hashable, Sendable {
  var station: String?
  var lamp: Int?
  /// Unix seconds: messages that were under way between these.
  var from: Double?
  var to: Double?
  /// Words that all have to be in the text, anywhere.
  var text: String?
  /// Only messages with a lower number.
  var before: Int64?
  /// Only messages with a higher number.
  var after: Int64?
  var limit = 50
  /// Oldest first instead of newest first.
  var isAscending = false

  private var words: [String] {
    (text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The same in SQL. What was searched for is data: it never becomes a part of the statement.
  var sql: (text: String, arguments: StatementArguments) {
    var conditions: [String] = []
    var arguments: StatementArguments = []
    func add(_ condition: String, _ value: (any DatabaseValueConvertible)?) {
      guard let value else { return }
      conditions.append(condition)
      arguments += [value]
    }
    add("station = ?", station)
    add("lamp = ?", lamp)
    add("\"end\" >= ?", from)
    add("start <= ?", to)
    add("id < ?", before)
    add("id > ?", after)
    for word in words {
      if word.unicodeScalars.count >= 3 {
        add(
          "id IN (SELECT rowid FROM messageText WHERE messageText MATCH ?)",
          "\"" + word.replacing("\"", with: "\"\"") + "\"")
      } else {
        // Too short for the index of three letters.
        add("instr(upper(text), upper(?)) > 0", word)
      }
    }
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    arguments += [limit]
    return (
      "SELECT * FROM message\(filter) ORDER BY id \(isAscending ? "ASC" : "DESC") LIMIT ?",
      arguments
    )
  }

  /// Whether it asks for `record`.
  func matches(_ record: MessageRecord) -> Bool {
    if let station, station != record.station { return false }
    if let lamp, lamp != record.lamp { return false }
    if let from, record.end < from { return false }
    if let to, record.start > to { return false }
    if let before, record.id >= before { return false }
    if let after, record.id <= after { return false }
    let text = record.text.uppercased()
    return words.allSatisfy { text.contains($0.uppercased()) }
  }
}

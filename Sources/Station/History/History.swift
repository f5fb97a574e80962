import Foundation
import GRDB
import Synchronization

/// What was received, kept in SQLite.
///
/// `put` never waits: what it is given is written a quarter of a second later, and stays in memory
/// while it cannot be. Where the file cannot be used at all, a database in memory stands in.
final class History: Sendable {
  private let database: any DatabaseWriter
  private let lock: HistoryLock?
  let path: String
  private let state: Mutex<State>

  private struct State {
    var pending = PendingWrites()
    /// What is being written at this moment.
    var writing = PendingWrites()
    var nextID: Int64
    /// By station.
    var settings: [String: SavedSettings]
    var fault: String?
    /// Whether the file could not be used, so that everything is in memory.
    var isInMemory = false
  }

  /// Messages kept where there is no file.
  private static let mostInMemory = 10_000

  /// Opens or makes the file. What stands in its way is told by `fault`.
  ///
  /// - Throws: `StationError` when another service writes it.
  init(path: String) throws {
    self.path = path
    do {
      let opened = try Self.open(path)
      (database, lock) = (opened.database, opened.lock)
      state = Mutex(State(nextID: opened.contents.next, settings: opened.contents.settings))
    } catch let error as StationError {
      throw error
    } catch {
      let memory = try DatabaseQueue(configuration: Self.configuration)
      let reason = HistoryFault.text(error, path: path)
      state = Mutex(
        State(
          nextID: try Self.prepare(memory).next, settings: [:],
          fault: "\(reason); messages are kept in memory only", isInMemory: true))
      (database, lock) = (memory, nil)
    }
  }

  private static func open(
    _ path: String
  ) throws -> (database: any DatabaseWriter, lock: HistoryLock, contents: Contents) {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(),
      withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let lock = try HistoryLock(path: path + ".lock")
    let database = try DatabasePool(path: path, configuration: configuration)
    let contents = try prepare(database)
    // What was received is for the owner's eyes.
    for name in [path, path + "-wal", path + "-shm"] { chmod(name, 0o600) }
    return (database, lock, contents)
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(2)
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { database in
      // After a year's messages were removed at once their log would keep its room.
      try database.execute(sql: "PRAGMA journal_size_limit = 16777216")
    }
    return configuration
  }

  /// What a file holds that is known all the time.
  private typealias Contents = (next: Int64, settings: [String: SavedSettings])

  /// Brings the tables up to date; messages that a kill cut off are as complete as they will be.
  private static func prepare(_ database: any DatabaseWriter) throws -> Contents {
    let migrator = HistorySchema.migrator
    guard try !database.read(migrator.hasBeenSuperseded) else { throw HistoryFault.Superseded() }
    try migrator.migrate(database)
    return try database.write { database in
      try database.execute(
        sql: "UPDATE message SET state = 'interrupted' WHERE state = 'open'")
      let next = try Int64.fetchOne(
        database, sql: "SELECT coalesce(max(id), 0) + 1 FROM message")
      let settings = try SavedSettings.fetchAll(database).map { ($0.station, $0) }
      return (next ?? 1, Dictionary(settings) { first, _ in first })
    }
  }

  /// What is wrong with the file at present.
  var fault: String? { state.withLock { $0.fault } }

  /// A number for a new message, higher than every other.
  func nextID() -> Int64 {
    state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
  }

  func put(_ record: MessageRecord) {
    state.withLock { $0.pending.put(record) }
  }

  func put(_ sign: TimedSign, of message: Int64) {
    state.withLock { $0.pending.put([sign], of: message) }
  }

  func put(levels: [LevelPoint], of message: Int64) {
    state.withLock { $0.pending.put(levels, of: message) }
  }

  /// What clients changed of a station's settings, if they did.
  func settings(of station: String) -> SavedSettings? {
    state.withLock { $0.settings[station] }
  }

  func put(_ settings: SavedSettings) {
    state.withLock { state in
      state.settings[settings.station] = settings
      state.pending.settings[settings.station] = settings
    }
  }

  // MARK: Writing

  /// Writes what is pending. Returns what there is to say of it: that it fails, or does again.
  func flush() async -> String? {
    let writing = state.withLock { state in
      state.writing = state.pending
      state.pending = PendingWrites()
      return state.writing
    }
    guard !writing.isEmpty else { return nil }
    do {
      let isInMemory = state.withLock { $0.isInMemory }
      try await database.write { database in
        try Self.write(writing, to: database)
        if isInMemory { try Self.trim(database) }
      }
      return state.withLock { state in
        state.writing = PendingWrites()
        guard state.fault != nil, !state.isInMemory else { return nil }
        state.fault = nil
        return "\(path): the history is written again"
      }
    } catch {
      let reason =
        HistoryFault.text(error, path: path) + "; decoding goes on, messages wait in memory"
      return state.withLock { state in
        state.pending.putBack(writing)
        state.writing = PendingWrites()
        defer { state.fault = reason }
        return state.fault == reason ? nil : reason
      }
    }
  }

  private static func write(_ writing: PendingWrites, to database: Database) throws {
    for (_, record) in writing.records.sorted(by: { $0.key < $1.key }) {
      try record.upsert(database)
    }
    for (_, settings) in writing.settings {
      if settings.isUnchanged {
        try settings.delete(database)
      } else {
        try settings.upsert(database)
      }
    }
    try write(writing.signs, to: database)
    for (message, points) in writing.levels {
      // A message that was removed meanwhile has no levels.
      try database.execute(
        sql: "INSERT INTO levels (message, points) SELECT id, ? FROM message WHERE id = ?",
        arguments: [Data(LevelBlob.bytes(points)), message])
    }
  }

  private static func write(_ signs: [Int64: [TimedSign]], to database: Database) throws {
    for (message, signs) in signs {
      try database.execute(
        sql: "INSERT INTO signs (message, signs) SELECT id, ? FROM message WHERE id = ?",
        arguments: [Data(TimedSign.bytes(signs)), message])
    }
  }

  private static func trim(_ database: Database) throws {
    try database.execute(
      sql: "DELETE FROM message WHERE id <= (SELECT max(id) FROM message) - ?",
      arguments: [mostInMemory])
  }

  /// Removes what ended before `time` (Unix seconds).
  func forget(before time: Double) async throws {
    try await database.write { database in
      try database.execute(
        sql: "DELETE FROM message WHERE \"end\" < ? AND state <> 'open'", arguments: [time])
    }
  }

  /// Lets the file have at most so many pages, as a full disk does; a test's.
  func limit(pages: Int) async throws {
    try await database.write { database in
      _ = try Row.fetchAll(database, sql: "PRAGMA max_page_count = \(pages)")
    }
  }

  /// Writes the rest and closes the file.
  func close() async -> String? {
    let said = await flush()
    try? database.close()
    lock?.release()
    return said
  }

  // MARK: Reading

  /// The messages that are asked for, those that are not written yet among them.
  func messages(_ query: MessageQuery) async throws -> [MessageRecord] {
    let waiting = state.withLock { state in
      state.writing.records.merging(state.pending.records) { _, newer in newer }
    }
    let statement = query.sql
    let written = try await database.read { database in
      try MessageRecord.fetchAll(database, sql: statement.text, arguments: statement.arguments)
    }
    var all = Dictionary(written.map { ($0.id, $0) }) { first, _ in first }
    for (id, record) in waiting {
      all[id] = query.matches(record) ? record : nil
    }
    let sorted = all.values.sorted { query.isAscending ? $0.id < $1.id : $0.id > $1.id }
    return Array(sorted.prefix(query.limit))
  }

  func message(_ id: Int64) async throws -> MessageRecord? {
    var query = MessageQuery()
    (query.before, query.after, query.limit) = (id &+ 1, id &- 1, 1)
    return try await messages(query).first
  }

  /// The level while the message came.
  func levels(of message: Int64) async throws -> [LevelPoint] {
    let waiting = state.withLock { state in
      (state.writing.levels[message] ?? []) + (state.pending.levels[message] ?? [])
    }
    let written = try await database.read { database in
      try Data.fetchAll(
        database, sql: "SELECT points FROM levels WHERE message = ? ORDER BY id",
        arguments: [message])
    }
    var points = written.flatMap { LevelBlob.points($0) }
    // What was written between the two looks is in both.
    let last = points.last?.time ?? -.infinity
    points += waiting.filter { $0.time > last + 0.0005 }
    return points
  }

  /// The signs of `messages` with their times, those that are not written yet among them. Messages of
  /// versions that did not keep them have none.
  func signs(of messages: [Int64]) async throws -> [Int64: [TimedSign]] {
    let numbers = Set(messages)
    let waiting = state.withLock { state in
      state.writing.signs.merging(state.pending.signs) { $0 + $1 }.filter {
        numbers.contains($0.key)
      }
    }
    let rows = try await database.read { database in
      try messages.map { message in
        let portions = try Data.fetchAll(
          database, sql: "SELECT signs FROM signs WHERE message = ? ORDER BY id",
          arguments: [message])
        return (message, portions)
      }
    }
    var all: [Int64: [TimedSign]] = [:]
    for (message, portions) in rows {
      let written = portions.flatMap { TimedSign.signs($0) }
      // What was written between the two looks is in both.
      let last = written.last?.time ?? -.infinity
      let rest = (waiting[message] ?? []).filter { $0.time > last + 0.0005 }
      all[message] = written + rest
    }
    return all
  }
}

import Foundation
import GRDB
import Testing

@testable import Station

/// A real SQLite file.
@Suite(.timeLimit(.minutes(10)))
struct HistoryTests {
  private static func record(_ id: Int64, _ text: String, end: Double = 0) -> MessageRecord {
    MessageRecord(id: id, station: "lamp", lamp: 1, start: end - 5, end: end, text: text)
  }

  @Test func messagesAreWrittenAsTheyGrow() async throws {
    let folder = try TemporaryFolder()
    let history = try History(path: folder.path("history.sqlite"))
    var record = Self.record(history.nextID(), "CQ")
    history.put(record)
    #expect(await history.flush() == nil)
    record.text = "CQ DE K1ABC"
    history.put(record)
    #expect(await history.flush() == nil)
    // Another program sees what is written so far.
    let reader = try DatabaseQueue(path: folder.path("history.sqlite"))
    let seen = try await reader.read { database in
      try Row.fetchOne(database, sql: "SELECT text, state FROM message").map {
        [$0["text"] as String, $0["state"] as String]
      }
    }
    #expect(seen == ["CQ DE K1ABC", "open"])
    _ = await history.close()
  }

  @Test func whatIsNotWrittenYetIsFoundToo() async throws {
    let folder = try TemporaryFolder()
    let history = try History(path: folder.path("history.sqlite"))
    history.put(Self.record(history.nextID(), "FIRST"))
    _ = await history.flush()
    history.put(Self.record(history.nextID(), "SECOND"))
    var query = MessageQuery()
    #expect(try await history.messages(query).map(\.text) == ["SECOND", "FIRST"])
    query.text = "sec"
    #expect(try await history.messages(query).map(\.text) == ["SECOND"])
    query.text = "irs"
    #expect(try await history.messages(query).map(\.text) == ["FIRST"])
    query.text = "e"
    #expect(try await history.messages(query).map(\.text) == ["SECOND"])
    _ = await history.close()
  }

  @Test func numbersGoOnAfterARestartAndOpenMessagesAreCutOff() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("history.sqlite")
    var history = try History(path: path)
    history.put(Self.record(history.nextID(), "CQ"))
    _ = await history.close()
    history = try History(path: path)
    #expect(history.nextID() == 2)
    #expect(try await history.message(1)?.state == .interrupted)
    _ = await history.close()
  }

  @Test func aSecondServiceDoesNotWriteTheSameHistory() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("history.sqlite")
    let history = try History(path: path)
    #expect(throws: StationError.self) { try History(path: path) }
    _ = await history.close()
  }

  @Test func oldMessagesAndTheirLevelsAreRemoved() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("history.sqlite")
    let history = try History(path: path)
    for (id, end) in [(Int64(1), 1000.0), (2, 5000)] {
      var record = Self.record(id, "TEXT \(id)", end: end)
      record.state = .complete
      history.put(record)
      history.put(levels: [LevelPoint(time: end, level: 100)], of: id)
    }
    _ = await history.flush()
    try await history.forget(before: 2000)
    #expect(try await history.messages(MessageQuery()).map(\.id) == [2])
    #expect(try await history.levels(of: 1).isEmpty)
    #expect(try await history.levels(of: 2).count == 1)
    var query = MessageQuery()
    query.text = "TEXT"
    #expect(try await history.messages(query).map(\.id) == [2])
    _ = await history.close()
  }

  @Test func aRunningServiceForgetsByItself() async throws {
    try await TestStation.with({ $0.keepDays = 2.0 / 86_400 }) { station in
      // It ended twelve seconds ago.
      try await station.post(TestTrace.csv("OLD NEWS", tail: 12), to: "lamp")
      var count = 1
      for _ in 0..<600 where count > 0 {
        try await Task.sleep(for: .milliseconds(100))
        count = (try await station.get("/api/messages").object["messages"] as? [Any])?.count ?? 0
      }
      #expect(count == 0)
      // It serves on, and new messages come.
      try await station.post(TestTrace.csv("OLD NEWS", begin: 500, tail: 6), to: "mast")
      let report = try await station.get("/api/stations/mast").object
      #expect(report["messages"] as? Int == 1)
    }
  }

  @Test func whatCannotBeUsedIsSaidAndMessagesAreKeptInMemory() async throws {
    let folder = try TemporaryFolder()
    try Data("this is no database, but it is long enough to be looked at".utf8).write(
      to: folder.url.appendingPathComponent("text.sqlite"))
    for path in ["/proc/nowhere/history.sqlite", folder.path("text.sqlite"), folder.url.path] {
      let history = try History(path: path)
      #expect(history.fault?.contains("in memory") == true)
      #expect(history.fault?.contains(path) == true)
      history.put(Self.record(history.nextID(), "STILL HERE"))
      _ = await history.flush()
      #expect(try await history.messages(MessageQuery()).map(\.text) == ["STILL HERE"])
      _ = await history.close()
    }
  }

  @Test func aHistoryOfALaterVersionIsNotTouched() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("history.sqlite")
    _ = await (try History(path: path)).close()
    let database = try DatabaseQueue(path: path)
    try await database.write { database in
      try database.execute(
        sql: "INSERT INTO grdb_migrations (identifier) VALUES ('2: what is not known yet')")
    }
    try database.close()
    let history = try History(path: path)
    #expect(history.fault?.contains("newer") == true)
    _ = await history.close()
  }

  @Test func whileTheDiskIsFullMessagesWaitAndAreWrittenAfterwards() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("history.sqlite")
    let history = try History(path: path)
    // As many pages as it has now: the next that is needed is one too many (SQLITE_FULL).
    try await history.limit(pages: 1)
    for id in 1...200 {
      history.put(Self.record(Int64(id), String(repeating: "LONG TEXT ", count: 50)))
    }
    let said = await history.flush()
    #expect(said?.contains("disk is full") == true)
    // It is said once, decoding goes on, and what came is found.
    #expect(await history.flush() == nil)
    #expect(history.fault?.contains("disk is full") == true)
    var query = MessageQuery()
    query.limit = 500
    #expect(try await history.messages(query).count == 200)
    try await history.limit(pages: 1_000_000)
    #expect(await history.flush()?.contains("again") == true)
    #expect(history.fault == nil)
    #expect(try await history.messages(query).count == 200)
    _ = await history.close()
  }

  @Test func pointsComeBackAsTheyWerePacked() {
    let points = (0..<500).map { index in
      LevelPoint(
        time: 1_800_000_000 + Double(index) * 0.033, level: index % 7 == 0 ? 250.3 : 99.9)
    }
    let bytes = LevelBlob.bytes(points)
    let back = LevelBlob.points(bytes)
    #expect(back.count == points.count)
    for (one, other) in zip(points, back) {
      #expect(abs(one.time - other.time) < 0.0006 && abs(one.level - other.level) < 0.06)
    }
    // Two or three bytes each, and a few for the first.
    #expect(bytes.count < 500 * 3 + 10)
    #expect(LevelBlob.points(bytes.prefix(100)).count < 100)
    #expect(LevelBlob.points([UInt8](repeating: 0xFF, count: 100)).isEmpty)
  }
}

import Foundation
import Testing

@testable import Station

/// The stream of events: live, resumed, and with clients that do not read.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct EventStreamTests {
  @Test func charactersComeInOrderAndTheMessageAfterThem() async throws {
    try await TestStation.with { station in
      async let watched = station.events(until: { $0.contains("event: message") })
      try await Task.sleep(for: .milliseconds(300))
      try await station.post(TestTrace.csv("CQ CQ", tail: 12), to: "lamp")
      let events = Self.events(try await watched)
      let kinds = events.map(\.kind)
      #expect(kinds.first == "hello")
      #expect(kinds.contains("level") && kinds.contains("light") && kinds.contains("lamps"))
      let letters = events.filter { $0.kind == "character" }
        .compactMap { $0.data["text"] as? String }
      #expect(letters.joined() == "CQ CQ")
      let message = events.first { $0.kind == "message" }
      #expect(message?.data["text"] as? String == "CQ CQ")
      #expect(message?.data["state"] as? String == "complete")
    }
  }

  @Test func whoComesBackGetsWhatItMissed() async throws {
    try await TestStation.with { station in
      async let watched = station.events(until: { $0.contains("\"text\":\"A\"") })
      try await Task.sleep(for: .milliseconds(300))
      try await station.post(TestTrace.csv("PARIS", tail: 12), to: "lamp")
      let first = Self.events(try await watched)
      let last = try #require(first.last { $0.id != nil }?.id)
      try await station.post(TestTrace.csv("MISSED", begin: 100, tail: 12), to: "other")
      let again = Self.events(
        try await station.events(after: last, until: { $0.contains("\"text\":\"MISSED\"") }))
      #expect(again.first?.data["resumed"] as? Bool == true)
      // Nothing twice, nothing left out.
      let numbers = (first + again).compactMap(\.id)
        .compactMap { Int($0.split(separator: "-").last ?? "") }
      #expect(numbers == Array(Set(numbers)).sorted())
      #expect(again.contains { $0.data["text"] as? String == "MISSED" })
    }
  }

  @Test(arguments: ["nonsense", "abc-1", "-", "1-99999999999999999999", ""])
  func whatCannotBeResumedFromBeginsAnew(id: String) async throws {
    try await TestStation.with { station in
      let text = try await station.events(after: id, seconds: 3, until: { $0.contains("hello") })
      #expect(Self.events(text).first?.data["resumed"] as? Bool == false)
    }
  }

  @Test func moreStreamsThanAllowedAreRefusedAndRoomIsMadeAgain() async throws {
    try await TestStation.with({ $0.limits.eventStreamsPerAddress = 2 }) { station in
      let port = station.port
      let statuses = try await Waiting.run {
        var clients = [try Self.open(port), try Self.open(port)]
        var statuses = try clients.map { try $0.head().0 }
        statuses.append(try Self.open(port).head().0)
        withExtendedLifetime(clients) {}
        clients.removeAll()
        var status = 0
        for _ in 0..<50 where status != 200 {
          usleep(100_000)
          status = try Self.open(port).head().0
        }
        return statuses + [status]
      }
      #expect(statuses == [200, 200, 429, 200])
    }
  }

  @Test func clientsThatNeverReadAreDroppedAndTheOthersGetEverything() async throws {
    try await TestStation.with({ $0.limits.eventsBehind = 400 }) { station in
      let port = station.port
      let watching = Task {
        try await Waiting.run {
          // 150 that read, 50 that never do.
          let readers = try (0..<150).map { _ in try Self.open(port) }
          let stuck = try (0..<50).map { _ in try Self.open(port, receiveBuffer: 4096) }
          for reader in readers { _ = try reader.head() }
          return (readers, stuck).0.count + stuck.count == 200 ? Clients(readers, stuck) : nil
        }
      }
      let clients = try #require(try await watching.value)
      try await Self.eventually { station.watchers == 200 }
      // More than the system holds for a client, in pieces that those who read keep up with.
      let filler = String(repeating: "x", count: 480)
      let reading = Task {
        try await withThrowingTaskGroup(of: Bool.self) { group in
          for index in clients.readers.indices {
            group.addTask {
              try await Waiting.run { clients.readers[index].drain(until: "the last one") }
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
      }
      for number in 0..<2000 {
        station.station.say("\(number) \(filler)")
        if number % 20 == 0 { try await Task.sleep(for: .milliseconds(25)) }
      }
      station.station.say("the last one")
      let got = try await reading.value
      #expect(got.allSatisfy { $0 })
      try await Self.eventually { station.watchers <= 150 }
      #expect(station.watchers == 150)
      withExtendedLifetime(clients) {}
    }
  }

  @Test func theServiceEndsThoughClientsHoldOn() async throws {
    let begin = ContinuousClock.now
    try await TestStation.with { station in
      let port = station.port
      let client = try await Waiting.run { Held(try Self.open(port)) }
      try await Self.eventually { station.watchers == 1 }
      await station.shutDown()
      withExtendedLifetime(client) {}
    }
    #expect(ContinuousClock.now - begin < .seconds(100))
  }

  // MARK: Support

  /// Sockets that wait to be read, each by one thread at a time.
  private final class Clients: @unchecked Sendable {
    let readers: [RawClient]
    let stuck: [RawClient]
    init(_ readers: [RawClient], _ stuck: [RawClient]) {
      self.readers = readers
      self.stuck = stuck
    }
  }

  private static func open(_ port: Int, receiveBuffer: Int32? = nil) throws -> RawClient {
    let client = try RawClient(port: port, receiveBuffer: receiveBuffer, timeout: 30)
    try client.send(Array("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
    return client
  }

  private static func eventually(_ condition: () async -> Bool) async throws {
    for _ in 0..<200 {
      if await condition() { return }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  struct Event {
    var id: String?
    var kind: String
    var data: [String: Any]
  }

  /// The whole events in `text`, which may be cut off and is in chunks.
  static func events(_ text: String) -> [Event] {
    var events: [Event] = []
    var (id, kind): (String?, String?) = (nil, nil)
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
      if line.hasPrefix("event: ") { kind = String(line.dropFirst(7)) }
      guard line.hasPrefix("data: "), let name = kind,
        let data = try? JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8))
          as? [String: Any]
      else { continue }
      events.append(Event(id: id, kind: name, data: data))
      (id, kind) = (nil, nil)
    }
    return events
  }
}

extension RawClient {
  /// Reads until `mark` came; false where the connection ended before.
  fileprivate func drain(until mark: String) -> Bool {
    let wanted = Array(mark.utf8)
    var tail: [UInt8] = []
    while let bytes = more() {
      tail = tail.suffix(wanted.count) + bytes
      if tail.firstRange(of: wanted) != nil { return true }
    }
    return false
  }
}

import Foundation
import Testing

@testable import Station

/// Remote light sensors: each station is decoded apart.
@Suite(.timeLimit(.minutes(10)))
struct SensorTests {
  @Test func postedSamplesAreDecodedEachStationApart() async throws {
    try await TestStation.with { station in
      let north = TestTrace.csv("CQ DE NORTH", tail: 12)
      let south = TestTrace.csv("THE TIDE IS HIGH", wpm: 15, begin: 5000, tail: 12)
      // By turns, in pieces, as two sensors post.
      let pieces = zip(Self.pieces(north, of: 400), Self.pieces(south, of: 400))
      for (one, other) in pieces {
        let answers = [
          try await station.post(one, to: "north"), try await station.post(other, to: "south"),
        ]
        for answer in answers { #expect(answer.status == 200, "\(answer.text)") }
      }
      for (name, text) in [("north", "CQ DE NORTH"), ("south", "THE TIDE IS HIGH")] {
        let found = try await station.get("/api/messages?station=\(name)").object
        let messages = found["messages"] as? [[String: Any]] ?? []
        #expect(messages.first?["text"] as? String == text)
        #expect(messages.count == 1)
      }
    }
  }

  @Test func jsonLinesSayTheSameAsCSV() async throws {
    try await TestStation.with { station in
      let rows = TestTrace.csv("PARIS", tail: 12).split(separator: "\n").dropFirst()
      let lines = rows.map { row in
        let parts = row.split(separator: ",")
        return "{\"time\":\(parts[0]),\"luma\":\(parts[1])}"
      }
      let answer = try await station.ask(
        "POST", "/api/stations/phone/samples", headers: ["Content-Type": "application/x-ndjson"],
        body: lines.joined(separator: "\n"))
      #expect(answer.object["text"] as? String == "PARIS\n")
      #expect(answer.object["samples"] as? Int == lines.count)
    }
  }

  @Test func aSensorThatBeganAnewBeginsAnewHere() async throws {
    try await TestStation.with { station in
      try await station.post(TestTrace.csv("ONE", begin: 900, tail: 1), to: "lamp")
      // Its clock went back: it was switched off and on.
      try await station.post(TestTrace.csv("TWO", begin: 0, tail: 12), to: "lamp")
      let found = try await station.get("/api/messages?station=lamp").object
      let texts = (found["messages"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
      #expect(texts == ["TWO", "ONE"])
    }
  }

  @Test func aLevelTraceIsKeptWithItsMessage() async throws {
    try await TestStation.with { station in
      try await station.post(TestTrace.csv("SOS", tail: 12), to: "lamp")
      let list = try await station.get("/api/messages").object
      let message = try #require((list["messages"] as? [[String: Any]])?.first)
      let id = try #require(message["id"] as? Int)
      let answer = try await station.get("/api/messages/\(id)/levels").object
      let points = answer["points"] as? [[Double]] ?? []
      let levels = points.map { $0[1] }
      // Ambient 10 is the level 100, lit 30 is 300.
      #expect(levels.contains { $0 > 280 } && levels.contains { $0 < 110 })
      let begin = answer["time"] as? Double ?? 0
      let start = message["start"] as? Double ?? 0
      #expect(begin <= start && begin > start - 2)
      // S O S at 20 WPM: 27 units of 60 ms.
      #expect((points.last?[0] ?? 0) > 1600)
    }
  }

  /// `count` rows at a time, each piece with its header.
  private static func pieces(_ csv: String, of count: Int) -> [String] {
    let rows = Array(csv.split(separator: "\n").dropFirst())
    return stride(from: 0, to: rows.count, by: count).map { begin in
      "time,luma\n" + rows[begin..<min(begin + count, rows.count)].joined(separator: "\n") + "\n"
    }
  }
}

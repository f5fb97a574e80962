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

  @Test func whatComesTwiceIsTakenOnce() async throws {
    try await TestStation.with { station in
      let rows = TestTrace.csv("CQ DE NORTH", tail: 12).split(separator: "\n").dropFirst()
      var taken = 0
      // Each portion with the second half of the one before, as after an answer that was lost.
      for begin in stride(from: 0, to: rows.count, by: 100) {
        let part = rows.dropFirst(max(0, begin - 50)).prefix(begin == 0 ? 100 : 150)
        let answer = try await station.post(
          "time,luma\n" + part.joined(separator: "\n"), to: "lamp")
        #expect(answer.status == 200)
        #expect(answer.object["passed"] as? Int == (begin == 0 ? 0 : 50))
        taken += answer.object["samples"] as? Int ?? 0
      }
      #expect(taken == rows.count)
      let found = try await station.get("/api/messages").object
      let texts = (found["messages"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
      #expect(texts == ["CQ DE NORTH"])
    }
  }

  @Test(arguments: [0.0, 1_800_000_000])
  func aPortionThatWasOvertakenIsPassedOver(begin: Double) async throws {
    try await TestStation.with { station in
      let csv = TestTrace.csv("CQ DE NORTH", begin: begin, tail: 12)
      var pieces = Self.pieces(csv, of: 300)
      // One in the dark after the message, so that nothing of the text is lost.
      pieces.swapAt(pieces.count - 2, pieces.count - 3)
      var passed: [Int] = []
      for piece in pieces {
        passed.append(try await station.post(piece, to: "lamp").object["passed"] as? Int ?? -1)
      }
      #expect(passed.filter { $0 != 0 } == [300])
      let found = try await station.get("/api/messages").object
      let texts = (found["messages"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
      #expect(texts == ["CQ DE NORTH"])
    }
  }

  @Test func linesEndAsTheSensorLikes() async throws {
    try await TestStation.with { station in
      let csv = TestTrace.csv("PARIS", tail: 12)
      let answer = try await station.post(
        "\u{FEFF}" + csv.replacing("\n", with: "\r\n"), to: "windows")
      #expect(answer.object["text"] as? String == "PARIS\n")
      let rows = csv.split(separator: "\n").dropFirst()
      let bare = try await station.post(rows.joined(separator: "\n"), to: "bare")
      #expect(bare.status == 400)
      #expect((bare.object["detail"] as? String)?.contains("time,luma") == true)
      // A clock that began anew within a body: nothing of it is taken.
      let torn = try await station.post("time,luma\n900,1\n900.1,1\n0.1,1\n", to: "torn")
      #expect(torn.status == 400)
      #expect((torn.object["detail"] as? String)?.contains("line 4") == true)
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

import Foundation
import HTTPTypes
import Testing

@testable import Station

/// The API's description against the running service.
@Suite(.timeLimit(.minutes(10)))
struct DescriptionTests {
  @Test func everyRouteIsDescribedAndEveryDescriptionIsARoute() async throws {
    let described = try APIDescription().operations
    try await TestStation.with { station in
      let routes = station.station.routes.filter { $0.path.hasPrefix("/api/") }
        .map { "\($0.method.rawValue) \($0.path)" }
      #expect(Set(routes) == described)
    }
  }

  @Test func everyAnswerIsAsDescribed() async throws {
    let description = try APIDescription()
    try await TestStation.with { station in
      try await station.post(TestTrace.csv("CQ CQ", tail: 12), to: "lamp")
      let json = ["Content-Type": "application/json"]
      let csv = ["Content-Type": "text/csv"]
      let asked: [(String, String, String, [String: String], String?)] = [
        ("GET /api/status", "GET", "/api/status", [:], nil),
        ("GET /api/stations/{name}", "GET", "/api/stations/lamp", [:], nil),
        ("GET /api/stations/{name}", "GET", "/api/stations/none", [:], nil),
        ("GET /api/stations/{name}/settings", "GET", "/api/stations/lamp/settings", [:], nil),
        (
          "PATCH /api/stations/{name}/settings", "PATCH", "/api/stations/lamp/settings", json,
          #"{"sensitivity":30,"wpm":[5,40],"region":{"x":0,"y":0,"width":9,"height":9}}"#
        ),
        (
          "PATCH /api/stations/{name}/settings", "PATCH", "/api/stations/lamp/settings", json,
          #"{"threshold":120}"#
        ),
        (
          "PATCH /api/stations/{name}/settings", "PATCH", "/api/stations/lamp/settings", json, "x"
        ),
        (
          "POST /api/stations/{name}/recalibration", "POST", "/api/stations/lamp/recalibration",
          [:], ""
        ),
        ("GET /api/stations/{name}/preview", "GET", "/api/stations/lamp/preview", [:], nil),
        (
          "POST /api/stations/{name}/samples", "POST", "/api/stations/lamp/samples", csv,
          "time,luma\n100,1\n"
        ),
        ("POST /api/stations/{name}/samples", "POST", "/api/stations/lamp/samples", csv, "x"),
        ("GET /api/messages", "GET", "/api/messages?limit=1&text=CQ&from=0&lamp=1", [:], nil),
        ("GET /api/messages", "GET", "/api/messages?limit=x", [:], nil),
        ("GET /api/messages/{id}", "GET", "/api/messages/1", [:], nil),
        ("GET /api/messages/{id}/levels", "GET", "/api/messages/1/levels", [:], nil),
        ("GET /api/export", "GET", "/api/export", [:], nil),
        ("GET /api/export", "GET", "/api/export?format=csv", [:], nil),
        ("GET /api/export", "GET", "/api/export?format=jsonl", [:], nil),
        ("GET /api/export", "GET", "/api/export?format=srt", [:], nil),
        ("POST /api/session", "POST", "/api/session", json, #"{"token":"x"}"#),
        ("POST /api/session", "POST", "/api/session", json, "{}"),
        ("DELETE /api/session", "DELETE", "/api/session", [:], nil),
      ]
      var seen: Set<String> = ["GET /api/events"]
      for (operation, method, path, headers, body) in asked {
        let answer = try await station.ask(method, path, headers: headers, body: body)
        seen.insert(operation)
        let faults = description.faults(
          of: operation, status: answer.status, type: answer.headers["content-type"] ?? "",
          body: answer.body)
        #expect(faults.isEmpty, "\(method) \(path): \(faults)")
      }
      #expect(seen == description.operations)
    }
  }

  @Test func everyEventIsAsDescribed() async throws {
    let description = try APIDescription()
    let names = [
      "hello": "Hello", "station": "Station", "settings": "SettingsEvent", "lamps": "LampsEvent",
      "level": "LevelEvent", "light": "LightEvent", "character": "CharacterEvent",
      "message": "Message", "notice": "NoticeEvent",
    ]
    try await TestStation.with { station in
      async let watched = station.events(until: { $0.contains("event: notice") })
      try await Task.sleep(for: .milliseconds(300))
      try await station.post(TestTrace.csv("CQ CQ", tail: 12), to: "lamp")
      _ = try await station.ask(
        "PATCH", "/api/stations/lamp/settings", headers: ["Content-Type": "application/json"],
        body: #"{"squelch":false}"#)
      _ = try await station.ask("POST", "/api/stations/lamp/recalibration", body: "")
      let events = EventStreamTests.events(try await watched)
      #expect(Set(events.map(\.kind)) == Set(names.keys))
      for event in events {
        let faults = description.faults(of: event.data, as: names[event.kind] ?? "")
        #expect(faults.isEmpty, "\(event.kind): \(faults)")
      }
    }
  }

  @Test func whatIsTakenAwayIsDataInEveryFormat() {
    var record = MessageRecord(
      id: 7, station: "mast", lamp: 1, start: 1_800_000_000, end: 1_800_000_002.5,
      text: "=1+1 \"CQ\" <SK>", wpm: 12.34, confidence: 0.98765)
    record.state = .complete
    func exported(_ format: ExportFormat) -> String {
      var exporter = MessageExporter(format: format)
      return exporter.head + exporter.text(of: record) + exporter.end()
    }
    #expect(exported(.text) == "2027-01-15T08:00:00.000Z mast lamp 1: =1+1 \"CQ\" <SK>\n")
    #expect(
      exported(.csv)
        == "id,station,lamp,start,end,wpm,confidence,state,text\r\n"
        + "7,mast,1,2027-01-15T08:00:00.000Z,2027-01-15T08:00:02.500Z,12.3,0.988,complete,"
        + "\"'=1+1 \"\"CQ\"\" <SK>\"\r\n")
    #expect(
      exported(.srt)
        == "1\n00:00:00,000 --> 00:00:05,500\n=1+1 \"CQ\" \u{2039}SK\u{203A}\n\n")
    #expect(exported(.jsonl).contains("\"text\":\"=1+1 \\\"CQ\\\" <SK>\""))
  }
}

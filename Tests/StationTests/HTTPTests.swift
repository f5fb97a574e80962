import Foundation
import Testing

@testable import Station

/// What a client that errs is told.
@Suite(.timeLimit(.minutes(10)))
struct HTTPTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var method: String
    var path: String
    var type: String?
    var body: String?
    var status: Int
    var says: String

    var testDescription: String { "\(method) \(path) \(body ?? "")" }
  }

  static let cases = [
    Case(method: "GET", path: "/api/nothing", status: 404, says: "nothing here"),
    Case(method: "GET", path: "/api/stations/nowhere", status: 404, says: "nowhere"),
    Case(method: "GET", path: "/api/messages/999", status: 404, says: "999"),
    Case(method: "GET", path: "/api/messages/x", status: 400, says: "whole number"),
    Case(method: "GET", path: "/api/messages?limit=0", status: 400, says: "limit"),
    Case(method: "GET", path: "/api/messages?limit=9999", status: 400, says: "limit"),
    Case(method: "GET", path: "/api/messages?from=yesterday", status: 400, says: "from"),
    Case(method: "GET", path: "/api/messages?form=1", status: 400, says: "form"),
    Case(method: "GET", path: "/api/messages?text=a&text=b", status: 400, says: "twice"),
    Case(method: "GET", path: "/api/export?format=pdf", status: 400, says: "format"),
    Case(method: "DELETE", path: "/api/messages", status: 405, says: "GET"),
    Case(method: "POST", path: "/api/status", body: "", status: 405, says: "GET"),
    Case(method: "GET", path: "/api/stations/a/samples", status: 405, says: "POST"),
    Case(
      method: "POST", path: "/api/stations/a/samples", type: "image/png", body: "x", status: 415,
      says: "text/csv"),
    Case(
      method: "POST", path: "/api/stations/a/samples", body: "x", status: 415, says: "text/csv"),
    Case(
      method: "POST", path: "/api/stations/a/samples", type: "text/csv", body: "", status: 400,
      says: "header"),
    Case(
      method: "POST", path: "/api/stations/a/samples", type: "text/csv",
      body: "time,luma\n0,1\n1,x\n", status: 400, says: "line 3"),
    Case(
      method: "POST", path: "/api/stations/a/samples", type: "text/csv",
      body: "time,luma\n0,nan\n", status: 400, says: "line 2"),
    Case(
      method: "POST", path: "/api/stations/a/samples", type: "application/x-ndjson",
      body: "{\"time\":0,\"luma\":1}\n{\"time\":1}\n", status: 400, says: "line 2"),
    Case(
      method: "POST", path: "/api/stations/a%20b/samples", type: "text/csv",
      body: "time,luma\n0,1\n", status: 400, says: "letters"),
    Case(
      method: "PATCH", path: "/api/stations/lamp/settings", type: "text/plain", body: "{}",
      status: 415, says: "application/json"),
    Case(
      method: "PATCH", path: "/api/stations/lamp/settings", type: "application/json", body: "{",
      status: 400, says: "JSON"),
    Case(
      method: "PATCH", path: "/api/stations/lamp/settings", type: "application/json", body: "[1]",
      status: 400, says: "object"),
    Case(
      method: "PATCH", path: "/api/stations/lamp/settings", type: "application/json",
      body: "{\"sensitivity\":101}", status: 400, says: "sensitivity"),
    Case(
      method: "PATCH", path: "/api/stations/lamp/settings", type: "application/json",
      body: "{\"loudness\":1}", status: 400, says: "loudness"),
    Case(
      method: "PATCH", path: "/api/stations/lamp/settings", type: "application/json",
      body: "{\"region\":{\"x\":0,\"y\":0,\"width\":0,\"height\":5}}", status: 400, says: "region"),
    Case(
      method: "PATCH", path: "/api/stations/lamp/settings", type: "application/json",
      body: "{\"wpm\":[30,10]}", status: 400, says: "wpm"),
    Case(
      method: "PATCH", path: "/api/stations/lamp/settings", type: "application/json",
      body: "{\"threshold\":110,\"sensitivity\":20}", status: 400, says: "either"),
  ]

  @Test func whatIsWrongIsSaidAsAProblem() async throws {
    try await TestStation.with { station in
      try await station.post("time,luma\n0,1\n", to: "lamp")
      for item in Self.cases {
        var headers: [String: String] = [:]
        headers["Content-Type"] = item.type
        let answer = try await station.ask(
          item.method, item.path, headers: headers, body: item.body)
        #expect(answer.status == item.status, "\(item.testDescription): \(answer.text)")
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(answer.object["status"] as? Int == item.status)
        let detail = answer.object["detail"] as? String ?? ""
        #expect(detail.contains(item.says), "\(item.testDescription): \(detail)")
        if item.status == 405 { #expect(answer.headers["allow"] != nil) }
      }
    }
  }

  @Test func aBodyThatIsTooLargeIsRefusedBeforeItIsRead() async throws {
    try await TestStation.with({ $0.limits.bodyBytes = 1000 }) { station in
      let declared = try await station.post(
        "time,luma\n" + String(repeating: "0,1\n", count: 500), to: "lamp")
      #expect(declared.status == 413)
      // Nobody says how long this one is.
      let port = station.port
      let status = try await Waiting.run {
        let client = try RawClient(port: port)
        try client.send(
          Array(
            """
            POST /api/stations/lamp/samples HTTP/1.1\r\nHost: localhost\r\n\
            Content-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n
            """.utf8))
        let chunk = Array("100\r\n\(String(repeating: "x", count: 256))\r\n".utf8)
        for _ in 0..<8 { try client.send(chunk) }
        return try client.head().0
      }
      #expect(status == 413)
    }
  }

  @Test func headAnswersAsGetWithoutTheBody() async throws {
    try await TestStation.with { station in
      let answer = try await station.ask("HEAD", "/")
      #expect(answer.status == 200)
      #expect(answer.body.isEmpty)
      #expect((answer.headers["content-length"].flatMap { Int($0) } ?? 0) > 1000)
    }
  }

  @Test func settingsThatAreReadCanBeSentBack() async throws {
    try await TestStation.with { station in
      try await station.post("time,luma\n0,1\n", to: "lamp")
      let path = "/api/stations/lamp/settings"
      let json = ["Content-Type": "application/json"]
      for change in [
        #"{"sensitivity":40}"#, #"{"threshold":130,"wpm":[10,20]}"#, #"{"sensitivity":"auto"}"#,
        #"{"meter":"spot","squelch":false,"region":{"x":1,"y":2,"width":30,"height":40}}"#,
      ] {
        let changed = try await station.ask("PATCH", path, headers: json, body: change)
        #expect(changed.status == 200, "\(changed.text)")
        let again = try await station.ask("PATCH", path, headers: json, body: changed.text)
        #expect(again.text == changed.text)
        #expect(try await station.get(path).text == changed.text)
      }
    }
  }
}

import Foundation
import Testing

@testable import Station

/// One test a rule; each sends what an attacker would.
@Suite(.timeLimit(.minutes(10)))
struct SecurityTests {
  private static let token = "0123456789abcdef0123"
  private static let json = ["Content-Type": "application/json"]

  @Test(arguments: [
    "evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example",
  ])
  func aStrangersNameForTheStationIsRefused(host: String) async throws {
    try await TestStation.with { station in
      for path in ["/", "/api/status", "/api/events"] {
        let answer = try await station.ask("GET", path, host: host)
        #expect(answer.status == 421, "\(path): \(answer.text)")
      }
    }
  }

  @Test(arguments: ["localhost", "127.0.0.1:8080", "[::1]:8080", "192.168.1.20", "mast.example:80"])
  func addressesAndTheMachinesNamesAreTaken(host: String) async throws {
    try await TestStation.with({ $0.hostNames = ["mast.example"] }) { station in
      let answer = try await station.ask("GET", "/api/status", host: host)
      #expect(answer.status == 200)
    }
  }

  @Test func aRequestWithoutAHostIsRefused() async throws {
    try await TestStation.with { station in
      let port = station.port
      let status = try await Waiting.run {
        let client = try RawClient(port: port)
        try client.send(Array("GET /api/status HTTP/1.1\r\nConnection: close\r\n\r\n".utf8))
        return try client.head().0
      }
      #expect(status == 400)
    }
  }

  @Test func pagesOfOtherSitesChangeNothing() async throws {
    try await TestStation.with { station in
      try await station.post("time,luma\n0,1\n", to: "lamp")
      let path = "/api/stations/lamp/settings"
      let body = #"{"sensitivity":1}"#
      for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "file://"] {
        let answer = try await station.ask(
          "PATCH", path, headers: Self.json.merging(["Origin": origin]) { $1 }, body: body)
        #expect(answer.status == 403, "\(origin)")
      }
      for site in ["cross-site", "same-site"] {
        let answer = try await station.ask(
          "PATCH", path, headers: Self.json.merging(["Sec-Fetch-Site": site]) { $1 }, body: body)
        #expect(answer.status == 403)
      }
      #expect(try await station.get(path).object["sensitivity"] as? String == "auto")
      let own = try await station.ask(
        "PATCH", path,
        headers: Self.json.merging([
          "Origin": "http://127.0.0.1:\(station.port)", "Sec-Fetch-Site": "same-origin",
        ]) { $1 }, body: body)
      #expect(own.status == 200)
    }
  }

  @Test func pagesOfOtherSitesReadNothing() async throws {
    try await TestStation.with { station in
      let answer = try await station.ask(
        "GET", "/api/messages", headers: ["Sec-Fetch-Site": "cross-site"])
      #expect(answer.status == 403)
      let plain = try await station.get("/api/messages")
      #expect(plain.headers["access-control-allow-origin"] == nil)
      #expect(plain.headers["cross-origin-resource-policy"] == "same-origin")
    }
  }

  @Test func thePageMayOnlyRunWhatIsItsOwn() async throws {
    try await TestStation.with { station in
      for path in ["/", "/api/status", "/api/nothing"] {
        let answer = try await station.get(path)
        let policy = answer.headers["content-security-policy"] ?? ""
        #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["referrer-policy"] == "no-referrer")
      }
      // Nothing on it is from elsewhere, and nothing is run that is written into it.
      let page = try await station.get("/").text
      #expect(!page.contains("https://") && !page.contains("<script>") && !page.contains(" style="))
    }
  }

  @Test func whereATokenIsSetNothingIsToldWithoutIt() async throws {
    try await TestStation.with({ $0.token = Self.token }) { station in
      for path in ["/api/status", "/api/messages", "/api/events", "/api/export"] {
        #expect(try await station.get(path).status == 401, "\(path)")
      }
      #expect(
        try await station.post("time,luma\n0,1\n", to: "lamp").status == 401)
      for wrong in ["Bearer x", "Bearer \(Self.token)x", "Basic \(Self.token)", "Bearer "] {
        let answer = try await station.ask(
          "GET", "/api/status", headers: ["Authorization": wrong])
        #expect(answer.status == 401, "\(wrong)")
      }
      let right = try await station.ask(
        "GET", "/api/status", headers: ["Authorization": "Bearer \(Self.token)"])
      #expect(right.status == 200)
      #expect(try await station.get("/").status == 200)
    }
  }

  @Test func aBrowserSaysTheTokenOnceAndGetsACookie() async throws {
    try await TestStation.with({ $0.token = Self.token }) { station in
      let wrong = try await station.ask(
        "POST", "/api/session", headers: Self.json, body: #"{"token":"wrong"}"#)
      #expect(wrong.status == 403)
      let right = try await station.ask(
        "POST", "/api/session", headers: Self.json, body: "{\"token\":\"\(Self.token)\"}")
      #expect(right.status == 204)
      let cookie = right.headers["set-cookie"] ?? ""
      #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
      #expect(!cookie.contains(Self.token))
      let pair = String(cookie.prefix { $0 != ";" })
      let known = ["Cookie": pair]
      #expect(try await station.ask("GET", "/api/status", headers: known).status == 200)
      #expect(try await station.ask("DELETE", "/api/session", headers: known).status == 204)
      #expect(try await station.ask("GET", "/api/status", headers: known).status == 401)
    }
  }

  @Test func whoAsksTooOftenWaits() async throws {
    try await TestStation.with({
      $0.limits.requestsAtOnce = 5
      $0.limits.requestsPerSecond = 0.1
    }) { station in
      var statuses: [Int] = []
      for _ in 0..<7 { statuses.append(try await station.get("/api/status").status) }
      #expect(statuses == [200, 200, 200, 200, 200, 429, 429])
    }
  }

  @Test func headersThatAreTooLargeOrTooManyAreRefused() async throws {
    try await TestStation.with { station in
      let long = try await station.ask(
        "GET", "/api/status",
        headers: [
          "X-Long": String(repeating: "x", count: 15_000),
          "X-More": String(repeating: "y", count: 3000),
        ])
      #expect((400..<500).contains(long.status))
      var many: [String: String] = [:]
      for index in 0..<200 { many["X-\(index)"] = "1" }
      #expect(
        (400..<500).contains(try await station.ask("GET", "/api/status", headers: many).status))
    }
  }

  @Test func whoSendsHalfARequestIsClosed() async throws {
    try await TestStation.with({ $0.limits.idleSeconds = 1 }) { station in
      let port = station.port
      let isClosed = try await Waiting.run {
        let client = try RawClient(port: port, timeout: 60)
        try client.send(Array("GET /api/status HTTP/1.1\r\nHost: loc".utf8))
        let begin = Date()
        return client.more() == nil && Date().timeIntervalSince(begin) < 50
      }
      #expect(isClosed)
    }
  }

  @Test func aBodyThatTricklesIsCut() async throws {
    try await TestStation.with({ $0.limits.bodySeconds = 1 }) { station in
      let port = station.port
      let isClosed = try await Waiting.run {
        let client = try RawClient(port: port, timeout: 60)
        try client.send(
          Array(
            """
            POST /api/stations/a/samples HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n\
            Content-Length: 1000\r\n\r\ntime,
            """.utf8))
        let begin = Date()
        while let bytes = client.more(), !bytes.isEmpty {}
        return Date().timeIntervalSince(begin) < 50
      }
      #expect(isClosed)
    }
  }

  @Test func whatIsSearchedForIsData() async throws {
    try await TestStation.with { station in
      try await station.post(TestTrace.csv("CQ DE HARRY", tail: 12), to: "lamp")
      for text in [
        "'; DROP TABLE message; --", "\" OR 1=1", "a* NEAR b", "%", "_", "\\", "\"\"\"", "{x}",
        "AND", "text:HARRY",
      ] {
        let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let answer = try await station.get("/api/messages?text=\(query)")
        #expect(answer.status == 200, "\(text): \(answer.text)")
        #expect((answer.object["messages"] as? [Any])?.isEmpty == true, "\(text)")
      }
      for text in ["HARRY", "harry", "ARR", "cq", "CQ%20HARRY"] {
        let answer = try await station.get("/api/messages?text=\(text)")
        #expect((answer.object["messages"] as? [Any])?.count == 1, "\(text)")
      }
    }
  }

  @Test func whatStrangersSendCannotSteerATerminal() async throws {
    try await TestStation.with { station in
      let answer = try await station.get("/api/%1b%5d0;owned%07")
      #expect(answer.status == 404)
      #expect(!answer.body.contains(0x1B) && !answer.body.contains(0x07))
    }
    #expect(PlainText.harmless("a\u{1B}[2Jb\r\nc\u{202E}d\u{0}") == "a [2Jb  c d ")
  }
}

import Foundation
import Testing

@testable import Station

/// What clients send that is wrong as HTTP, byte for byte.
@Suite(.timeLimit(.minutes(5)))
struct MalformedTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var request: String
    var status: Int

    init(_ name: String, _ request: String, _ status: Int) {
      (testDescription, self.request, self.status) = (name, request, status)
    }

    init(_ name: String, _ line: String, _ fields: [String], _ status: Int) {
      let head = ["\(line) HTTP/1.1"] + fields
      self.init(name, head.joined(separator: "\r\n") + "\r\n\r\n", status)
    }
  }

  private static let host = "Host: 127.0.0.1"
  private static let post = [host, "Content-Type: text/csv"]
  private static let samples = "POST /api/stations/a/samples"

  static let cases = [
    Case("garbage", "\u{1}\u{2}\u{3}\r\n\r\n", 400),
    Case("a TLS greeting", "\u{16}\u{3}\u{1}\0\0\0\0\r\n\r\n", 400),
    Case("no version", "GET /\r\n\r\n", 505),
    Case("a version of later", "GET / HTTP/3.0\r\n\(host)\r\n\r\n", 505),
    Case("no method", "FOO /api/status", [host], 400),
    Case("a method that nothing takes", "TRACE /api/status", [host], 405),
    Case("an asterisk", "OPTIONS *", [host], 404),
    Case("two hosts", "GET /api/status", [host, "Host: evil.example"], 400),
    Case("a host with two ports", "GET /api/status", ["Host: 127.0.0.1:80:90"], 400),
    Case("a whole address", "GET http://localhost/api/status", [host], 200),
    Case(
      "a field that is too long", "GET /", [host, "X: " + String(repeating: "x", count: 20_000)],
      431),
    Case("too many fields", "GET /", [host] + (0..<200).map { "X-\($0): 1" }, 431),
    Case(
      "an address that is too long", "GET /?" + String(repeating: "x", count: 30_000), [host], 431),
    Case("a NUL in a field", "GET /", [host, "X: a\0b"], 400),
    Case("a terminal's escape in the path", "GET /\u{1B}[31m", [host], 400),
    Case("a path out of the folder", "GET /../../etc/passwd", [host], 404),
    Case("a path out of it, in disguise", "GET /%2e%2e/%2e%2e/etc/passwd", [host], 404),
    Case("bytes that are no text", "GET /api/stations/%ff%fe", [host], 404),
    Case("a negative length", samples, post + ["Content-Length: -5"], 400),
    Case("two lengths", samples, post + ["Content-Length: 5", "Content-Length: 6"], 400),
    Case(
      "a length and chunks", samples, post + ["Content-Length: 5", "Transfer-Encoding: chunked"],
      400),
    Case(
      "a length beyond all numbers", samples, post + ["Content-Length: 99999999999999999999999"],
      400),
    Case("a length beyond the limit", samples, post + ["Content-Length: 99999999999"], 413),
    Case("a coding that nobody knows", samples, post + ["Transfer-Encoding: junk"], 400),
    Case(
      "a chunk without its size",
      "\(samples) HTTP/1.1\r\n\(post.joined(separator: "\r\n"))\r\n"
        + "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", 400),
  ]

  @Test(arguments: cases)
  func whatIsMalformedIsToldAsAProblem(item: Case) async throws {
    try await TestStation.with { station in
      let port = station.port
      let (status, type, document, policy) = try await Waiting.run {
        let client = try RawClient(port: port, timeout: 60)
        try client.send(Array(item.request.utf8))
        let answer = try client.answer()
        return (
          answer.status, answer.headers["content-type"], answer.text,
          answer.headers["content-security-policy"]
        )
      }
      #expect(status == item.status, "\(document)")
      #expect(policy != nil)
      guard item.status >= 400 else { return }
      #expect(type == "application/problem+json")
      #expect(document.contains("\"status\":\(item.status)"))
      // And it serves on.
      #expect(try await station.get("/api/status").status == 200)
    }
  }

  @Test func aThousandRequestsAtOnceAreAnsweredOrToldToWait() async throws {
    try await TestStation.with { station in
      let port = station.port
      let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<10 {
          group.addTask {
            try await Waiting.run {
              try (0..<100).map { _ in
                let client = try RawClient(port: port, timeout: 60)
                try client.send(
                  Array(
                    "GET /api/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
                )
                return try client.answer().status
              }
            }
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(statuses.count == 1000)
      #expect(statuses.allSatisfy { $0 == 200 || $0 == 429 })
      // As many at once as there may be; more where they take longer than that.
      #expect(statuses.count { $0 == 200 } >= 600)
    }
  }

  @Test(arguments: [
    ("/api/messages?limit=-1", 400), ("/api/messages?limit=99999999999999999999", 400),
    ("/api/messages?limit=1e3", 400), ("/api/messages?before=-1", 400),
    ("/api/messages?before=9223372036854775807", 200),
    ("/api/messages?after=9223372036854775807", 200),
    ("/api/messages?before=9223372036854775808", 400), ("/api/messages?from=nan", 400),
    ("/api/messages?from=-1e308", 200), ("/api/messages?to=1e400", 400),
    ("/api/messages?lamp=-1", 400), ("/api/messages?station=..", 400),
    ("/api/messages?text=%00", 400), ("/api/messages?text=%FF", 200), ("/api/messages?&&&", 400),
    ("/api/messages/9223372036854775807/levels", 404), ("/api/messages/-1", 400),
    ("/api/export?format=../x", 400),
  ])
  func numbersBeyondAllBoundsAreTold(path: String, status: Int) async throws {
    try await TestStation.with { station in
      let answer = try await station.get(path)
      #expect(answer.status == status, "\(answer.text)")
      if status >= 400 { #expect(answer.headers["content-type"] == "application/problem+json") }
    }
  }
}

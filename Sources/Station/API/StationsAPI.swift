import Foundation
import HTTPTypes
import Hummingbird
import MorseCode
import Receiver

/// What the service is doing, as a whole.
struct StatusDocument: Encodable, Sendable {
  struct HistoryReport: Encodable, Sendable {
    var path: String
    /// What is wrong with it at present.
    var fault: String?
  }

  var version: String
  /// Unix seconds.
  var now: Double
  var began: Double
  /// Event streams that are open.
  var watchers: Int
  var history: HistoryReport
  var stations: [StationReport]
}

/// The stations over HTTP: what they are, their settings, their pictures, samples for them.
struct StationsAPI {
  let board: StationBoard
  let limits: StationLimits
  let status: @Sendable () -> StatusDocument

  var routes: [Route] {
    [
      Route(.get, "/api/status") { call in
        _ = try Query(call.request, names: [])
        return Response(json: status())
      },
      Route(.get, "/api/stations/{name}") { call in Response(json: try channel(call).report) },
      Route(.get, "/api/stations/{name}/settings") { call in
        Response(json: SettingsDocument(try channel(call).settings))
      },
      Route(.patch, "/api/stations/{name}/settings") { try await change($0) },
      Route(.post, "/api/stations/{name}/recalibration") { call in
        try channel(call).recalibrate()
        return Response(status: .noContent)
      },
      Route(.get, "/api/stations/{name}/preview") { try await preview($0) },
      Route(.post, "/api/stations/{name}/samples") { try await samples($0) },
    ]
  }

  private func channel(_ call: Route.Call) throws(Problem) -> StationChannel {
    guard let channel = board.channel(call["name"]) else {
      throw Problem(.notFound, "there is no station '\(call["name"])'")
    }
    return channel
  }

  private func change(_ call: Route.Call) async throws -> Response {
    let channel = try channel(call)
    let body = try await call.body(
      of: ["application/json", "application/merge-patch+json"], limits: limits)
    let change = SettingsChange(
      values: try JSONValue.object(body), picture: channel.picture)
    let settings = try channel.update { settings throws(Problem) in try change.apply(to: &settings)
    }
    return Response(json: SettingsDocument(settings))
  }

  private func preview(_ call: Route.Call) async throws -> Response {
    let channel = try channel(call)
    // The first who asks makes the source begin to show; it takes a moment.
    for _ in 0..<20 {
      if let preview = channel.takePreview() {
        let tag = "\"\(preview.number)\""
        if call.request.headers[.ifNoneMatch] == tag {
          return Response(status: .notModified, headers: [.eTag: tag])
        }
        var response = Response(bytes: preview.jpeg, type: "image/jpeg")
        response.headers[.eTag] = tag
        return response
      }
      guard channel.picture != nil else { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw Problem(.notFound, "'\(channel.name)' has no picture")
  }

  private struct Decoded: Encodable {
    var station: String
    /// How many were taken.
    var samples: Int
    /// How many were passed over, for they are not newer than what came before.
    var passed: Int
    /// What became certain by these samples.
    var text: String
  }

  private func samples(_ call: Route.Call) async throws -> Response {
    let name = call["name"]
    guard PlainText.isName(name) else {
      throw Problem(
        .badRequest, "a station's name is up to 64 letters, digits, dots, dashes and low lines")
    }
    let body = try await call.body(of: SampleRows.types, limits: limits)
    let type = call.request.headers[.contentType] ?? ""
    let rows = try SampleRows(body, isCSV: type.lowercased().hasPrefix("text/csv"))
    let sensor = try board.sensor(name)
    let taken = await sensor.take(rows)
    let text = taken.received.map { item in
      switch item {
      case .character(_, let character): character.text
      case .message: "\n"
      case .light: ""
      }
    }.joined()
    return Response(
      json: Decoded(
        station: name, samples: taken.count, passed: rows.rows.count - taken.count, text: text))
  }
}

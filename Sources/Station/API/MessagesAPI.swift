import Foundation
import HTTPTypes
import Hummingbird

/// The history over HTTP.
struct MessagesAPI {
  let history: History
  let limits: StationLimits

  var routes: [Route] {
    [
      Route(.get, "/api/messages") { try await list($0) },
      Route(.get, "/api/messages/{id}") { call in
        Response(json: MessageDocument(try await record(call)))
      },
      Route(.get, "/api/messages/{id}/levels") { try await levels($0) },
      Route(.get, "/api/export") { try await export($0) },
    ]
  }

  private struct Page: Encodable {
    var messages: [MessageDocument]
    /// What to give as `before` for the next page; nil: there is none.
    var next: Int64?
  }

  private func list(_ call: Route.Call) async throws -> Response {
    let query = try Query(
      call.request, names: MessageQuery.names.union(["before", "after", "limit"]))
    var asked = try MessageQuery(query)
    asked.before = try query.whole("before", in: 0...Int64.max)
    asked.after = try query.whole("after", in: 0...Int64.max)
    let limit = try query.whole("limit", in: 1...Int64(limits.pageMessages)).map(Int.init) ?? 50
    asked.limit = limit + 1
    let records = try await history.messages(asked)
    let shown = records.prefix(limit)
    return Response(
      json: Page(
        messages: shown.map { MessageDocument($0) },
        next: records.count > limit ? shown.last?.id : nil))
  }

  private func record(_ call: Route.Call) async throws -> MessageRecord {
    guard let id = Int64(call["id"]), id > 0 else {
      throw Problem(.badRequest, "a message's number is a whole number")
    }
    guard let record = try await history.message(id) else {
      throw Problem(.notFound, "there is no message \(id)")
    }
    return record
  }

  private struct Levels: Encodable {
    var message: Int64
    /// Unix seconds of the first point.
    var time: Double
    /// Milliseconds since `time`, and the level.
    var points: [[Double]]
  }

  private func levels(_ call: Route.Call) async throws -> Response {
    let record = try await record(call)
    let points = try await history.levels(of: record.id)
    let begin = points.first?.time ?? record.start
    return Response(
      json: Levels(
        message: record.id, time: JSONText.rounded(begin, 3),
        points: points.map {
          [(($0.time - begin) * 1000).rounded(), JSONText.rounded($0.level, 1)]
        }))
  }

  // MARK: Export

  /// Writes messages page by page, so that a history of years takes no more memory than one page.
  private func export(_ call: Route.Call) async throws -> Response {
    let query = try Query(call.request, names: MessageQuery.names.union(["format"]))
    let name = query.text("format") ?? "text"
    guard let format = ExportFormat(rawValue: name) else {
      let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.badRequest, "'format' has to be one of \(names)")
    }
    var asked = try MessageQuery(query)
    asked.limit = limits.pageMessages
    asked.isAscending = true
    let first = try await history.messages(asked)
    let (history, begun) = (history, asked)
    let body = ResponseBody { writer in
      var (asked, page) = (begun, first)
      var exporter = MessageExporter(format: format)
      try await writer.write(ByteBuffer(string: exporter.head))
      while !page.isEmpty {
        let signs = exporter.isTimed ? try await history.signs(of: page.map(\.id)) : [:]
        let text = page.map { exporter.text(of: $0, signs: signs[$0.id] ?? []) }.joined()
        try await writer.write(ByteBuffer(string: text))
        guard page.count == asked.limit else { break }
        asked.after = page.last?.id
        page = try await history.messages(asked)
      }
      try await writer.write(ByteBuffer(string: exporter.end()))
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: format.mediaType,
        .contentDisposition: "attachment; filename=\"heliograph.\(format.fileExtension)\"",
      ], body: body)
  }
}

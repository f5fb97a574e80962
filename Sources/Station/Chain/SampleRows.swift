import Foundation
import HTTPTypes
import Receiver

/// The rows of a posted body: CSV with the header of a trace, or JSON Lines.
struct SampleRows {
  var kind: TraceKind
  var rows: [TraceRow]

  static let types = ["text/csv", "application/x-ndjson", "application/jsonl"]

  /// Reads the whole body or nothing of it.
  init(_ body: [UInt8], isCSV: Bool) throws(Problem) {
    if isCSV {
      (kind, rows) = try Self.csv(body)
    } else {
      (kind, rows) = try Self.jsonLines(body)
    }
    guard !rows.isEmpty else { throw Problem(.badRequest, "there are no samples in the body") }
  }

  private static func csv(_ body: [UInt8]) throws(Problem) -> (TraceKind, [TraceRow]) {
    var parser = TraceParser()
    let first = parser.consume(body)
    let last = parser.finish()
    if let fault = first.fault ?? last.fault { throw Problem(.badRequest, "\(fault)") }
    guard let kind = parser.kind else {
      throw Problem(.badRequest, "the header must be time,luma or time,state")
    }
    return (kind, first.rows + last.rows)
  }

  private struct Line: Decodable {
    var time: Double
    var luma: Double?
    var state: Double?
  }

  private static func jsonLines(_ body: [UInt8]) throws(Problem) -> (TraceKind, [TraceRow]) {
    // Written as CSV they are checked by the one reader of traces.
    var kind: TraceKind?
    var text = ""
    for (index, line) in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if line.allSatisfy({ $0 == 32 || $0 == 13 || $0 == 9 }) { continue }
      let wrong = Problem(
        .badRequest, "line \(index + 1): is not an object with a time and a luma (or a state)")
      guard line.count <= 1024,
        let row = try? JSONDecoder().decode(Line.self, from: Data(line))
      else { throw wrong }
      let found: (TraceKind, Double)
      switch (row.luma, row.state) {
      case (let luma?, nil): found = (.luma, luma)
      case (nil, let state?): found = (.state, state)
      default: throw wrong
      }
      if let kind, kind != found.0 {
        throw Problem(.badRequest, "line \(index + 1): luma and state cannot be mixed")
      }
      if kind == nil { text += found.0.rawValue + "\n" }
      kind = found.0
      text += "\(row.time),\(found.1)\n"
    }
    guard kind != nil else { throw Problem(.badRequest, "there are no samples in the body") }
    return try csv(Array(text.utf8))
  }
}

import Foundation
import HTTPTypes
import Hummingbird

/// The part of an address after the question mark, with what is wrong said.
struct Query {
  private let values: [String: String]

  /// - Parameter names: what may be asked for.
  init(_ request: Request, names: Set<String>) throws(Problem) {
    var values: [String: String] = [:]
    for (name, value) in request.uri.queryParameters {
      let name = String(name)
      guard names.contains(name) else {
        let known = names.sorted().joined(separator: ", ")
        throw Problem(.badRequest, "there is no parameter '\(name)'; there are: \(known)")
      }
      guard values[name] == nil else {
        throw Problem(.badRequest, "'\(name)' is given twice")
      }
      values[name] = String(value)
    }
    self.values = values
  }

  func text(_ name: String) -> String? { values[name] }

  func number(_ name: String) throws(Problem) -> Double? {
    guard let text = values[name] else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw Problem(.badRequest, "'\(name)' has to be a number")
    }
    return number
  }

  func whole(_ name: String, in range: ClosedRange<Int64>) throws(Problem) -> Int64? {
    guard let text = values[name] else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      throw Problem(
        .badRequest,
        "'\(name)' has to be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension MessageQuery {
  static let names: Set<String> = ["station", "lamp", "from", "to", "text"]

  /// What all that lists messages can be asked for.
  init(_ query: Query) throws(Problem) {
    station = query.text("station")
    if let station, !PlainText.isName(station) {
      throw Problem(.badRequest, "'station' is not the name of a station")
    }
    lamp = try query.whole("lamp", in: 0...1_000_000_000).map(Int.init)
    from = try query.number("from")
    to = try query.number("to")
    text = query.text("text")
    if let text, text.utf8.count > 200 || text.unicodeScalars.contains(where: { $0.value == 0 }) {
      throw Problem(.badRequest, "'text' is longer than 200 bytes, or holds what no message holds")
    }
  }
}

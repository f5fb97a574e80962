import Foundation
import HTTPTypes

/// JSON whose shape is not known yet: what a client sent.
enum JSONValue: Decodable, Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The object that `bytes` hold.
  static func object(_ bytes: [UInt8]) throws(Problem) -> [String: JSONValue] {
    // Deep nesting costs stack, and nothing that is understood here nests by more than two.
    let depth = bytes.reduce(into: (now: 0, most: 0)) { depth, byte in
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth.now += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth.now -= 1 }
      depth.most = max(depth.most, depth.now)
    }
    guard depth.most <= 16, bytes.count <= 64 << 10,
      let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    else { throw Problem(.badRequest, "the body is not understood as JSON") }
    guard case .object(let object) = value else {
      throw Problem(.badRequest, "the body has to be a JSON object")
    }
    return object
  }

  var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// A whole number of pixels.
  var pixels: Int? {
    guard let number, number.rounded() == number, abs(number) <= 1_048_576 else { return nil }
    return Int(number)
  }
}

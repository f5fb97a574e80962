import Foundation
import Yams

/// `Docs/openapi.yaml`, and whether what the service answers is what it says.
struct APIDescription: @unchecked Sendable {
  // What Yams gives is never changed after it was read.
  private let root: [String: Any]

  init() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Docs/openapi.yaml")
    root = try Yams.load(yaml: String(contentsOf: url, encoding: .utf8)) as? [String: Any] ?? [:]
  }

  /// Every operation, as "GET /api/status".
  var operations: Set<String> {
    var operations: Set<String> = []
    for (path, item) in root["paths"] as? [String: [String: Any]] ?? [:] {
      for method in item.keys where method != "parameters" {
        operations.insert("\(method.uppercased()) \(path)")
      }
    }
    return operations
  }

  /// What is wrong with an answer to `operation`; empty where nothing is.
  func faults(
    of operation: String, status: Int, type: String, body: [UInt8]
  ) -> [String] {
    let parts = operation.split(separator: " ").map(String.init)
    let item = (root["paths"] as? [String: Any])?[parts[1]] as? [String: Any]
    guard let described = item?[parts[0].lowercased()] as? [String: Any],
      let responses = described["responses"] as? [String: Any]
    else { return ["\(operation) is not described"] }
    guard let response = resolved(responses["\(status)"] ?? responses["default"]) else {
      return ["\(operation): \(status) is not described"]
    }
    if responses["\(status)"] == nil, status < 400 {
      return ["\(operation): \(status) is not described"]
    }
    guard let content = response["content"] as? [String: Any] else {
      return body.isEmpty ? [] : ["\(operation): \(status) has a body"]
    }
    let name = String(type.prefix { $0 != ";" })
    guard let media = content[name] as? [String: Any] else {
      return ["\(operation): \(status) is of the type \(name)"]
    }
    guard name.hasSuffix("/json") || name.hasSuffix("+json"), let schema = media["schema"] else {
      return []
    }
    guard
      let value = try? JSONSerialization.jsonObject(
        with: Data(body), options: .fragmentsAllowed)
    else { return ["\(operation): no JSON"] }
    return check(value, schema, at: operation)
  }

  /// What is wrong with `value`, which ought to be a `name` of the components.
  func faults(of value: Any, as name: String) -> [String] {
    check(value, ["$ref": "#/components/schemas/\(name)"], at: name)
  }

  private func resolved(_ node: Any?) -> [String: Any]? {
    guard let object = node as? [String: Any] else { return nil }
    guard let reference = object["$ref"] as? String else { return object }
    var node: Any? = root
    for part in reference.split(separator: "/").dropFirst() {
      node = (node as? [String: Any])?[String(part)]
    }
    return resolved(node)
  }

  private func check(_ value: Any, _ schema: Any, at path: String) -> [String] {
    guard let schema = resolved(schema) else { return ["\(path): no schema"] }
    var faults: [String] = []
    if let choices = schema["oneOf"] as? [Any] {
      let fitting = choices.filter { check(value, $0, at: path).isEmpty }.count
      if fitting != 1 { faults.append("\(path): fits \(fitting) of \(choices.count)") }
    }
    if let values = schema["enum"] as? [String], !values.contains(value as? String ?? "") {
      faults.append("\(path): \(value) is none of \(values)")
    }
    if let constant = schema["const"] as? String, constant != value as? String {
      faults.append("\(path): \(value) is not \(constant)")
    }
    let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] }
    if let types, !types.contains(where: { Self.isOf($0, value) }) {
      faults.append("\(path): \(value) is no \(types)")
    }
    if let number = value as? NSNumber, !(value is String) {
      if let least = Self.number(schema["minimum"]), number.doubleValue < least {
        faults.append("\(path): \(number) is too small")
      }
      if let most = Self.number(schema["maximum"]), number.doubleValue > most {
        faults.append("\(path): \(number) is too large")
      }
    }
    if let object = value as? [String: Any] {
      let properties = schema["properties"] as? [String: Any] ?? [:]
      for key in schema["required"] as? [String] ?? [] where object[key] == nil {
        faults.append("\(path): \(key) is missing")
      }
      for (key, value) in object {
        if let property = properties[key] {
          faults += check(value, property, at: "\(path).\(key)")
        } else if schema["additionalProperties"] as? Bool == false {
          faults.append("\(path): \(key) is not described")
        }
      }
    }
    if let array = value as? [Any], let items = schema["items"] {
      for (index, item) in array.prefix(20).enumerated() {
        faults += check(item, items, at: "\(path)[\(index)]")
      }
    }
    return faults
  }

  private static func number(_ value: Any?) -> Double? {
    (value as? Int).map(Double.init) ?? value as? Double
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    let isBoolean = (value as? NSNumber).map { "\($0)" == "true" || "\($0)" == "false" } ?? false
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "null": return value is NSNull
    case "boolean": return value is Bool
    case "integer":
      guard let number = value as? NSNumber, !isBoolean else { return false }
      return number.doubleValue == number.doubleValue.rounded()
    case "number": return value is NSNumber && !isBoolean
    default: return false
    }
  }
}

import Foundation

/// How the station writes JSON: keys in order, so that the same value gives the same bytes.
enum JSONText {
  /// One line without a newline. Control characters are escaped, as JSON demands.
  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What is written is finite numbers and strings: there is nothing to fail on.
    guard let data = try? encoder.encode(value) else { return Array("null".utf8) }
    return Array(data)
  }

  /// `value` without digits beyond what is measured; what is not finite has no JSON.
  static func rounded(_ value: Double, _ digits: Int) -> Double {
    guard value.isFinite else { return 0 }
    let scale = pow(10, Double(digits))
    let scaled = (value * scale).rounded()
    return scaled.isFinite ? scaled / scale : value
  }
}

import Foundation

/// Numbers as the formats write them.
enum Figure {
  /// Digits beyond what is measured are noise; what is not finite has no JSON.
  static func rounded(_ value: Double, to digits: Int) -> Double {
    guard value.isFinite else { return 0 }
    let scale = pow(10, Double(digits))
    let result = (value * scale).rounded() / scale
    return result.isFinite ? result : 0
  }

  /// The same as text, without an exponent and without zeros at the end.
  static func text(_ value: Double, digits: Int) -> String {
    var text = String(format: "%.\(digits)f", rounded(value, to: digits))
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }
}

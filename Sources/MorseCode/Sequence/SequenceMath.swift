#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The few functions of the C mathematics library that sequence estimation needs.
enum SequenceMath {
  static func log(_ value: Double) -> Double { _log(value) }
  static func exp(_ value: Double) -> Double { _exp(value) }
  static func power(_ base: Double, _ exponent: Double) -> Double { _pow(base, exponent) }

  /// log(exp(a) + exp(b)) without overflow.
  static func logSum(_ a: Double, _ b: Double) -> Double {
    let high = max(a, b)
    let low = min(a, b)
    if low == -.infinity || high - low > 40 { return high }
    return high + _log(1 + _exp(low - high))
  }

  /// The value below which `part` (0 to 1) of the sorted values lie.
  static func quantile(_ sorted: [Double], _ part: Double) -> Double {
    guard let last = sorted.last else { return 0 }
    let place = part * Double(sorted.count - 1)
    let index = Int(place)
    guard index + 1 < sorted.count else { return last }
    return sorted[index] + (place - Double(index)) * (sorted[index + 1] - sorted[index])
  }
}

private func _log(_ value: Double) -> Double { log(value) }
private func _exp(_ value: Double) -> Double { exp(value) }
private func _pow(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

// The C library's exponential and logarithm, for the level fits.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

@inline(__always) func exponential(_ x: Double) -> Double { exp(x) }
@inline(__always) func naturalLogarithm(_ x: Double) -> Double { log(x) }

extension [Double] {
  /// The same, smallest first. Many are sorted by their bits, a byte at a time from the lowest: where
  /// numbers are searched for levels again and again, comparing them would take most of the time.
  func ascending() -> [Double] {
    guard count > 64 else { return sorted() }
    // As whole numbers in the order of the doubles: a negative one's greater magnitude is less.
    let top = UInt64(1) << 63
    var keys = map { $0.sign == .minus ? ~$0.bitPattern : $0.bitPattern | top }
    var sorted = keys
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      var places = [Int](repeating: 0, count: 257)
      for key in keys { places[Int(truncatingIfNeeded: key >> shift & 255) + 1] += 1 }
      // A byte that is the same in all of them orders nothing.
      if places.contains(count) { continue }
      for byte in 1..<257 { places[byte] += places[byte - 1] }
      for key in keys {
        let byte = Int(truncatingIfNeeded: key >> shift & 255)
        sorted[places[byte]] = key
        places[byte] += 1
      }
      swap(&keys, &sorted)
    }
    return keys.map { Double(bitPattern: $0 & top == 0 ? ~$0 : $0 & ~top) }
  }
}

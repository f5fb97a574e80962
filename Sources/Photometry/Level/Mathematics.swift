internal import CLuma

// The C library's exponential, logarithm and power, for the level fits.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

@inline(__always) func exponential(_ x: Double) -> Double { exp(x) }
@inline(__always) func naturalLogarithm(_ x: Double) -> Double { log(x) }
@inline(__always) func cosine(_ x: Double) -> Double { cos(x) }
@inline(__always) func sine(_ x: Double) -> Double { sin(x) }
@inline(__always) func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
@inline(__always) func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

extension [Double] {
  /// The same, smallest first. Many are sorted by their digits: where numbers are searched for levels
  /// again and again, comparing them would take most of the time.
  func ascending() -> [Double] {
    guard count > 64 else { return sorted() }
    var sorted = self
    withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { scratch in
      sorted.withUnsafeMutableBufferPointer { values in
        guard let values = values.baseAddress, let scratch = scratch.baseAddress else { return }
        luma_sort(values, scratch, count)
      }
    }
    return sorted
  }

  /// The middle one, of an even number the upper of the two; nil where there is none.
  var median: Double? {
    guard count > 64 else { return isEmpty ? nil : sorted()[count / 2] }
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count) { memory in
      guard let values = memory.baseAddress else { return nil }
      values.initialize(from: self, count: count)
      return luma_ordered(values, values + count, count, count / 2)
    }
  }
}

extension RandomAccessCollection<Double> where Index == Int {
  /// The index of the first of these, smallest first, that is not less than a value; `endIndex` where all are.
  func place(of value: Double) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

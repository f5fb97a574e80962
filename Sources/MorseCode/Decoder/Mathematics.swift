// The only import of the module: the C library's few functions that decoding needs.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

@inline(__always) func naturalLogarithm(_ x: Double) -> Double { log(x) }
@inline(__always) func exponential(_ x: Double) -> Double { exp(x) }
/// Of positive numbers.
@inline(__always) func logarithmOfGamma(_ x: Double) -> Double {
  // Stirling's series, after lifting small arguments (Abramowitz and Stegun 6.1.41).
  var x = x
  var lift = 0.0
  while x < 8 {
    lift -= log(x)
    x += 1
  }
  let inverse = 1 / (x * x)
  return lift + (x - 0.5) * log(x) - x + halfLogarithmOfTwoPi
    + (1.0 / 12 - inverse * (1.0 / 360 - inverse / 1260)) / x
}

@inline(__always) func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
@inline(__always) func errorFunction(_ x: Double) -> Double { erf(x) }

/// log(exp(a) + exp(b)), without overflow.
@inline(__always) func logarithmOfSum(_ a: Double, _ b: Double) -> Double {
  let high = max(a, b)
  let low = min(a, b)
  guard low > high - 40 else { return high }
  return high + log(1 + exp(low - high))
}

/// log(2 pi) / 2, of the normal density.
let halfLogarithmOfTwoPi = 0.918_938_533_204_672_8

/// The value below which `part` (0 to 1) of the sorted values lie.
func quantile(_ sorted: [Double], _ part: Double) -> Double {
  guard let last = sorted.last else { return 0 }
  let place = part * Double(sorted.count - 1)
  let index = Int(place)
  guard index + 1 < sorted.count else { return last }
  return sorted[index] + (place - Double(index)) * (sorted[index + 1] - sorted[index])
}

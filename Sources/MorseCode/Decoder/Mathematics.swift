// The only import of the module: the C library's logarithm and exponential.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

@inline(__always) func naturalLogarithm(_ x: Double) -> Double { log(x) }
@inline(__always) func exponential(_ x: Double) -> Double { exp(x) }
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

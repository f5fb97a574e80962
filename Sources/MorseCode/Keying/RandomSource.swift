/// Random numbers that are the same on every run: xoshiro256++ seeded by SplitMix64.
///
/// Blackman and Vigna, "Scrambled linear pseudorandom number generators" (2021).
public struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)
  private var spare: Double?

  /// `stream` names an independent sequence of the same seed, so that what one part draws does not
  /// change what another gets.
  public init(seed: UInt64, stream: String = "") {
    // FNV-1a: Swift's own hashes differ from run to run.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in stream.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var mixer = seed ^ hash
    func next() -> UInt64 {
      mixer &+= 0x9e37_79b9_7f4a_7c15
      var word = mixer
      word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
      return word ^ (word >> 31)
    }
    state = (next(), next(), next(), next())
  }

  /// The generator itself, not all of `state` being zero.
  init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

  public mutating func next() -> UInt64 {
    func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
      (word << count) | (word >> (64 &- count))
    }
    let result = rotated(state.0 &+ state.3, 23) &+ state.0
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotated(state.3, 45)
    return result
  }

  /// Evenly from 0 up to, not including, 1.
  public mutating func uniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Evenly within `range`.
  public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// A whole number from 0 up to, not including, `count`; 0 where `count` is not positive.
  public mutating func index(below count: Int) -> Int {
    count > 0 ? min(count &- 1, Int(uniform() * Double(count))) : 0
  }

  /// Normally distributed, mean 0, standard deviation 1 (Marsaglia's polar method).
  public mutating func normal() -> Double {
    if let value = spare {
      spare = nil
      return value
    }
    while true {
      let x = 2 * uniform() - 1
      let y = 2 * uniform() - 1
      let square = x * x + y * y
      guard square > 0, square < 1 else { continue }
      let scale = (-2 * naturalLogarithm(square) / square).squareRoot()
      spare = y * scale
      return x * scale
    }
  }

  /// A factor whose natural logarithm has this mean and standard deviation.
  public mutating func logNormal(mean: Double, deviation: Double) -> Double {
    exponential(mean + deviation * normal())
  }

  /// Waiting time until the next of events that come at random with this mean interval.
  public mutating func interval(mean: Double) -> Double {
    -mean * naturalLogarithm(1 - uniform())
  }
}

import MorseCode

/// When pictures are taken.
public struct FrameTiming: Hashable, Sendable {
  /// Pictures a second.
  public var rate: Double
  /// Variable frame rate: pictures are late or early by up to this part of the interval.
  public var jitter: Double
  /// Part of the pictures that are missing.
  public var dropped: Double

  public init(rate: Double = 30, jitter: Double = 0, dropped: Double = 0) {
    self.rate = rate
    self.jitter = jitter
    self.dropped = dropped
  }

  /// The middle of each exposure in `duration` seconds; the first is at 0.
  public func times(duration: Double, seed: UInt64) -> [Double] {
    guard rate > 0, duration > 0, (duration * rate).isFinite else { return [] }
    // Beyond that many pictures a scene is a mistake: nine hours at 1000 a second.
    let count = Int(min((duration * rate).rounded(.up), 0x1p25))
    var random = RandomSource(seed: seed, stream: "timing")
    var times: [Double] = []
    times.reserveCapacity(count)
    for index in 0..<count {
      let shift = random.uniform(-0.5...0.5) * min(max(jitter, 0), 0.95) / rate
      let isDropped = random.uniform() < dropped
      if index == 0 {
        times.append(0)
      } else if !isDropped {
        times.append(Double(index) / rate + shift)
      }
    }
    return times
  }
}

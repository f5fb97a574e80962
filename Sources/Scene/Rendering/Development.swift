/// Values to bytes: what the sensor's converter does.
enum Development {
  /// Multiplies by the gain, adds the noise, saturates at 0 and 255, and rounds.
  static func bytes(
    of values: [Float], width: Int, gain: Float, noise: inout NoiseTable
  ) -> [UInt8] {
    let row = width * 3
    let count = row > 0 ? values.count / row * row : 0
    return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      // Plain pointers: only so does the compiler make vectors of the loops.
      values.withUnsafeBufferPointer { source in
        noise.withRows { place, table in
          guard let source = source.baseAddress, let target = target.baseAddress else { return }
          for start in stride(from: 0, to: count, by: row) {
            if let place = place(width), let table {
              convert(source + start, table + place, to: target + start, count: row, gain: gain)
            } else {
              convert(source + start, to: target + start, count: row, gain: gain)
            }
          }
        }
      }
      initialized = count
    }
  }

  private static func convert(
    _ source: UnsafePointer<Float>, _ noise: UnsafePointer<Float>,
    to target: UnsafeMutablePointer<UInt8>, count: Int, gain: Float
  ) {
    for index in 0..<count {
      target[index] = rounded(gain * source[index] + noise[index])
    }
  }

  private static func convert(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<UInt8>, count: Int, gain: Float
  ) {
    for index in 0..<count { target[index] = rounded(gain * source[index]) }
  }

  /// Adding 1.5 x 2^23 leaves a float no bits for fractions: the lowest eight hold the value.
  /// (A checked conversion would keep the loop from being vectorised.)
  @inline(__always)
  private static func rounded(_ value: Float) -> UInt8 {
    let low = value > 0 ? value : 0
    let clamped = low < 255 ? low : 255
    return UInt8(truncatingIfNeeded: (clamped + 12_582_912).bitPattern)
  }
}

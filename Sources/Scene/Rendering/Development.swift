/// Values to bytes: what the sensor's converter does.
enum Development {
  /// Multiplies by the gain, adds the noise, saturates at 0 and 255, and rounds.
  static func bytes(
    of values: [Float], width: Int, gain: Float, noise: inout NoiseTable
  ) -> [UInt8] {
    let count = values.count
    let row = width * 3
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let source = values.span
      var start = 0
      while start < count {
        let length = min(row, count - start)
        if let place = noise.place(width: width) {
          let table = noise.values.span
          for index in 0..<length {
            let value = gain * source[unchecked: start + index] + table[unchecked: place + index]
            buffer[start + index] = rounded(value)
          }
        } else {
          for index in 0..<length {
            buffer[start + index] = rounded(gain * source[unchecked: start + index])
          }
        }
        start += length
      }
      initialized = count
    }
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

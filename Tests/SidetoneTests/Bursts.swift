/// Where a tone sounds in samples.
enum Bursts {
  /// Begin and length of each, in samples: from where the tone is at half of its strength to where
  /// it is again (half of each edge), silence shorter than 3 ms being the tone's own zeros.
  static func find(_ samples: [Int16], rate: Int) -> [(start: Int, length: Int)] {
    var bursts: [(start: Int, length: Int)] = []
    let pause = rate * 3 / 1000
    for (index, sample) in samples.enumerated() where abs(Int(sample)) > 8192 {
      if let last = bursts.last, index - (last.start + last.length) <= pause {
        bursts[bursts.count - 1].length = index - last.start + 1
      } else {
        bursts.append((index, 1))
      }
    }
    return bursts
  }

  /// The samples of raw 16-bit bytes.
  static func samples(_ bytes: some Sequence<UInt8>) -> [Int16] {
    let bytes = Array(bytes)
    return (0..<bytes.count / 2).map {
      Int16(bitPattern: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8)
    }
  }
}

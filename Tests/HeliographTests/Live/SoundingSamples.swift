import Foundation

/// Where a tone sounds in a sound file: to compare with where the light was.
struct SoundingSamples {
  /// 48 000 samples a second.
  let samples: [Int16]
  private static let rate = 48_000.0

  /// Of a WAV file whose head has 44 bytes, or of raw samples.
  init(_ url: URL, headBytes: Int) throws {
    let bytes = Array(try Data(contentsOf: url).dropFirst(headBytes))
    samples = (0..<bytes.count / 2).map {
      Int16(bitPattern: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8)
    }
  }

  var seconds: Double { Double(samples.count) / Self.rate }

  /// Begin and length of each burst, in seconds, at half of the strength.
  var bursts: [(start: Double, length: Double)] {
    var bursts: [(first: Int, last: Int)] = []
    for (index, sample) in samples.enumerated() where abs(Int(sample)) > 8192 {
      // 3 ms: the tone's own zeros are no gaps.
      if let last = bursts.last?.last, index - last <= 144 {
        bursts[bursts.count - 1].last = index
      } else {
        bursts.append((index, index))
      }
    }
    return bursts.map {
      (Double($0.first) / Self.rate, Double($0.last - $0.first + 1) / Self.rate)
    }
  }

  /// Hertz of a burst, by the zeros that it passes.
  func frequency(of burst: (start: Double, length: Double)) -> Double {
    let first = Int(burst.start * Self.rate)
    let part = samples[first..<min(first + Int(burst.length * Self.rate), samples.count)]
    let passes = zip(part, part.dropFirst()).count { ($0 < 0) != ($1 < 0) }
    return Double(passes) / 2 / burst.length
  }
}

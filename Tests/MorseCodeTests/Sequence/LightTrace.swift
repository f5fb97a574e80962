import Foundation

@testable import MorseCode

/// SplitMix64 (Steele, Lea, Flood 2014): seeded draws, the same everywhere.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0 to below 1.
  mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// Normal, by Box and Muller.
  mutating func normal() -> Double {
    (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
  }
}

/// What a camera shows of a keyed lamp: each frame the exact integral over its exposure.
struct LightTrace {
  enum Camera: Sendable, CaseIterable {
    case linear
    /// Encoded with a gamma of 2.2, on dark ground and on ground a fifth as bright as the lamp.
    case gamma, gammaOnGround
    /// Clipped at 80 per cent of the swing.
    case saturated
    /// 8-bit levels of which the lamp's swing is 60.
    case coarse

    func level(_ lit: Double) -> Double {
      switch self {
      case .linear, .coarse: lit
      case .gamma: pow(lit, 1 / 2.2)
      case .gammaOnGround:
        (pow(0.2 + 0.8 * lit, 1 / 2.2) - pow(0.2, 1 / 2.2)) / (1 - pow(0.2, 1 / 2.2))
      case .saturated: min(lit, 0.8) / 0.8
      }
    }
  }

  /// Frames a second.
  var rate = 30.0
  /// Exposure as a part of the frame time.
  var exposure = 0.7
  /// Standard deviation, as a part of the swing.
  var noise = 0.02
  var camera = Camera.linear
  /// Seconds of silence before; about as much follows.
  var lead = 1.0
  /// Part of the frames that are lost.
  var loss = 0.0

  /// Samples of `text` keyed with dots of `dot` frames.
  func samples(_ text: String, dot: Double, seed: UInt64) -> [KeySample] {
    samples(Keying(text, speed: Speed(wpm: 1.2 * rate / dot)).events, seed: seed)
  }

  func samples(_ events: [KeyEvent], seed: UInt64) -> [KeySample] {
    var random = SplitMix(state: seed)
    let end = (events.last?.time ?? 0) + 0.5 + lead
    var time = -lead + random.unit() / rate
    var mark = 0
    var samples: [KeySample] = []
    while time < end {
      let close = time + exposure / rate
      while mark + 2 < events.count, events[mark + 1].time <= time { mark += 2 }
      var lit = 0.0
      var next = mark
      while next + 1 < events.count, events[next].time < close {
        lit += max(0, min(close, events[next + 1].time) - max(time, events[next].time))
        next += 2
      }
      var level = camera.level(lit / (close - time)) + noise * random.normal()
      if camera == .coarse { level = (level * 60).rounded() / 60 }
      if random.unit() >= loss {
        samples.append(
          KeySample(time: 0.5 * (time + close), down: level, deviation: noise))
      }
      time += 1 / rate
    }
    return samples
  }
}

/// Levenshtein's distance, in characters.
func characterErrors(_ truth: String, _ said: String) -> Int {
  let a = Array(truth)
  let b = Array(said)
  var row = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, y) in b.enumerated() {
      let above = row[j + 1]
      row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x == y ? 0 : 1))
      diagonal = above
    }
  }
  return row[b.count]
}

let lightTexts = [
  "ONE FRAME PER DOT IS THE LIMIT", "MEET ME AT THE HARBOUR 0715", "SOS", "CQ CQ DE K1ABC",
  "THE KEY IS UNDER THE THIRD STONE, LEFT OF THE GATE", "HELP US", "4087 2615 39",
  "73 DE PA3FWM K",
]

/// Character error rate over `lightTexts`, `seeds` draws of each, in per cent.
func errorRate(
  dot: Double, seeds: Int = 2, _ change: (inout LightTrace) -> Void = { _ in }
) -> Double {
  var trace = LightTrace()
  change(&trace)
  var wrong = 0
  var length = 0
  for (index, text) in lightTexts.enumerated() {
    for seed in 0..<seeds {
      let samples = trace.samples(text, dot: dot, seed: UInt64(100 * index + seed + 1))
      let said = SequenceDecoder.read(samples, options: TimingDecoder.Options())?.text ?? ""
      wrong += characterErrors(text, said)
      length += text.count
    }
  }
  return 100 * Double(wrong) / Double(length)
}

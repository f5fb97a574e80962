import Foundation
import MorseCode
import Photometry

/// Light that changes as smoothly as light does, and says nothing.
enum SmoothNoise: String, CaseIterable, Sendable {
  /// Sensor noise alone.
  case white
  /// What a capacitor, a cloud or a codec's rate control makes of noise: one time constant.
  case relaxing
  /// Noise below a cut-off frequency: a swaying branch, steam, water.
  case banded
  /// A walk without aim: daylight.
  case drifting
  /// Sway with a wandering phase, seen at an edge: it saturates on either side.
  case swaying
  /// A light that switches at random, as a bad contact does.
  case flickering
  /// Scintillation: seldom, high peaks.
  case twinkling

  /// Brightness at 30 samples a second, around 100, with a sensor's noise.
  func samples(seed: UInt64, seconds: Double = 60) -> [BrightnessSample] {
    var random = RandomSource(seed: seed, stream: "smooth noise \(rawValue)")
    let count = Int(seconds * 30)
    let amplitude = exp(log(3) + random.uniform() * log(20))
    let sensor = 0.3 + 2 * random.uniform()
    let course = course(count, &random)
    let spread = max(course.map { $0 * $0 }.reduce(0, +) / Double(count), 1e-12).squareRoot()
    return course.enumerated().map { index, value in
      let light = max(0, 100 + amplitude * value / spread + sensor * random.normal())
      return BrightnessSample(
        time: Double(index) / 30, exposure: 1.0 / 60, brightness: (light * 4).rounded() / 4)
    }
  }

  private func course(_ count: Int, _ random: inout RandomSource) -> [Double] {
    var state = 0.0
    var other = 0.0
    // Between 0.05 and 2 s.
    let constant = exp(log(0.05) + random.uniform() * log(40)) * 30
    let keep = exp(-1 / constant)
    let frequency = 0.4 + 2.2 * random.uniform()
    let steepness = 0.5 + 5 * random.uniform()
    var phase = random.uniform()
    return (0..<count).map { _ in
      switch self {
      case .white: return random.normal()
      case .relaxing:
        state = keep * state + random.normal()
        return state
      case .banded:
        other = keep * other + random.normal()
        state = keep * state + other
        return state
      case .drifting:
        state += random.normal()
        return state
      case .swaying:
        phase += frequency / 30 + 0.01 * random.normal()
        return tanh(steepness * (sin(2 * .pi * phase) + 0.3 * sin(2 * .pi * phase * 0.37)))
      case .flickering:
        if random.uniform() < 1 / constant { state = state > 0 ? -1 : 1 }
        return state
      case .twinkling:
        other = keep * other + (1 - keep * keep).squareRoot() * random.normal()
        return exp(1.2 * other)
      }
    }
  }
}

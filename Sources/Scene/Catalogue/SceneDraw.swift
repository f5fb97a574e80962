import MorseCode

/// What differs between the scenes of a class: drawn from the seed.
struct SceneDraw {
  private var random: RandomSource

  init(_ name: String, seed: UInt64) {
    random = RandomSource(seed: seed, stream: "catalogue \(name)")
  }

  private static let messages = [
    "SOS SOS DE K1ABC", "MEET AT NOON", "SEND A BOAT", "THE FOX JUMPS", "WATER IS LOW",
    "COME TO PIER 7", "CQ DE PA3FWM K", "WE ARE HERE", "NO WIND TODAY", "HELP IS COMING",
    "QTH = PARIS", "FOG ON RIDGE", "5 MEN 2 DOGS", "LAMP TEST OK?",
  ]

  mutating func within(_ range: ClosedRange<Double>) -> Double { random.uniform(range) }

  mutating func coin() -> Bool { random.uniform() < 0.5 }

  mutating func interval(mean: Double) -> Double { random.interval(mean: mean) }

  /// A lamp with a text, a speed that the frames carry, and a place away from the picture's edge.
  mutating func lamp(
    width: Int, height: Int, margin: Double, radius: ClosedRange<Double>, added: Double,
    color: LightColor = .white, speeds: ClosedRange<Double> = 9...16, text: String? = nil
  ) -> Lamp {
    let message = text ?? SceneDraw.messages[random.index(below: SceneDraw.messages.count)]
    return Lamp(
      message, speed: Speed(wpm: within(speeds)), style: KeyingStyle(proportionalJitter: 0.06),
      start: within(0...1), seed: random.next(), x: within(margin...Double(width) - margin),
      y: within(margin...Double(height) - margin), radius: within(radius), added: added,
      color: color)
  }

  /// Texts all different, for several lamps.
  mutating func texts(_ count: Int) -> [String] {
    var rest = SceneDraw.messages
    return (0..<min(count, rest.count)).map { _ in rest.remove(at: random.index(below: rest.count))
    }
  }
}

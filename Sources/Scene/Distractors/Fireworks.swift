internal import Foundation
import MorseCode

/// Bursts of sparks, at random places and times, that spread and fade.
public struct Fireworks: Hashable, Sendable {
  /// Mean seconds between bursts.
  public var interval: Double
  /// Pixels that a burst reaches.
  public var reach: Double
  public var sparks: Int
  /// Luma steps that a spark adds.
  public var added: Double

  public init(
    interval: Double = 0.8, reach: Double = 80, sparks: Int = 60, added: Double = 220
  ) {
    self.interval = interval
    self.reach = reach
    self.sparks = sparks
    self.added = added
  }
}

/// A point of light of one moment.
struct Spark {
  var x: Double
  var y: Double
  var radius: Double
  /// Luma steps.
  var light: Double
  var color: LightColor
}

/// The bursts of a whole scene.
struct FireworksShow: Sendable {
  private struct Burst {
    var time: Double
    var x: Double
    var y: Double
    var color: LightColor
    /// Seconds in which its light falls to 37 %.
    var decay: Double
    /// Directions and speeds, in parts of the reach.
    var sparks: [(x: Double, y: Double)]
  }

  private let fireworks: Fireworks
  private let bursts: [Burst]

  init(_ fireworks: Fireworks, width: Int, height: Int, duration: Double, seed: UInt64, index: Int)
  {
    self.fireworks = fireworks
    var random = RandomSource(seed: seed, stream: "fireworks \(index)")
    var bursts: [Burst] = []
    var time = random.interval(mean: max(fireworks.interval, 0.02))
    while time < duration {
      bursts.append(
        Burst(
          time: time, x: random.uniform(0.1...0.9) * Double(width),
          y: random.uniform(0.1...0.7) * Double(height),
          color: LightColor(
            red: random.uniform(0.3...1), green: random.uniform(0.3...1),
            blue: random.uniform(0.3...1)),
          decay: random.uniform(0.2...0.7),
          sparks: (0..<max(0, fireworks.sparks)).map { _ in
            let angle = random.uniform(0...2 * .pi)
            let speed = random.uniform().squareRoot()
            return (speed * cos(angle), speed * sin(angle))
          }))
      time += random.interval(mean: max(fireworks.interval, 0.02))
    }
    self.bursts = bursts
  }

  /// The sparks that glow at `time`.
  func sparks(at time: Double) -> [Spark] {
    bursts.flatMap { burst -> [Spark] in
      let age = time - burst.time
      guard age >= 0, age < 5 * burst.decay else { return [] }
      // Air slows the sparks; they fall a little as they fade.
      let spread = fireworks.reach * (1 - exp(-4 * age))
      let fall = 0.15 * fireworks.reach * age * age
      let light = fireworks.added * exp(-age / burst.decay)
      return burst.sparks.map { spark in
        Spark(
          x: burst.x + spread * spark.x, y: burst.y + spread * spark.y + fall, radius: 1.2,
          light: light, color: burst.color)
      }
    }
  }
}

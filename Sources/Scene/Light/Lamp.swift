internal import Foundation
public import MorseCode

/// A light that is keyed.
public struct Lamp: Hashable, Sendable {
  /// What it says; empty where it says nothing.
  public var text: String
  /// Down and up, in seconds from the end of the scene's lead.
  public var events: [KeyEvent]
  /// Its middle, in pixels from the picture's upper left corner, when the camera is at rest.
  public var x: Double
  public var y: Double
  /// Pixels, fractions included; infinite: it lights the whole picture evenly.
  public var radius: Double
  /// Luma steps that it adds to the background's level (per channel: times `color`) while lit;
  /// may pass white, where the sensor saturates. Negative: it darkens.
  public var added: Double
  public var color: LightColor
  public var halo: Halo?
  /// Seconds in which it comes to 63 % of its light, and loses it (a filament; 0: an LED).
  public var riseTime: Double
  /// Pixels a second that it moves across the scene.
  public var velocityX: Double
  public var velocityY: Double
  /// Pixels that it goes to and fro at most, as a torch does in a hand: across by so much, up and down by two
  /// thirds of it.
  public var wander = 0.0
  /// Times a second that it goes to and fro.
  public var wanderFrequency = 0.3
  /// Standard deviation of the logarithm of its light from picture to picture (scintillation).
  public var twinkle: Double

  public init(
    text: String = "", events: [KeyEvent], x: Double, y: Double, radius: Double = 40,
    added: Double = 120, color: LightColor = .white, halo: Halo? = nil, riseTime: Double = 0,
    velocityX: Double = 0, velocityY: Double = 0, twinkle: Double = 0
  ) {
    self.text = text
    self.events = events
    self.x = x
    self.y = y
    self.radius = radius
    self.added = added
    self.color = color
    self.halo = halo
    self.riseTime = riseTime
    self.velocityX = velocityX
    self.velocityY = velocityY
    self.twinkle = twinkle
  }

  /// A lamp that keys `text`, from `start` seconds after the scene's lead.
  public init(
    _ text: String, speed: Speed, style: KeyingStyle = .exact, start: Double = 0, seed: UInt64 = 0,
    x: Double, y: Double, radius: Double = 40, added: Double = 120, color: LightColor = .white
  ) {
    let keying = Keying(text, speed: speed, style: style, seed: seed)
    self.init(
      text: text,
      events: keying.events.map { KeyEvent(time: $0.time + start, isDown: $0.isDown) },
      x: x, y: y, radius: radius, added: added, color: color)
  }

  /// A light that goes on and off evenly: an indicator, a beacon.
  public static func blinking(
    period: Double, lit: Double = 0.5, from start: Double, until end: Double, x: Double, y: Double,
    radius: Double, added: Double, color: LightColor = .white
  ) -> Lamp {
    var events: [KeyEvent] = []
    var time = start
    // A million blinks: more is a mistake.
    while period > 0, time < end, events.count < 2_000_000 {
      events.append(KeyEvent(time: time, isDown: true))
      events.append(KeyEvent(time: time + lit * period, isDown: false))
      time += period
    }
    return Lamp(events: events, x: x, y: y, radius: radius, added: added, color: color)
  }

  /// The same light seen elsewhere, weaker: on a wall, on water.
  public func reflected(x: Double, y: Double, radius: Double, strength: Double) -> Lamp {
    var copy = self
    copy.text = ""
    copy.x = x
    copy.y = y
    copy.radius = radius
    copy.added *= strength
    return copy
  }

  /// Its middle at a time of the scene, when the camera is at rest.
  func place(at time: Double) -> (x: Double, y: Double) {
    let turn = 2 * Double.pi * wanderFrequency * time
    // The other axis at a rate that does not repeat with the first, and not in step with it.
    return (
      x + velocityX * time + wander * sin(turn),
      y + velocityY * time + wander * (sin(0.618 * turn + 1) - sin(1)) / 1.5
    )
  }
}

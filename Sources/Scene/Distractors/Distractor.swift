import MorseCode

/// What shines or moves in a scene and is no message.
public enum Distractor: Hashable, Sendable {
  /// A light: an indicator, a headlight, a beacon. Times are from the first picture.
  case light(Lamp)
  case television(Television)
  case fireworks(Fireworks)
  /// A film: the whole picture becomes another one, at random, this many seconds apart on average.
  case cuts(interval: Double)

  /// A headlight that crosses the picture from left to right (or right to left).
  public static func headlight(
    enters: Double, crossing: Double, width: Double, y: Double, radius: Double, added: Double = 200,
    toTheRight: Bool = true
  ) -> Distractor {
    let reach = width + 8 * radius
    let velocity = (toTheRight ? reach : -reach) / max(crossing, 1e-3)
    let start = toTheRight ? -4 * radius : width + 4 * radius
    var lamp = Lamp(
      events: [
        KeyEvent(time: enters, isDown: true), KeyEvent(time: enters + crossing, isDown: false),
      ],
      x: start - velocity * enters, y: y, radius: radius, added: added, color: .warm,
      velocityX: velocity)
    lamp.halo = Halo(added: added * 0.4, radius: radius * 2)
    return .light(lamp)
  }
}

internal import Foundation
import MorseCode

/// A lamp made ready to be painted picture by picture.
struct RenderedLight: Sendable {
  private let lamp: Lamp
  private let light: KeyedLight
  private let haloLight: KeyedLight
  /// Light, on the scale on which 255 is white, of the disc and of the halo's middle.
  private let strength: Double
  private let haloStrength: Double
  private var random: RandomSource
  private var twinkle = 1.0

  /// `level`: the background's, on which the steps are added.
  init(_ lamp: Lamp, shift: Double, level: Double, curve: TransferCurve, random: RandomSource) {
    self.lamp = lamp
    let events = lamp.events.map { KeyEvent(time: $0.time + shift, isDown: $0.isDown) }
    light = KeyedLight(events: events, riseTime: lamp.riseTime)
    haloLight = KeyedLight(events: events, riseTime: lamp.halo?.growTime ?? 0)
    strength = curve.light(adding: lamp.added, to: level)
    haloStrength = curve.light(adding: lamp.halo?.added ?? 0, to: level)
    self.random = random
  }

  /// How far it is lit at a moment, as a slow eye sees it that needs `settling` seconds.
  static func adaptation(to lamp: Lamp, shift: Double, settling: Double) -> KeyedLight {
    KeyedLight(
      events: lamp.events.map { KeyEvent(time: $0.time + shift, isDown: $0.isDown) },
      riseTime: settling)
  }

  /// Draws the scintillation of the next picture.
  mutating func beginPicture() {
    guard lamp.twinkle > 0 else { return }
    twinkle = random.logNormal(mean: 0, deviation: lamp.twinkle)
  }

  /// Adds the light of an exposure, or of a part of one with this weight. `x`, `y`: what the
  /// camera's motion has moved the picture by.
  func paint(
    on canvas: inout LightCanvas, exposure: RowExposure, weight: Double, x: Double, y: Double
  ) {
    let place = lamp.place(at: exposure.middle)
    let (centerX, centerY) = (place.x + x, place.y + y)
    let light = exposure.byRow { weight * twinkle * strength * self.light.mean(from: $0, to: $1) }
    if lamp.radius.isInfinite {
      canvas.addEverywhere(lamp.color, strength: light)
    } else {
      canvas.addDisc(
        x: centerX, y: centerY, radius: lamp.radius, color: lamp.color, strength: light)
    }
    guard let halo = lamp.halo else { return }
    let grown = haloLight.mean(from: exposure.start, to: exposure.end)
    guard grown > 1e-3 else { return }
    canvas.addBell(
      x: centerX, y: centerY, radius: halo.radius * (0.4 + 0.6 * grown), color: lamp.color
    ) { _ in weight * twinkle * haloStrength * grown }
  }
}

extension SceneCatalogue {
  /// Lamps of every kind, and light that changes around them.
  static let lights: [NamedScene] = [
    NamedScene("halo", "a saturated filament whose halo grows and fades, gamma 2.2") { seed, _ in
      var draw = SceneDraw("halo", seed: seed)
      var lamp = draw.lamp(
        width: 640, height: 360, margin: 60, radius: 8...20, added: 500, color: .warm,
        speeds: 8...13)
      lamp.riseTime = 0.03
      lamp.halo = Halo(added: 60, radius: 50, growTime: 0.12)
      return Scene(background: .room(50), lamps: [lamp], sensor: Sensor(noise: 3, gamma: 2.2))
    },
    NamedScene("inverted", "a shutter or a hand that darkens what is seen") { seed, _ in
      var draw = SceneDraw("inverted", seed: seed)
      let lamp = draw.lamp(width: 640, height: 360, margin: 80, radius: 25...70, added: -30)
      return Scene(background: .textured(130), lamps: [lamp], sensor: Sensor(noise: 3))
    },
    colored("blue", .blue), colored("red", .red), colored("green", .green),
    NamedScene("ambient-drift", "daylight swings by 25 % over ten seconds") { seed, _ in
      var draw = SceneDraw("ambient-drift", seed: seed)
      return Scene(
        background: .textured(110), ambient: Ambient(drift: 0.25, driftPeriod: 10),
        lamps: [draw.lamp(width: 640, height: 360, margin: 40, radius: 5...15, added: 40)],
        sensor: Sensor(noise: 3))
    },
    NamedScene("flicker", "mains flicker of 6 % beats with the frame rate") { seed, _ in
      var draw = SceneDraw("flicker", seed: seed)
      return Scene(
        timing: FrameTiming(rate: draw.coin() ? 29.97 : 24), background: .textured(110),
        ambient: Ambient(flicker: 0.06, flickerFrequency: draw.coin() ? 100 : 120),
        lamps: [draw.lamp(width: 640, height: 360, margin: 40, radius: 5...15, added: 40)],
        sensor: Sensor(exposure: 0.004, noise: 3))
    },
    NamedScene("flicker-bands", "mains flicker as bands that a rolling shutter lets go by") {
      seed, _ in
      var draw = SceneDraw("flicker-bands", seed: seed)
      let isFast = draw.coin()
      return Scene(
        timing: FrameTiming(rate: isFast ? 29.97 : 25), background: .textured(100),
        ambient: Ambient(
          drift: draw.within(0...0.15), driftPeriod: 10, flicker: draw.within(0.15...0.25),
          flickerFrequency: isFast ? 120 : 100 + draw.within(0.1...0.4)),
        lamps: [draw.lamp(width: 640, height: 360, margin: 40, radius: 2.5...3.5, added: 35)],
        sensor: Sensor(exposure: 0.003, readout: draw.within(0.012...0.03), noise: 3))
    },
    NamedScene("auto-exposure", "the camera pulls the picture down when the lamp comes on") {
      seed, _ in
      var draw = SceneDraw("auto-exposure", seed: seed)
      return Scene(
        background: .room(100),
        lamps: [draw.lamp(width: 640, height: 360, margin: 60, radius: 8...30, added: 110)],
        sensor: Sensor(
          noise: 3, autoExposure: .init(pull: draw.within(0.2...0.4), settling: 0.15)))
    },
    NamedScene("variable-rate", "pictures early, late and missing") { seed, _ in
      var draw = SceneDraw("variable-rate", seed: seed)
      return Scene(
        timing: FrameTiming(rate: 30, jitter: 0.6, dropped: 0.05), background: .room(90),
        lamps: [draw.lamp(width: 640, height: 360, margin: 60, radius: 5...30, added: 70)],
        sensor: Sensor(noise: 3))
    },
  ]

  /// 80 steps of one channel: 9 (blue) to 47 (green) of luma, on a colourful texture.
  private static func colored(_ name: String, _ color: LightColor) -> NamedScene {
    NamedScene("\(name)-led", "a \(name) LED of 4 pixels radius: chroma tells more than luma") {
      seed, _ in
      var draw = SceneDraw("\(name)-led", seed: seed)
      return Scene(
        background: Background(level: 100, contrast: 15, grain: 2, colorfulness: 0.4),
        lamps: [
          draw.lamp(width: 640, height: 360, margin: 30, radius: 4...4, added: 80, color: color)
        ],
        sensor: Sensor(noise: 4, chromaNoise: 3))
    }
  }
}

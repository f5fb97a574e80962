extension SceneCatalogue {
  /// Lamps that hardly stand out.
  static let distant: [NamedScene] = [
    NamedScene("tiny-720p", "a lamp of 2 to 3 pixels, 60 steps, texture, noise of 4") {
      seed, _ in tiny(seed, "tiny-720p", width: 1280, height: 720)
    },
    NamedScene("tiny-1080p", "the same in 1920 x 1080") { seed, _ in
      tiny(seed, "tiny-1080p", width: 1920, height: 1080)
    },
    NamedScene("low-contrast", "a patch that adds 5 steps under noise of 4") { seed, _ in
      var draw = SceneDraw("low-contrast", seed: seed)
      return Scene(
        background: .textured(draw.within(60...130), contrast: 10),
        lamps: [
          draw.lamp(width: 640, height: 360, margin: 110, radius: 25...70, added: 5)
        ],
        sensor: Sensor(noise: 4))
    },
    NamedScene("daylight", "a lamp against a bright, contrasty background") { seed, _ in
      var draw = SceneDraw("daylight", seed: seed)
      return Scene(
        background: .daylight,
        lamps: [draw.lamp(width: 640, height: 360, margin: 40, radius: 6...16, added: 40)],
        sensor: Sensor(noise: 3, chromaNoise: 2))
    },
  ]

  private static func tiny(_ seed: UInt64, _ name: String, width: Int, height: Int) -> Scene {
    var draw = SceneDraw(name, seed: seed)
    return Scene(
      width: width, height: height, background: .textured(draw.within(50...110)),
      lamps: [draw.lamp(width: width, height: height, margin: 20, radius: 1...1.5, added: 60)],
      sensor: Sensor(noise: 4))
  }
}

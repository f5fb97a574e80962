extension SceneCatalogue {
  /// The lamp is not alone.
  static let company: [NamedScene] = [
    NamedScene("headlight", "a headlight crosses the picture while the lamp sends") { seed, _ in
      var draw = SceneDraw("headlight", seed: seed)
      let lamp = draw.lamp(width: 640, height: 360, margin: 40, radius: 4...10, added: 80)
      return Scene(
        background: .textured(60), lamps: [lamp],
        distractors: [
          .headlight(
            enters: draw.within(4...8), crossing: draw.within(1.5...4), width: 640,
            y: lamp.y + draw.within(-20...20), radius: 8, toTheRight: draw.coin())
        ],
        sensor: Sensor(noise: 3))
    },
    NamedScene("indicator-beside", "an indicator blinks beside the lamp") { seed, _ in
      var draw = SceneDraw("indicator-beside", seed: seed)
      let lamp = draw.lamp(width: 640, height: 360, margin: 80, radius: 4...10, added: 80)
      return Scene(
        background: .textured(80), lamps: [lamp],
        distractors: [
          .light(
            .blinking(
              period: draw.within(0.55...0.9), from: draw.within(0...1), until: 120,
              x: lamp.x + draw.within(45...70), y: lamp.y + draw.within(-10...10), radius: 6,
              added: 100, color: .warm))
        ],
        sensor: Sensor(noise: 3))
    },
    several("three-lamps", 3, width: 640, height: 360),
    several("eight-lamps", 8, width: 1280, height: 720),
    NamedScene("reflections", "one lamp, its halo, and its light on water and on a wall") {
      seed, _ in
      var draw = SceneDraw("reflections", seed: seed)
      var lamp = draw.lamp(width: 640, height: 200, margin: 60, radius: 5...9, added: 140)
      lamp.halo = Halo(added: 40, radius: 30)
      return Scene(
        background: .textured(50),
        lamps: [
          lamp,
          lamp.reflected(x: lamp.x + draw.within(-8...8), y: 300, radius: 12, strength: 0.3),
          lamp.reflected(x: 640 - lamp.x * 0.5, y: 60, radius: 30, strength: 0.12),
        ],
        sensor: Sensor(noise: 3))
    },
    NamedScene("joined", "the camera joins in the middle of a repeated message") { seed, _ in
      var draw = SceneDraw("joined", seed: seed)
      let text = Array(repeating: draw.texts(1)[0], count: 2).joined(separator: " ")
      return Scene(
        lead: -draw.within(3...8), background: .room(80),
        lamps: [
          draw.lamp(width: 640, height: 360, margin: 40, radius: 4...12, added: 80, text: text)
        ],
        sensor: Sensor(noise: 3))
    },
  ]

  /// Lamps on a grid with places of their own, each with its text and speed.
  private static func several(_ name: String, _ count: Int, width: Int, height: Int) -> NamedScene {
    NamedScene(name, "\(count) lamps at once, each with its message") { seed, _ in
      var draw = SceneDraw(name, seed: seed)
      let columns = count > 4 ? 4 : count
      let rows = (count + columns - 1) / columns
      let cellWidth = Double(width) / Double(columns)
      let cellHeight = Double(height) / Double(rows)
      let lamps = draw.texts(count).enumerated().map { index, text in
        var lamp = draw.lamp(
          width: width, height: height, margin: 30, radius: 4...10, added: 80, text: text)
        lamp.x = (Double(index % columns) + draw.within(0.3...0.7)) * cellWidth
        lamp.y = (Double(index / columns) + draw.within(0.3...0.7)) * cellHeight
        return lamp
      }
      return Scene(
        width: width, height: height, background: .textured(70), lamps: lamps,
        sensor: Sensor(noise: 3))
    }
  }
}

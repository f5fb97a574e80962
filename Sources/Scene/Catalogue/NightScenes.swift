import MorseCode

extension SceneCatalogue {
  /// Nothing but small lights in the dark, in a hand-held picture.
  static let night: [NamedScene] = [
    NamedScene("tower-at-night", "a distant lamp over the lights of a town, hand-held, at night") {
      seed, _ in
      var draw = SceneDraw("tower-at-night", seed: seed)
      let lamp = draw.lamp(
        width: 1280, height: 500, margin: 80, radius: 1.2...2.2, added: draw.within(60...130))
      return town(&draw, around: lamp)
    },
    NamedScene("tower-refocused", "the same, by a camera that loses its focus for a second") {
      seed, _ in
      var draw = SceneDraw("tower-refocused", seed: seed)
      let lamp = draw.lamp(
        width: 1280, height: 500, margin: 80, radius: 1.2...2.2, added: draw.within(60...130))
      var scene = town(&draw, around: lamp)
      scene.sensor.focusHunt = FocusHunt(
        start: scene.lead + draw.within(1...8), duration: draw.within(0.8...1.4),
        blur: draw.within(2.5...4))
      return scene
    },
  ]

  /// The same without the lamp.
  static let silentNight: [NamedScene] = [
    NamedScene("silent-town", "the lights of a town at night, hand-held, and a slow beacon") {
      seed, seconds in
      var draw = SceneDraw("silent-town", seed: seed)
      var scene = town(&draw, around: nil)
      scene.fixedDuration = seconds
      scene.distractors.append(
        .light(
          .blinking(
            period: draw.within(1.5...3), lit: draw.within(0.25...0.5), from: 1, until: seconds,
            x: draw.within(100...1180), y: draw.within(100...300), radius: 1.3,
            added: draw.within(40...120), color: .red)))
      return scene
    }
  ]

  private static func town(_ draw: inout SceneDraw, around lamp: Lamp?) -> Scene {
    let count = Int(draw.within(30...80))
    let lights = (0..<count).compactMap { _ -> Distractor? in
      let light = Lamp(
        events: [KeyEvent(time: -60, isDown: true)], x: draw.within(-60...1340),
        y: draw.within(360...700), radius: draw.within(0.6...1.4), added: draw.within(15...140),
        color: draw.coin() ? .warm : .white)
      // What shines where the lamp does belongs to it.
      if let lamp, max(abs(light.x - lamp.x), abs(light.y - lamp.y)) < 20 { return nil }
      return .light(light)
    }
    return Scene(
      width: 1280, height: 720, lead: draw.within(2...4), background: .flat(draw.within(4...14)),
      lamps: lamp.map { [$0] } ?? [], distractors: lights,
      motion: Motion(
        sway: draw.within(5...14), swayFrequency: draw.within(0.3...1.2), jitter: 0.4),
      sensor: Sensor(noise: draw.within(3...5)))
  }
}

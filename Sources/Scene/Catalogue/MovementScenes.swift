import MorseCode

extension SceneCatalogue {
  /// Camera or lamp moves.
  static let movement: [NamedScene] = [
    NamedScene("hand-held", "sway of 15 pixels at 2.5 Hz with tremble, lamp of 3 pixels radius") {
      seed, _ in
      var draw = SceneDraw("hand-held", seed: seed)
      return Scene(
        background: .room(draw.within(60...110)),
        lamps: [draw.lamp(width: 640, height: 360, margin: 50, radius: 3...3, added: 110)],
        motion: Motion(sway: 15, swayFrequency: draw.within(1.5...2.5), jitter: 0.6),
        sensor: Sensor(noise: 3))
    },
    NamedScene("hand-held-blurred", "the same, smeared by the motion during each exposure") {
      seed, _ in
      var draw = SceneDraw("hand-held-blurred", seed: seed)
      return Scene(
        background: .room(draw.within(60...110)),
        lamps: [draw.lamp(width: 640, height: 360, margin: 50, radius: 3...4, added: 140)],
        motion: Motion(
          sway: draw.within(8...15), swayFrequency: draw.within(1...2), jitter: 0.5, blurSteps: 6),
        sensor: Sensor(noise: 3, gamma: 2.2))
    },
    NamedScene(
      "torch-in-hand", "a hand moves the torch by more than its size, another holds the camera"
    ) {
      seed, _ in
      var draw = SceneDraw("torch-in-hand", seed: seed)
      let radius = draw.within(7...14)
      var lamp = draw.lamp(
        width: 640, height: 360, margin: 90, radius: radius...radius, added: 150, speeds: 6...12)
      lamp.wander = radius * draw.within(1...2)
      lamp.wanderFrequency = draw.within(0.2...0.4)
      lamp.halo = Halo(added: 15, radius: 30)
      return Scene(
        background: .room(draw.within(90...130)), lamps: [lamp],
        motion: Motion(sway: draw.within(2...8), swayFrequency: draw.within(0.4...1), jitter: 0.5),
        sensor: Sensor(noise: 2, autoExposure: .init(pull: draw.within(0.05...0.2), settling: 0.15))
      )
    },
    NamedScene("boat", "a lamp that moves slowly across the picture") { seed, _ in
      var draw = SceneDraw("boat", seed: seed)
      var lamp = draw.lamp(
        width: 640, height: 360, margin: 60, radius: 2.5...4, added: 90)
      cross(&lamp, from: 60, or: 580, speed: 8...16, &draw)
      lamp.velocityY = draw.within(-2...2)
      return Scene(background: .textured(70), lamps: [lamp], sensor: Sensor(noise: 3))
    },
    NamedScene("boat-under-way", "a small lamp over the dark hull of a boat that goes by and bobs")
    {
      seed, _ in
      var draw = SceneDraw("boat-under-way", seed: seed)
      var lamp = draw.lamp(
        width: 960, height: 360, margin: 100, radius: 2.5...3.5, added: 90)
      cross(&lamp, from: 60, or: 900, speed: 20...40, &draw)
      return afloat(lamp, width: 960, bob: draw.within(2...5), frequency: draw.within(0.2...0.5))
    },
    NamedScene("boat-at-anchor", "a small lamp over the dark hull of a boat that bobs at anchor") {
      seed, _ in
      var draw = SceneDraw("boat-at-anchor", seed: seed)
      let lamp = draw.lamp(
        width: 640, height: 360, margin: 80, radius: 2.5...3.5, added: 90)
      return afloat(lamp, width: 640, bob: draw.within(2...5), frequency: draw.within(0.2...0.5))
    },
    NamedScene("boat-with-cabin", "a small lamp over the pale cabin of a boat that goes by slowly")
    {
      seed, _ in
      var draw = SceneDraw("boat-with-cabin", seed: seed)
      var lamp = draw.lamp(
        width: 640, height: 360, margin: 100, radius: 2.5...3.5, added: 100)
      cross(&lamp, from: 150, or: 490, speed: 3...8, &draw)
      var scene = afloat(
        lamp, width: 640, bob: draw.within(2...4), frequency: draw.within(0.2...0.4))
      var cabin = scene.lamps[0]
      cabin.text = ""
      cabin.events = [KeyEvent(time: 0, isDown: true), KeyEvent(time: 3600, isDown: false)]
      (cabin.x, cabin.y) = (cabin.x + draw.within(-4...4), cabin.y + 10)
      (cabin.radius, cabin.added) = (5, draw.within(35...50))
      scene.distractors.append(.light(cabin))
      return scene
    },
    NamedScene(
      "boat-with-dark-cabin", "a small lamp on the dark cabin of a boat that goes by on a calm sea"
    ) {
      seed, _ in
      var draw = SceneDraw("boat-with-dark-cabin", seed: seed)
      var lamp = draw.lamp(
        width: 640, height: 360, margin: 100, radius: 1.5...2.5, added: 110)
      cross(&lamp, from: 100, or: 540, speed: 8...16, &draw)
      var scene = afloat(
        lamp, width: 640, bob: draw.within(2...4), frequency: draw.within(0.2...0.4))
      scene.background = Background(level: 100, contrast: 6, grain: 6, colorfulness: 0.3)
      var cabin = scene.lamps[0]
      cabin.text = ""
      cabin.events = [KeyEvent(time: 0, isDown: true), KeyEvent(time: 3600, isDown: false)]
      (cabin.radius, cabin.added) = (draw.within(8...14), -60)
      scene.distractors.append(.light(cabin))
      return scene
    },
    NamedScene("boat-over-glints", "a small lamp on a boat that goes by over a glittering sea") {
      seed, _ in
      var draw = SceneDraw("boat-over-glints", seed: seed)
      var lamp = draw.lamp(
        width: 640, height: 360, margin: 60, radius: 2...3, added: 70)
      let toTheRight = draw.coin()
      lamp.x = toTheRight ? 60 : 580
      lamp.y = draw.within(60...140)
      lamp.velocityX = draw.within(12...22) * (toTheRight ? 1 : -1)
      lamp.wander = draw.within(2...5)
      lamp.wanderFrequency = draw.within(0.2...0.5)
      return Scene(
        background: .textured(70), lamps: [lamp], distractors: glints(&draw),
        sensor: Sensor(noise: 1.5))
    },
    NamedScene("pan", "the camera turns away for three seconds and comes back") { seed, _ in
      var draw = SceneDraw("pan", seed: seed)
      let text = draw.texts(3).joined(separator: " ")
      let lamp = draw.lamp(
        width: 640, height: 360, margin: 120, radius: 3...6, added: 100, text: text)
      return Scene(
        background: .room(80), lamps: [lamp],
        motion: Motion(
          sway: 2, swayFrequency: 1, jitter: 0.3,
          pans: [.init(start: draw.within(14...18), turn: 1, stay: 1.5, x: 700, y: 40)]),
        sensor: Sensor(noise: 3))
    },
  ]

  /// Lets a lamp go across the picture from one of two columns towards the other, at some pixels a second.
  private static func cross(
    _ lamp: inout Lamp, from left: Double, or right: Double, speed: ClosedRange<Double>,
    _ draw: inout SceneDraw
  ) {
    let toTheRight = draw.coin()
    lamp.x = toTheRight ? left : right
    lamp.velocityX = draw.within(speed) * (toTheRight ? 1 : -1)
  }

  /// Waves in the lower half of a picture that mirror the sun, each for a moment, brighter and larger than a far lamp.
  private static func glints(_ draw: inout SceneDraw) -> [Distractor] {
    (0..<120).map { _ in
      var glint = draw.lamp(
        width: 640, height: 360, margin: 10, radius: 4...7, added: 90, text: "")
      glint.y = draw.within(190...350)
      glint.events = []
      var time = draw.interval(mean: 2)
      while time < 60 {
        glint.events += [
          KeyEvent(time: time, isDown: true),
          KeyEvent(time: time + draw.within(0.1...0.4), isDown: false),
        ]
        time += 0.4 + draw.interval(mean: 2)
      }
      return .light(glint)
    }
  }

  /// A lamp on a boat: it bobs by so many pixels so often a second, and with it a hull, as long as eleven lamps, below it.
  private static func afloat(
    _ lamp: Lamp, width: Int, bob: Double, frequency: Double
  ) -> Scene {
    var lamp = lamp
    lamp.wander = bob
    lamp.wanderFrequency = frequency
    let hull = (-2...2).map { part in
      var dark = lamp
      dark.text = ""
      dark.events = [KeyEvent(time: 0, isDown: true), KeyEvent(time: 3600, isDown: false)]
      dark.x += 16 * Double(part)
      dark.y += 20
      dark.radius = 9
      dark.added = -35
      return Distractor.light(dark)
    }
    return Scene(
      width: width, background: .textured(70), lamps: [lamp], distractors: hull,
      sensor: Sensor(noise: 2.5))
  }
}

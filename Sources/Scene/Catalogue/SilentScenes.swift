import MorseCode

extension SceneCatalogue {
  /// Nothing shines but the ambient.
  static let stillness: [NamedScene] = [
    NamedScene("silent-noise", "sensor noise alone") { seed, seconds in
      var draw = SceneDraw("silent-noise", seed: seed)
      return Scene(
        fixedDuration: seconds, background: .flat(draw.within(5...120)),
        sensor: Sensor(noise: draw.within(2...8), chromaNoise: draw.within(0...6)))
    },
    NamedScene("silent-texture", "noise on a textured scene in drifting daylight") {
      seed, seconds in
      Scene(
        fixedDuration: seconds, background: .textured(90), ambient: Ambient(drift: 0.15),
        sensor: Sensor(noise: 4, gamma: 2.2))
    },
    NamedScene("silent-sway", "a swaying room: edges switch pixels") { seed, seconds in
      var draw = SceneDraw("silent-sway", seed: seed)
      return Scene(
        fixedDuration: seconds, background: .room(draw.within(60...120)),
        motion: Motion(
          sway: draw.within(3...15), swayFrequency: draw.within(0.6...2.5),
          jitter: draw.within(0.2...1)),
        sensor: Sensor(noise: 3))
    },
    NamedScene("silent-flicker", "mains flicker, seen with a rolling shutter") { seed, seconds in
      var draw = SceneDraw("silent-flicker", seed: seed)
      return Scene(
        timing: FrameTiming(rate: draw.coin() ? 29.97 : 25), fixedDuration: seconds,
        background: .room(110),
        ambient: Ambient(
          flicker: draw.within(0.05...0.2), flickerFrequency: draw.coin() ? 100.3 : 120),
        sensor: Sensor(exposure: 0.004, readout: draw.coin() ? 0 : 0.02, noise: 3))
    },
  ]

  /// Things shine and move, and say nothing.
  static let bustle: [NamedScene] = [
    NamedScene("silent-cars", "headlights cross at random, some behind a fence") { seed, seconds in
      var draw = SceneDraw("silent-cars", seed: seed)
      var scene = Scene(
        fixedDuration: seconds, background: .textured(40), sensor: Sensor(noise: 4))
      var time = draw.interval(mean: 2)
      while time < seconds {
        let car = headlights(&draw, enters: time)
        scene.distractors.append(contentsOf: car)
        time += draw.interval(mean: 3)
      }
      return scene
    },
    NamedScene("silent-indicator", "an indicator and a beacon, as regular as clocks") {
      seed, seconds in
      var draw = SceneDraw("silent-indicator", seed: seed)
      let indicator = Lamp.blinking(
        period: draw.within(0.5...1), lit: draw.within(0.4...0.6), from: 0.3, until: seconds,
        x: draw.within(50...300), y: draw.within(50...310), radius: draw.within(3...12),
        added: 100, color: .warm)
      let beacon = Lamp.blinking(
        period: draw.within(2...6), lit: draw.within(0.03...0.2), from: 1, until: seconds,
        x: draw.within(350...600), y: draw.within(50...310), radius: draw.within(2...6),
        added: 120, color: draw.coin() ? .white : .red)
      return Scene(
        fixedDuration: seconds, background: .textured(60),
        distractors: [.light(indicator), .light(beacon)], sensor: Sensor(noise: 3))
    },
    NamedScene("silent-port", "a port's two lamps: data by a clock, and that something passed") {
      seed, seconds in
      var draw = SceneDraw("silent-port", seed: seed)
      let (x, y) = (draw.within(60...500), draw.within(60...300))
      func lamp(_ marks: [(on: Double, off: Double)], x: Double, color: LightColor) -> Distractor {
        let events = marks.flatMap {
          [KeyEvent(time: $0.on, isDown: true), KeyEvent(time: $0.off, isDown: false)]
        }
        return .light(Lamp(events: events, x: x, y: y, radius: 4, added: 90, color: color))
      }
      let tick = draw.within(0.08...0.3)
      var time = 0.3
      var data: [(on: Double, off: Double)] = []
      while time < seconds {
        let on = time
        repeat { time += tick } while draw.coin()
        data.append((on, time))
        repeat { time += tick } while draw.coin()
      }
      let flash = draw.within(0.08...0.2)
      time = 0.3
      var passed: [(on: Double, off: Double)] = []
      while time < seconds {
        passed.append((time, time + flash))
        time += 2 * flash + (draw.coin() ? draw.interval(mean: 2 * flash) : 0)
      }
      return Scene(
        fixedDuration: seconds, background: .textured(60),
        distractors: [lamp(data, x: x, color: .green), lamp(passed, x: x + 40, color: .warm)],
        sensor: Sensor(noise: 3))
    },
    NamedScene("silent-television", "a television, and its light on the room") { seed, seconds in
      var draw = SceneDraw("silent-television", seed: seed)
      let set = Television(
        x: draw.within(50...400), y: draw.within(40...220), width: 160, height: 90,
        added: draw.within(60...140), shot: draw.within(0.8...3))
      return Scene(
        fixedDuration: seconds, background: .room(50), distractors: [.television(set)],
        sensor: Sensor(noise: 3))
    },
    NamedScene("silent-cuts", "cuts in a film") { seed, seconds in
      var draw = SceneDraw("silent-cuts", seed: seed)
      return Scene(
        timing: FrameTiming(rate: 24), fixedDuration: seconds, background: .room(90),
        distractors: [.cuts(interval: draw.within(1...4))],
        motion: Motion(sway: 3, swayFrequency: 0.5), sensor: Sensor(noise: 3))
    },
    NamedScene("silent-fireworks", "fireworks") { seed, seconds in
      var draw = SceneDraw("silent-fireworks", seed: seed)
      return Scene(
        fixedDuration: seconds, background: .flat(15),
        distractors: [
          .fireworks(Fireworks(interval: draw.within(0.4...1.5), reach: draw.within(40...120)))
        ],
        motion: Motion(sway: 2, swayFrequency: 1, jitter: 0.3), sensor: Sensor(noise: 4))
    },
  ]

  /// A car's two lights; every other car drives behind a fence or trees.
  private static func headlights(_ draw: inout SceneDraw, enters: Double) -> [Distractor] {
    let crossing = draw.within(1.5...6)
    let y = draw.within(150...300)
    let radius = draw.within(3...9)
    let toTheRight = draw.coin()
    let isFenced = draw.coin()
    let posts = draw.within(0.1...0.4)
    return [0, 0.12].compactMap { delay -> Distractor? in
      let whole = Distractor.headlight(
        enters: enters + delay * crossing / 2, crossing: crossing, width: 640, y: y,
        radius: radius, toTheRight: toTheRight)
      guard isFenced, case .light(var lamp) = whole else { return whole }
      var events: [KeyEvent] = []
      var time = enters
      while time < enters + crossing {
        let seen = draw.within(0.3...1.2) * posts
        events.append(KeyEvent(time: time, isDown: true))
        events.append(KeyEvent(time: time + seen, isDown: false))
        time += seen + draw.within(0.3...1) * posts
      }
      lamp.events = events
      return .light(lamp)
    }
  }
}

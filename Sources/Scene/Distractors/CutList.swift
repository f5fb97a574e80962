import MorseCode

/// The shots of a film: which backdrop is seen, from where, how bright.
struct CutList: Sendable {
  struct Shot {
    /// Seconds.
    var start: Double
    var backdrop: Int
    var x: Double
    var y: Double
    var gain: Double
  }

  private let shots: [Shot]

  init(_ scene: Scene) {
    var shots: [Shot] = []
    for case .cuts(let interval) in scene.distractors {
      var random = RandomSource(seed: scene.seed, stream: "cuts")
      // A film's shots are seldom shorter than a third of a second.
      let rest = max(interval - 0.3, 0.1)
      var time = 0.0
      while time < scene.duration {
        shots.append(
          Shot(
            start: time, backdrop: random.index(below: 2),
            x: Double(random.index(below: scene.width)),
            y: Double(random.index(below: scene.height)), gain: random.uniform(0.3...1.6)))
        time += 0.3 + random.interval(mean: rest)
      }
      break
    }
    self.shots = shots
  }

  var isEmpty: Bool { shots.isEmpty }

  func shot(at time: Double) -> Shot {
    var low = 0
    var high = shots.count
    while low < high {
      let middle = (low + high) / 2
      if shots[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? shots[low - 1] : Shot(start: 0, backdrop: 0, x: 0, y: 0, gain: 1)
  }
}

import MorseCode

/// Renders a scene picture by picture. The same scene gives the same bytes.
public struct SceneRenderer: Sequence, IteratorProtocol, Sendable {
  /// What follows from the scene alone.
  private let scene: Scene
  private let times: [Double]
  private let exposure: Double
  private let curve: TransferCurve
  private let backdrops: [Backdrop]
  private let cuts: CutList
  private let adaptations: [KeyedLight]
  private let driftPhase: Double
  private let flickerPhase: Double
  /// What goes on from picture to picture.
  private var index = 0
  private var path: CameraPath
  private var lights: [RenderedLight]
  private var televisions: [TelevisionProgram]
  private let fireworks: [FireworksShow]
  private var noise: NoiseTable
  /// Kept between pictures: fresh memory for each would cost as much as painting it.
  private var spareCanvas: LightCanvas?

  /// The most pixels that a picture may have: more is a mistake, and would not fit in memory.
  public static let pixelLimit = 1 << 26

  public init(_ scene: Scene) {
    self.scene = scene
    let isPossible =
      scene.width > 0 && scene.height > 0
      && scene.width <= SceneRenderer.pixelLimit / scene.height
    times =
      isPossible ? scene.timing.times(duration: scene.duration, seed: scene.seed) : []
    exposure = scene.exposure
    let curve = TransferCurve(gamma: scene.sensor.gamma)
    self.curve = curve
    cuts = CutList(scene)
    backdrops =
      isPossible
      ? (0..<(cuts.isEmpty ? 1 : 2)).map { number in
        Backdrop(
          scene.background, pictureWidth: scene.width, pictureHeight: scene.height, curve: curve,
          seed: scene.seed, stream: "background \(number)")
      } : []
    var random = RandomSource(seed: scene.seed, stream: "ambient")
    driftPhase = random.uniform()
    flickerPhase = random.uniform()
    path = CameraPath(motion: scene.motion, seed: scene.seed)
    let settling = scene.sensor.autoExposure?.settling ?? 0
    adaptations =
      scene.sensor.autoExposure == nil
      ? []
      : scene.lamps.map {
        RenderedLight.adaptation(to: $0, shift: scene.lead, settling: settling)
      }
    lights = SceneRenderer.lights(of: scene, curve: curve)
    var televisions: [TelevisionProgram] = []
    var fireworks: [FireworksShow] = []
    for (number, distractor) in scene.distractors.enumerated() {
      switch distractor {
      case .television(let television):
        televisions.append(TelevisionProgram(television, seed: scene.seed, index: number))
      case .fireworks(let show):
        fireworks.append(
          FireworksShow(
            show, width: scene.width, height: scene.height, duration: scene.duration,
            seed: scene.seed, index: number))
      case .light, .cuts: break
      }
    }
    self.televisions = televisions
    self.fireworks = fireworks
    noise = NoiseTable(
      noise: isPossible ? scene.sensor.noise : 0, chromaNoise: scene.sensor.chromaNoise,
      width: scene.width, seed: scene.seed)
  }

  private static func lights(of scene: Scene, curve: TransferCurve) -> [RenderedLight] {
    var all = scene.lamps.map { ($0, shift: scene.lead) }
    for case .light(let lamp) in scene.distractors { all.append((lamp, shift: 0)) }
    return all.enumerated().map { number, entry in
      RenderedLight(
        entry.0, shift: entry.shift, level: scene.background.level, curve: curve,
        random: RandomSource(seed: scene.seed, stream: "lamp \(number)"))
    }
  }

  /// How many pictures there are in all.
  public var pictureCount: Int { times.count }

  /// The next picture; nil at the end.
  public mutating func next() -> Picture? {
    guard index < times.count else { return nil }
    let time = times[index]
    index += 1
    path.beginPicture()
    for number in lights.indices { lights[number].beginPicture() }
    let televisionLight = televisions.indices.map { televisions[$0].light(at: time) }
    var canvas = spareCanvas ?? LightCanvas(width: scene.width, height: scene.height)
    spareCanvas = nil
    defer { spareCanvas = canvas }
    let steps = Swift.max(1, Swift.min(scene.motion.blurSteps, 64))
    for step in 0..<steps {
      let middle = time + ((Double(step) + 0.5) / Double(steps) - 0.5) * exposure
      let rows = RowExposure(
        middle: middle, seconds: exposure / Double(steps), readout: scene.sensor.readout,
        height: scene.height)
      paint(on: &canvas, exposure: rows, step: step, of: steps, televisionLight)
    }
    canvas.blur(scene.sensor.focusHunt?.blur(at: time) ?? 0)
    var gain = Float(sensitivity(at: time - exposure / 2))
    if !curve.isLinear {
      if gain != 1 { for place in canvas.light.indices { canvas.light[place] *= gain } }
      gain = 1
      curve.apply(to: &canvas.light)
    }
    return Picture(
      time: time, exposure: exposure, width: scene.width, height: scene.height,
      pixels: Development.bytes(
        of: canvas.light, width: scene.width, gain: gain, noise: &noise))
  }

  /// Adds a part of an exposure; the first one covers what there was.
  private func paint(
    on canvas: inout LightCanvas, exposure rows: RowExposure, step: Int, of steps: Int,
    _ televisionLight: [LightColor]
  ) {
    let weight = 1 / Double(steps)
    let shift = path.shift(at: rows.middle)
    let shot = cuts.shot(at: rows.middle)
    let ambient = rows.byRow { start, end in
      weight * shot.gain
        * scene.ambient.gain(
          from: start, to: end, driftPhase: driftPhase, flickerPhase: flickerPhase)
    }
    if shot.backdrop < backdrops.count {
      canvas.paint(
        backdrops[shot.backdrop], x: shift.x + shot.x, y: shift.y + shot.y, isAdded: step > 0
      ) { Float(ambient($0)) }
    }
    for light in lights {
      light.paint(on: &canvas, exposure: rows, weight: weight, x: shift.x, y: shift.y)
    }
    let level = scene.background.level
    for (program, steps) in zip(televisions, televisionLight) {
      let screen = program.television
      canvas.addRectangle(
        x: screen.x + shift.x, y: screen.y + shift.y, width: screen.width, height: screen.height,
        light: LightColor(
          red: weight * curve.light(adding: steps.red, to: level),
          green: weight * curve.light(adding: steps.green, to: level),
          blue: weight * curve.light(adding: steps.blue, to: level)))
    }
    for show in fireworks {
      for spark in show.sparks(at: rows.middle) {
        let light = weight * curve.light(adding: spark.light, to: level)
        canvas.addDisc(
          x: spark.x + shift.x, y: spark.y + shift.y, radius: spark.radius, color: spark.color
        ) { _ in light }
      }
    }
  }

  /// What automatic exposure leaves of the light: it looks once a picture.
  private func sensitivity(at time: Double) -> Double {
    guard let automatic = scene.sensor.autoExposure else { return 1 }
    let lit = adaptations.map { $0.light(at: time) }.max() ?? 0
    return Swift.max(0, 1 - automatic.pull * lit)
  }
}

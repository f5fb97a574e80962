import MorseCode
import Photometry
import Scene

/// What a lamp finder made of a scene.
struct FinderRun {
  struct Lamp {
    var x: Double
    var y: Double
    var foundAt: Double
    /// How many places competed.
    var searched: Int
    var samples: [BrightnessSample]
  }

  var lamps: [Int: Lamp] = [:]

  /// Of frames with their times, one after another.
  init(_ frames: [(time: Double, bytes: FrameBytes)]) {
    var finder = LampFinder(options: LampFinder.Options(isAwaited: false))
    for (time, bytes) in frames {
      take(bytes.withFrame(time: time) { frame in finder.consume(frame) }, at: time)
    }
    take(finder.finish(), at: frames.last?.time ?? 0)
  }

  init(_ scene: Scene, options: LampFinder.Options = LampFinder.Options()) {
    var finder = LampFinder(options: options)
    var time = 0.0
    for picture in scene.pictures() {
      time = picture.time
      take(picture.withFrame { frame in finder.consume(frame) }, at: time)
    }
    take(finder.finish(), at: time)
  }

  private mutating func take(_ updates: [LampFinder.Update], at time: Double) {
    for update in updates {
      switch update {
      case .found(let id, let x, let y, let backlog, let searched, _):
        lamps[id] = Lamp(x: x, y: y, foundAt: time, searched: searched, samples: backlog)
      case .sample(let id, let sample): lamps[id]?.samples.append(sample)
      case .reread(let id, let backlog):
        // What was given for that time is void.
        let first = backlog.first?.time ?? .infinity
        lamps[id]?.samples.removeAll { $0.time >= first }
        lamps[id]?.samples += backlog
      case .moved(let id, let x, let y):
        lamps[id]?.x = x
        lamps[id]?.y = y
      case .lost: break
      case .ended(let id, let time): lamps[id]?.samples.removeAll { $0.time >= time }
      case .covered(let id, let samples):
        let known = Dictionary(samples.map { ($0.time, $0) }) { $1 }
        for index in lamps[id]?.samples.indices ?? 0..<0 {
          guard let time = lamps[id]?.samples[index].time, let sample = known[time] else {
            continue
          }
          lamps[id]?.samples[index].brightness = sample.brightness
          lamps[id]?.samples[index].uncertainty = sample.uncertainty
        }
      case .dismissed(let id, let since): lamps[id]?.samples.removeAll { $0.time >= since }
      }
    }
  }

  /// The share of samples on the wrong side of the middle between both levels, where a lamp of the
  /// scene is lit or unlit throughout the frame and `sees` the lamp; the best of the found lamps.
  func wrong(
    _ scene: Scene, lamp: Int = 0, sees: (Double) -> Bool = { _ in true }
  ) -> Double {
    lamps.values.map { Self.wrong($0.samples, scene, lamp: lamp, sees: sees) }.min() ?? 1
  }

  private static func wrong(
    _ samples: [BrightnessSample], _ scene: Scene, lamp: Int, sees: (Double) -> Bool
  ) -> Double {
    let events = scene.events(of: scene.lamps[lamp])
    let frame = 1 / scene.timing.rate
    var lit: [Double] = []
    var unlit: [Double] = []
    for sample in samples where sees(sample.time) {
      if events.contains(where: { abs($0.time - sample.time) < frame }) { continue }
      let isDown = events.last { $0.time <= sample.time }?.isDown ?? false
      if isDown { lit.append(sample.brightness) } else { unlit.append(sample.brightness) }
    }
    guard !lit.isEmpty, !unlit.isEmpty else { return 1 }
    let middle = (lit.sorted()[lit.count / 2] + unlit.sorted()[unlit.count / 2]) / 2
    let wrong = lit.count { $0 <= middle } + unlit.count { $0 > middle }
    return Double(wrong) / Double(lit.count + unlit.count)
  }
}

// The code of the article "Meter frames from your own camera"; a test holds both to be the same.
import Photometry

/// Watches pictures for lamps, and tells when each comes on and goes off.
struct LampWatch {
  private var finder = LampFinder()
  private var detectors: [Int: Detector] = [:]
  /// What each lamp did, and where it is, by the finder's numbers.
  private(set) var events: [Int: [LightEvent]] = [:]
  private(set) var places: [Int: (x: Double, y: Double)] = [:]

  /// Takes a picture of luma alone: a byte a pixel, row by row.
  mutating func take(luma: [UInt8], width: Int, height: Int, time: Double) {
    let plane = Plane(bytes: luma.span.bytes, stride: width)
    let frame = Frame(time: time, width: width, height: height, format: .gray, plane0: plane)
    for update in finder.consume(frame) { take(update) }
  }

  /// No more pictures come.
  mutating func finish() {
    for update in finder.finish() { take(update) }
    for id in Array(detectors.keys) { close(id) }
  }

  private mutating func take(_ update: LampFinder.Update) {
    switch update {
    case .found(let id, let x, let y, let backlog, _, _):
      // What it did before it was noticed comes with it.
      detectors[id] = Detector()
      places[id] = (x, y)
      for sample in backlog { judge(sample, of: id) }
    case .sample(let id, let sample): judge(sample, of: id)
    case .moved(let id, let x, let y): places[id] = (x, y)
    case .lost(let id), .ended(let id, _), .dismissed(let id, _): close(id)
    // What is bright then may be another light.
    case .covered: break
    case .reread: break
    }
  }

  private mutating func judge(_ sample: BrightnessSample, of id: Int) {
    events[id, default: []] += detectors[id]?.consume(sample).events ?? []
  }

  private mutating func close(_ id: Int) {
    events[id, default: []] += detectors[id]?.finish().events ?? []
    detectors[id] = nil
  }
}

/// The level of the whole picture, the ambient being 100, by the original receiver's rules.
struct WholePictureMeter {
  private var meter = FrameMeter(options: FrameMeter.Options(threshold: .level(103)))

  /// Takes a picture of packed RGB, three bytes a pixel.
  mutating func level(rgb: [UInt8], width: Int, height: Int, time: Double) -> (Double, Bool) {
    let plane = Plane(bytes: rgb.span.bytes, stride: 3 * width)
    let frame = Frame(time: time, width: width, height: height, format: .rgb24, plane0: plane)
    let reading = meter.consume(frame)
    return (reading.level, reading.isOn)
  }
}

import MorseCode
import Photometry

/// What the chart shows of one place: its trace, and what was read from it.
struct ChartStrip: Sendable {
  var label: String
  /// Whether it was received; else it is shown to see why not.
  var isReceived: Bool
  /// Whether the input itself told when light is on: levels mean nothing then.
  var isKeyed = false
  /// Level (ambient = 100) over time.
  var trace: [(time: Double, level: Double)]
  /// Seconds during which it was lit.
  var lit: [ClosedRange<Double>]
  /// The on-threshold over time; empty where the input itself tells when light is on.
  var threshold: [(time: Double, level: Double)]
  var characters: [DecodedCharacter]

  /// A place that was looked at.
  init(_ finding: Finding, threshold: Detector.Threshold, end: Double) {
    isReceived = finding.lamp != nil
    let place = finding.place.map { " at \(Int($0.x.rounded())), \(Int($0.y.rounded()))" } ?? ""
    label = (finding.lamp.map { "lamp \($0)" } ?? "not received") + place
    characters = finding.characters
    lit = finding.litSpans
    if let last = finding.events.last, last.isOn, last.time <= end { lit.append(last.time...end) }
    if finding.samples.isEmpty {
      isKeyed = true
      trace = Self.steps(finding.events, until: end)
      self.threshold = []
    } else {
      trace = finding.samples.map { ($0.time, $0.level) }
      self.threshold = Self.thresholds(of: finding.samples, by: threshold)
    }
  }

  /// The whole picture's brightness, where no place was looked at.
  init(_ survey: PictureSurvey) {
    isReceived = false
    label = "the whole picture"
    let usual = max(survey.usualLuma, 1e-3)
    trace = survey.means.map { ($0.time, 100 * Double($0.luma) / usual) }
    lit = []
    threshold = []
    characters = []
  }

  /// Off at 100, on at 200. A trace may say again what it said before.
  private static func steps(
    _ events: [LightEvent], until end: Double
  ) -> [(time: Double, level: Double)] {
    guard let first = events.first else { return [] }
    var level = 100.0
    // What counts from a recording's begin was dark before; a calendar's begins where it does.
    var steps = first.time > 0 && first.time <= 60 ? [(time: 0.0, level: level)] : []
    for event in events {
      steps.append((event.time, level))
      level = event.isOn ? 200 : 100
      steps.append((event.time, level))
    }
    steps.append((max(end, steps.last?.time ?? end), level))
    return steps
  }

  /// The levels that the chart's axis spans: nearly all of the trace, the ambient, the threshold.
  var range: ClosedRange<Double> {
    let levels = trace.map(\.level).filter(\.isFinite).sorted()
    guard let last = levels.indices.last else { return 90...110 }
    let low = min(100, levels[Int(0.002 * Double(last))])
    let high = max(100, levels[Int(0.998 * Double(last))], threshold.map(\.level).max() ?? 100)
    // A trace that stands still still has an axis: one percent of the ambient.
    let margin = max(0.08 * (high - low), 0.5)
    return low - margin...high + margin
  }

  /// Every sample that is not near unlit tells the swing between unlit and lit, for its level is
  /// 100 + lit x swing: half of it above the ambient is where the automatic threshold stands.
  private static func thresholds(
    of samples: [LightSample], by threshold: Detector.Threshold
  ) -> [(time: Double, level: Double)] {
    guard let first = samples.first, let last = samples.last else { return [] }
    if case .level(let level) = threshold { return [(first.time, level), (last.time, level)] }
    // The original receiver's rules know on and off only: what lies between is not told.
    if samples.allSatisfy({ $0.lit == 0 || $0.lit == 1 }) { return [] }
    var result: [(time: Double, level: Double)] = []
    var swings: [Double] = []
    // A few characters at the usual speeds: daylight moves no faster.
    let window = 5.0
    var end = first.time + window
    func close(at time: Double) {
      guard let swing = swings.median else { return }
      result.append((time - window / 2, 100 + swing / 2))
      swings.removeAll()
    }
    for sample in samples {
      while sample.time >= end {
        close(at: end)
        end += window
      }
      if abs(sample.lit) > 0.3 { swings.append((sample.level - 100) / sample.lit) }
    }
    close(at: end)
    guard let begin = result.first, let stop = result.last else { return [] }
    return [(first.time, begin.level)] + result + [(last.time, stop.level)]
  }
}

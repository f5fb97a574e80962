/// The lengths that a fist gives to runs of light and dark.
struct RunTiming {
  private let speed: Speed
  private let style: KeyingStyle
  private var random: RandomSource
  /// Seconds that this sender's marks are too long by (log-normal fists).
  private let imbalance: Double

  init(speed: Speed, style: KeyingStyle, seed: UInt64) {
    self.speed = speed
    self.style = style
    var random = RandomSource(seed: seed, stream: "fist")
    let deviation = style.logNormal?.imbalance ?? 0
    imbalance = deviation == 0 ? 0 : random.normal() * deviation * speed.dot
    self.random = random
  }

  /// Seconds of the next run; `progress` goes from 0 at the message's first run to 1 at its last.
  mutating func seconds(of run: Keying.Run, progress: Double) -> Double {
    if let logNormal = style.logNormal { return seconds(of: run, logNormal) }
    var dots = exactDots(of: run) + (run.isMark ? style.weight : -style.weight)
    let proportional = style.proportionalJitter * dots
    let deviation =
      (style.absoluteJitter * style.absoluteJitter + proportional * proportional).squareRoot()
    // However uneven the hand, a run has some length: a sixth of a dot is the shortest.
    if deviation > 0 { dots = max(dots + deviation * random.normal(), 0.15 * min(dots, 1)) }
    return max(dots, 0) * speed.dot / pace(at: progress)
  }

  private func exactDots(of run: Keying.Run) -> Double {
    // Farnsworth stretches the gaps between letters and words only.
    let stretch = speed.gapDot / speed.dot
    return switch run {
    case .dot: 1
    case .dash: speed.dashRatio
    case .elementGap: style.elementGap
    case .letterGap: style.letterGap * stretch
    case .wordGap: style.wordGap * stretch
    }
  }

  /// What the speed is multiplied by there.
  private func pace(at progress: Double) -> Double {
    let drifted = max(0.05, 1 + style.drift * (progress - 0.5))
    return progress >= 0.5 && style.change > 0 ? drifted * style.change : drifted
  }

  private mutating func seconds(of run: Keying.Run, _ lengths: KeyingStyle.LogNormal) -> Double {
    let length =
      switch run {
      case .dot: lengths.dot
      case .dash: lengths.dash
      case .elementGap: lengths.elementGap
      case .letterGap: lengths.letterGap
      case .wordGap: lengths.wordGap
      }
    let drawn = speed.dot * random.logNormal(mean: length.mean, deviation: length.deviation)
    return max(0.2 * speed.dot, drawn + (run.isMark ? imbalance : -imbalance))
  }
}

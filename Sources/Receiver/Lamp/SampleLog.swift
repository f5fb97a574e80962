import Photometry

/// The judged samples of one lamp that nobody has looked at yet: what a level chart is drawn from.
struct SampleLog: Sendable {
  /// Most samples kept: half a minute, the longest that a candidate is looked back at, at 60 a second.
  private static let capacity = 1800

  private var samples: [LightSample] = []
  private var taken = 0
  /// The number under which samples were taken last.
  private var number: Int?

  mutating func append(_ more: [LightSample]) {
    samples += more
    if samples.count > 2 * Self.capacity {
      let old = samples.count - Self.capacity
      samples.removeFirst(old)
      taken = max(0, taken - old)
    }
  }

  /// An edge that the input itself told: a step from the `level` before.
  mutating func append(_ event: LightEvent, after level: Double) {
    func sample(_ level: Double) -> LightSample {
      LightSample(time: event.time, level: level, lit: (level - 100) / 100, deviation: 0)
    }
    append([sample(level), sample(event.level)])
  }

  /// What came since the last take; all that is kept where it is `anew` or under another number.
  mutating func take(as number: Int, anew: Bool) -> (samples: [LightSample], isNew: Bool) {
    let isNew = anew || number != self.number
    let first = isNew ? 0 : taken
    taken = samples.count
    self.number = number
    return (Array(samples[first...]), isNew)
  }
}

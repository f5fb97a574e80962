import MorseCode
import Photometry

/// The samples of the message under way, for it to be read once more as a recording is: before it is believed, and before
/// its characters are told.
///
/// What the decoder weighs while light comes are runs of light and dark. Whether the samples
/// stand at two levels at all, or wander smoothly across, shows in the second reading, which looks
/// at each of them.
struct SecondReading: Sendable {
  private var samples: [KeySample] = []
  /// What came on and went off since the first of them.
  private(set) var events: [LightEvent] = []
  /// Those over which another light passed as they were seen, by their time.
  private var seen: [Double: KeySample] = [:]
  /// Characters that the message must have before another look is worth while.
  private var nextLook = 0

  /// Seconds that are looked at: the longest that a candidate is looked back at.
  private static let window = 30.0
  /// Seconds that are kept of what was before a message: less than the silence that ends one.
  private static let lead = 3.0

  /// Takes the next sample of the place.
  mutating func consume(_ sample: KeySample) {
    samples.append(sample)
    guard let first = samples.first, sample.time - first.time > 2 * Self.window else { return }
    keep(last: Self.window)
  }

  /// Takes what came on or went off.
  mutating func consume(_ event: LightEvent) { events.append(event) }

  /// Whether marks seem to end late (`LateMarks`): what the decoder itself makes of it says little then.
  var isLate: Bool { events.lateness != nil && [KeySample].isClear(noise: samples.usualNoise) }

  /// The light is read in another way, by which it was `others` so far. Returns those of them that are new.
  mutating func replace(by others: [KeySample]) -> [KeySample] {
    guard !others.isEmpty, let first = samples.first, let last = samples.last else { return others }
    samples = others.filter { $0.time >= first.time && $0.time <= last.time }
    seen = [:]
    return others.filter { $0.time > last.time }
  }

  /// The message is believed no longer: the next look is worth while.
  mutating func doubt() { nextLook = 0 }

  /// The message is over.
  mutating func endMessage() {
    nextLook = 0
    keep(last: Self.lead)
  }

  /// Another light passed over the place: what it was without that, as is known by now.
  mutating func cover(_ others: [LampFinder.CoveredSample]) {
    let known = Dictionary(others.map { ($0.time, $0) }) { $1 }
    for index in samples.indices {
      guard let other = known[samples[index].time] else { continue }
      let seen = seen[other.time] ?? samples[index]
      self.seen[other.time] = seen
      samples[index] = seen
      guard other.uncertainty > 0, other.swing > 0 else { continue }
      guard other.uncertainty.isFinite else {
        (samples[index].down, samples[index].deviation) = (0.5, 1)
        continue
      }
      let uncertainty = other.uncertainty / other.swing
      samples[index].down = other.lit
      samples[index].deviation =
        (seen.deviation * seen.deviation + uncertainty * uncertainty).squareRoot()
    }
  }

  /// All before is void.
  mutating func forget() { (samples, events, seen) = ([], [], [:]) }

  /// Whether enough is new since the last look at a message of so many characters that is not believed yet.
  func isWorthLook(characters: Int) -> Bool { characters >= nextLook }

  /// A look is made at a message of so many characters: the next after half as many again, so that the looks at a long
  /// message cost no more than a few at its whole.
  mutating func noteLook(characters: Int) { nextLook = characters + max(2, characters / 2) }

  /// The samples to be read: of the last half minute, those from `time` on and of a moment before it.
  func recent(since time: Double?) -> [KeySample] {
    guard let end else { return [] }
    let begin = max(end - Self.window, time.map { $0 - Self.moment } ?? -.infinity)
    return Array(samples.drop { $0.time < begin })
  }

  /// Seconds: what tells dark from lit, and less than a gap between characters at 60 words a minute.
  private static let moment = 0.05

  /// Seconds: of the newest sample.
  var end: Double? { samples.last?.time }

  private mutating func keep(last seconds: Double) {
    guard let end = samples.last?.time else { return }
    samples.removeFirst(samples.firstIndex { $0.time >= end - seconds } ?? 0)
    events.removeFirst(events.firstIndex { $0.time >= end - seconds } ?? events.count)
    if !seen.isEmpty { seen = seen.filter { $0.key >= end - seconds } }
  }
}

import Photometry

/// A place that is to be read from before it was found, or anew, by a channel of its own; it may be done
/// apart from the pictures, whose samples gather here.
struct Backlog: Sendable {
  /// What came of it.
  struct Outcome: Sendable {
    let number: Int
    let channel: LampChannel
    let reports: [LampChannel.Report]
  }

  /// Tells it from others of the same place.
  let number: Int
  var channel: LampChannel
  /// Whether no lamp was known when it was found.
  let isAlone: Bool
  private var samples: [BrightnessSample]
  /// How many were there when the reading was begun; nil: it was not.
  private var begun: Int?

  init(number: Int, channel: LampChannel, isAlone: Bool, samples: [BrightnessSample]) {
    self.number = number
    self.isAlone = isAlone
    self.channel = channel
    self.samples = samples
  }

  mutating func append(_ sample: BrightnessSample) { samples.append(sample) }

  var isBegun: Bool { begun != nil }

  /// What is to be read, all that has come so far.
  mutating func begin() -> Backlog {
    begun = samples.count
    return self
  }

  /// Reads the samples.
  func outcome() -> Outcome {
    var channel = channel
    let reports = samples.flatMap { channel.consume($0) }
    return Outcome(number: number, channel: channel, reports: reports)
  }

  /// What came since the reading was begun.
  var rest: ArraySlice<BrightnessSample> { samples.dropFirst(begun ?? 0) }
}

public import MorseCode

/// Renders key events as a tone, each to the sample where it belongs.
///
/// A pure state machine: events go in with their times, samples come out in order.
public struct KeyedTone: Sendable {
  private var generator: ToneGenerator
  /// The time of the first sample, in seconds.
  private let start: Double
  /// Samples rendered so far.
  private var position = 0
  private var events: [KeyEvent] = []
  /// Index of the first event that was not rendered.
  private var next = 0

  /// `start`: the time of the first sample; an event before it counts as one at it.
  public init(frequency: Double, rate: Double, start: Double) {
    generator = ToneGenerator(frequency: frequency, rate: rate)
    self.start = start
  }

  /// The time up to which samples were rendered.
  public var time: Double { start + Double(position) / generator.rate }

  /// Takes the next event. Events come in order of time.
  public mutating func consume(_ event: KeyEvent) {
    if next > 1024 {
      events.removeFirst(next)
      next = 0
    }
    events.append(event)
  }

  /// The next samples. Events up to their end must have been given.
  public mutating func render(_ count: Int) -> [Int16] {
    var samples: [Int16] = []
    samples.reserveCapacity(max(count, 0))
    while samples.count < count {
      while next < events.count, sample(of: events[next]) <= position {
        generator.isKeyDown = events[next].isDown
        next += 1
      }
      let until = next < events.count ? sample(of: events[next]) - position : Int.max
      let portion = min(count - samples.count, max(until, 1))
      samples += generator.render(portion)
      position += portion
    }
    return samples
  }

  /// Lets the key up and renders the last edge.
  public mutating func finish() -> [Int16] {
    generator.isKeyDown = false
    events = []
    next = 0
    var samples: [Int16] = []
    while !generator.isSilent { samples += generator.render(1) }
    position += samples.count
    return samples
  }

  private func sample(of event: KeyEvent) -> Int {
    // Within a day's samples of the start; a time beyond is a fault of the input, not ours.
    Int(max(0, min(((event.time - start) * generator.rate).rounded(), 1e15)))
  }
}

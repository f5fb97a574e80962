public import MorseCode

/// A recording's Morse as a WAV file: the tone sounds where the light was.
public final class SidetoneFile {
  private let file: WAVFile
  private let frequency: Double
  private var tone: KeyedTone?

  /// `start`: the time of the first sample; nil: that of the first event, as for live light.
  public init(path: String, frequency: Double = 600, start: Double? = 0) throws(SidetoneError) {
    file = try WAVFile(path: path)
    self.frequency = frequency
    tone = start.map { KeyedTone(frequency: frequency, rate: Double(file.rate), start: $0) }
  }

  /// Makes `time` that of the first sample, where nothing has been heard or said of it.
  public func begin(at time: Double) {
    guard tone == nil, time.isFinite else { return }
    tone = KeyedTone(frequency: frequency, rate: Double(file.rate), start: time)
  }

  /// Takes the next event and writes everything before it. Events come in order of time.
  public func consume(_ event: KeyEvent) throws(SidetoneError) {
    try advance(to: event.time)
    begin(at: event.time)
    tone?.consume(event)
  }

  /// Writes up to `time`; nothing changed until then.
  public func advance(to time: Double) throws(SidetoneError) {
    guard var tone, time.isFinite else { return }
    defer { self.tone = tone }
    while tone.time < time {
      let left = ((time - tone.time) * Double(file.rate)).rounded()
      guard left >= 1 else { return }
      try file.write(tone.render(Int(min(left, Double(file.rate)))))
    }
  }

  /// Writes up to `end`, the end of the recording, and closes the file.
  public func finish(at end: Double? = nil) throws(SidetoneError) {
    if let end { try advance(to: end) }
    if var tone { try file.write(tone.finish()) }
    try file.finish()
  }
}

import MorseCode

/// Key events from a marble string: `#` the key is down, `-` up, each character a dot long.
func events(_ marbles: String, dot: Double = 0.1) -> (events: [KeyEvent], end: Double) {
  var events: [KeyEvent] = []
  var isDown = false
  var time = 0.0
  for marble in marbles where marble == "#" || marble == "-" {
    if (marble == "#") != isDown {
      isDown.toggle()
      events.append(KeyEvent(time: time, isDown: isDown))
    }
    time += dot
  }
  if isDown { events.append(KeyEvent(time: time, isDown: false)) }
  return (events, time)
}

/// What a live decoder says, fed event by event.
struct LiveReading {
  var text = ""
  var messages: [String] = []
  var evidence: [Double] = []

  init(_ events: [KeyEvent], until end: Double, options: TimingDecoder.Options = .init()) {
    var decoder = TimingDecoder(options: options)
    var outputs: [TimingDecoder.Output] = []
    for event in events { outputs += decoder.consume(event) }
    outputs += decoder.advance(to: end)
    outputs += decoder.finish()
    var message = ""
    for output in outputs {
      switch output {
      case .character(let character):
        text += character.text
        message += character.text
      case .endOfMessage(let evidence):
        messages.append(message)
        self.evidence.append(evidence)
        message = ""
      }
    }
  }
}

/// What a recorded reading says.
func recorded(_ events: [KeyEvent], until end: Double, options: TimingDecoder.Options = .init())
  -> String
{
  TimingDecoder.read(events, until: end, options: options).map(\.text).joined(separator: "|")
}

/// A small generator of reproducible draws (SplitMix64, Steele and others 2014).
struct Draws: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

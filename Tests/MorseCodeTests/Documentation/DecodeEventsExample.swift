// The code of the article "Decode events"; a test holds both to be the same.
import MorseCode

/// A receiver for anything that knows when its key goes down and up: a GPIO pin, a photodiode with a
/// comparator, a button.
struct KeyReceiver {
  private var decoder = TimingDecoder()
  private(set) var text = ""

  /// The key went down, or up. Times in seconds, of a clock that is never set.
  mutating func key(isDown: Bool, at time: Double) {
    take(decoder.consume(KeyEvent(time: time, isDown: isDown)))
  }

  /// Nothing happened until now: call it ten times a second or so.
  mutating func tick(at time: Double) {
    take(decoder.advance(to: time))
  }

  /// The input is over.
  mutating func finish() {
    take(decoder.finish())
  }

  private mutating func take(_ outputs: [TimingDecoder.Output]) {
    for output in outputs {
      switch output {
      case .character(let character):
        text += character.text
      case .endOfMessage(let evidence):
        // Below zero it was rather not Morse.
        text += evidence > 0 ? "\n" : " (?)\n"
      }
    }
  }
}

/// What a whole recording says, each character with its time, its speed and how sure it is.
func describe(_ events: [KeyEvent], until end: Double) -> [String] {
  TimingDecoder.read(events, until: end).flatMap { message in
    message.characters.map { character in
      "\(character.text) \(character.code) \(character.time) \(character.confidence)"
    }
  }
}

/// When a key goes down and up for a text, in seconds.
func keying(of text: String) -> [KeyEvent] {
  let speed = Speed(wpm: 18, overallWPM: 12)
  return Keying(text, speed: speed, style: .paddle, seed: 7).events
}

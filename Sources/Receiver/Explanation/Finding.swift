public import MorseCode
public import Photometry

/// A place that was looked at closely, whatever came of it.
public struct Finding: Sendable {
  /// The lamp's number; nil where the place was not taken for a lamp.
  public var lamp: Int?
  /// Where it is, where there is a picture.
  public var place: Place?
  /// Its trace as the detector judged it; empty where the input itself told when light is on.
  public var samples: [LightSample]
  public var events: [LightEvent]
  /// All that was read there, whether the squelch let it through or not.
  public var characters: [DecodedCharacter]
  /// Natural log of the odds that the clearest of its messages is Morse, prior included; nil where
  /// nothing was read.
  public var odds: Double?

  public init(
    lamp: Int? = nil, place: Place? = nil, samples: [LightSample], events: [LightEvent],
    characters: [DecodedCharacter], odds: Double? = nil
  ) {
    self.lamp = lamp
    self.place = place
    self.samples = samples
    self.events = events
    self.characters = characters
    self.odds = odds
  }

  /// Its text, without gaps around it.
  public var text: String {
    characters.map(\.text).joined().split(separator: " ").joined(separator: " ")
  }

  /// Seconds during which it was lit; a light that is still on at the end is left out.
  public var litSpans: [ClosedRange<Double>] {
    var spans: [ClosedRange<Double>] = []
    var begin: Double?
    for event in events {
      if event.isOn {
        begin = begin ?? event.time
      } else if let on = begin {
        if event.time >= on { spans.append(on...event.time) }
        begin = nil
      }
    }
    return spans
  }
}

import MorseCode
import Photometry

/// What a place tells of a lamp from where on another does no longer: a boat's lamp goes on, and leaves the place that told it
/// so far for one that was held back as the same lamp's.
struct Succession: Sendable {
  /// What is told of the place on behalf of the lamp.
  private(set) var reports: [LampChannel.Report] = []
  /// What was told of the place's message under way, by the other place first.
  private(set) var told: [DecodedCharacter]
  /// How many of those are of a message that is over.
  private(set) var others = 0

  /// - Parameters:
  ///   - held: what the place told, and was held back.
  ///   - lamp: what was told of the lamp.
  ///   - told: the characters of the message that is under way there.
  init(of held: [LampChannel.Report], after lamp: Reflection.Light, told: [DecodedCharacter]) {
    let text = lamp.characters
    self.told = told
    if told.isEmpty, let first = held.lazy.compactMap(\.character).first {
      self.told = text.filter { $0.end > first.time }
      others = self.told.count
    }
    var isOn = lamp.events.last?.isOn ?? false
    var endsInGap = text.last.map { !$0.isSign } ?? true
    for report in held {
      switch report {
      case .light(let event):
        guard event.time > lamp.lastChange, event.isOn != isOn else { continue }
        isOn = event.isOn
        reports.append(report)
      case .character(let character):
        guard character.follows(text), character.isSign || !endsInGap else { continue }
        endsInGap = !character.isSign
        self.told.append(character)
        reports.append(report)
      case .message(let message):
        let whole = Message(Array(self.told.dropFirst(others)), place: message.place)
        (self.told, others) = ([], 0)
        if let whole { reports.append(.message(whole)) }
      }
    }
  }
}

extension Reflection.Light {
  /// Seconds: when it went on or off last.
  var lastChange: Double { events.last?.time ?? -.infinity }

  /// The signs that begin at a time that is wanted.
  func signs(where isWanted: (Double) -> Bool) -> Reflection.Light {
    Reflection.Light(events: [], characters: characters.filter { $0.isSign && isWanted($0.time) })
  }

  /// Characters.
  var count: Int { characters.count }
}

extension DecodedCharacter {
  /// Whether it begins after all of a text, as near as half a dot (PARIS).
  func follows(_ text: [DecodedCharacter]) -> Bool {
    guard let last = text.last(where: \.isSign) else { return true }
    return time > last.end - 0.6 / max(wpm, 1)
  }
}

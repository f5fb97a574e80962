public import MorseCode
public import Photometry

/// What the receiver says, lamp by lamp.
public enum Received: Hashable, Sendable {
  /// The lamp came on or went off.
  case light(lamp: Int, LightEvent)
  /// A character is certain; a word gap is one too.
  case character(lamp: Int, DecodedCharacter)
  /// A message is over.
  case message(lamp: Int, Message)

  /// The lamp's number.
  public var lamp: Int {
    switch self {
    case .light(let lamp, _), .character(let lamp, _), .message(let lamp, _): lamp
    }
  }
}

/// A message as a whole.
public struct Message: Hashable, Sendable {
  /// Seconds: the first mark's begin and the last mark's end.
  public var start: Double
  public var end: Double
  public var text: String
  /// Words a minute (PARIS): the median of its characters.
  public var wpm: Double
  /// The mean of its characters, word gaps left out.
  public var confidence: Double
  /// Where the lamp is, where there is a picture.
  public var place: Place?

  /// Sums up `characters`; nil where they hold nothing but gaps.
  init?(_ characters: [DecodedCharacter], place: Place?) {
    let signs = characters.filter { !$0.code.isEmpty }
    guard let first = signs.first, let last = signs.last else { return nil }
    start = first.time
    end = last.time + last.duration
    var text = characters[...]
    while text.last?.code.isEmpty == true { text.removeLast() }
    while text.first?.code.isEmpty == true { text.removeFirst() }
    self.text = text.map(\.text).joined()
    wpm = signs.map(\.wpm).median ?? first.wpm
    confidence = signs.map(\.confidence).reduce(0, +) / Double(signs.count)
    self.place = place
  }
}

/// A point of the picture as it is shown, in pixels from its upper left corner.
public struct Place: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

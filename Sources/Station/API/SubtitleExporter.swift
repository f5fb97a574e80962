import Receiver

/// Writes messages of the history as SubRip: each sign comes on screen when it was received.
///
/// Messages that are on screen together share it, with a line or two for each; so they are held back
/// until one comes that does not overlap them.
struct SubtitleExporter {
  private typealias Message = (record: MessageRecord, signs: [TimedSign])

  /// Seconds that a message stays on screen.
  private static let linger = 3.0
  /// Messages held back at most: more than can be on screen.
  private static let most = 1000

  private var together: [Message] = []
  /// When they are gone from the screen, and when the first of them came.
  private var end = -Double.infinity
  private var begin = Double.infinity
  /// The first message's begin: times count from there.
  private var origin: Double?
  private var cues = 0

  /// What is complete before `record`.
  mutating func text(of record: MessageRecord, signs: [TimedSign]) -> String {
    origin = origin ?? record.start
    let isApart =
      record.start >= end || record.end + Self.linger <= begin || together.count >= Self.most
    let text = isApart ? finish() : ""
    together.append((record, signs))
    begin = min(begin, record.start)
    end = max(end, record.end + Self.linger)
    return text
  }

  /// What has been held back.
  mutating func finish() -> String {
    guard let origin else { return "" }
    let senders = Set(together.map { Self.name(of: $0.record) })
    var transcript = SubtitleTranscript(
      .subRip, lamps: senders.count, origin: origin,
      names: Dictionary(
        uniqueKeysWithValues: together.enumerated().map { ($0 + 1, Self.name(of: $1.record)) }),
      cues: cues)
    var text = ""
    for event in events {
      if let sign = event.sign {
        text += transcript.show(sign, of: event.message, at: event.time)
      } else {
        transcript.end(event.message, at: event.time)
      }
    }
    text += transcript.finish()
    cues = transcript.cues
    together = []
    (begin, end) = (.infinity, -.infinity)
    return text
  }

  /// What happens to the messages that are held back, in the order of time; `sign` is nil where one ends.
  private var events: [(time: Double, message: Int, sign: String?)] {
    together.enumerated().flatMap { index, message in
      let signs = Self.signs(of: message)
      // Signs are kept to a millisecond.
      let end = max(message.record.end, signs.last?.time ?? 0)
      return signs.map { (time: $0.time, message: index + 1, sign: $0.text) }
        + [(time: end, message: index + 1, sign: nil)]
    }.sorted { ($0.time, $0.sign == nil ? 1 : 0) < ($1.time, $1.sign == nil ? 1 : 0) }
  }

  /// One sign that is the whole text where the history does not know better: an older version wrote it.
  private static func signs(of message: Message) -> [TimedSign] {
    let record = message.record
    let text = message.signs.map(\.text).joined()
    guard !message.signs.isEmpty, trimmed(text) == trimmed(record.text) else {
      return [TimedSign(time: record.start, text: record.text)]
    }
    return message.signs
  }

  private static func trimmed(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  private static func name(of record: MessageRecord) -> String {
    "\(record.station) lamp \(record.lamp)"
  }
}

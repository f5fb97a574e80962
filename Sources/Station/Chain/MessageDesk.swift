import MorseCode
import Photometry
import Receiver

/// Gathers one station's characters into messages, and tells everybody of what comes.
struct MessageDesk {
  private let channel: StationChannel
  private var open: [Int: MessageRecord] = [:]
  /// Confidences of the message under way.
  private var sums: [Int: (confidence: Double, count: Int)] = [:]
  /// The latest levels of each lamp: a message's trace begins before its first character is certain.
  private var levels: [Int: [LevelPoint]] = [:]
  /// Seconds of level before a message's first mark.
  private static let lead = 1.0
  /// Points: a minute of the densest.
  private static let mostLevels = 3000

  init(_ channel: StationChannel) {
    self.channel = channel
  }

  mutating func take(_ received: Received, offset: Double) {
    switch received {
    case .light(let lamp, let event):
      guard isOfNow(event.time + offset) else { return }
      channel.hub.publish(
        .light,
        LightChange(
          station: channel.name, lamp: lamp, time: JSONText.rounded(event.time + offset, 4),
          on: event.isOn, level: JSONText.rounded(event.level, 1)))
    case .character(let lamp, let character):
      take(character, of: lamp, offset: offset)
    case .message(let lamp, let message):
      end(message, of: lamp, offset: offset)
    }
  }

  private mutating func take(_ character: DecodedCharacter, of lamp: Int, offset: Double) {
    let time = character.time + offset
    var record =
      open[lamp]
      ?? MessageRecord(
        id: channel.history.nextID(), station: channel.name, lamp: lamp, start: time, end: time)
    let isNew = open[lamp] == nil
    if isNew, character.code.isEmpty { return }
    record.text += character.text
    if !character.code.isEmpty {
      record.end = time + character.duration
      record.wpm = character.wpm
      let sum = sums[lamp] ?? (0, 0)
      sums[lamp] = (sum.confidence + character.confidence, sum.count + 1)
      record.confidence = (sum.confidence + character.confidence) / Double(sum.count + 1)
    }
    open[lamp] = record
    channel.history.put(record)
    channel.history.put(
      TimedSign(time: time + character.duration, text: character.text), of: record.id)
    if isNew {
      channel.countMessage()
      let lead = (levels[lamp] ?? []).filter { $0.time >= record.start - Self.lead }
      channel.history.put(levels: lead, of: record.id)
      levels[lamp] = nil
    }
    channel.hub.publish(
      .character,
      CharacterEvent(
        station: channel.name, lamp: lamp, message: record.id,
        time: JSONText.rounded(time, 4), duration: JSONText.rounded(character.duration, 4),
        text: character.text, code: character.code,
        confidence: JSONText.rounded(character.confidence, 4),
        wpm: JSONText.rounded(character.wpm, 1)))
  }

  private mutating func end(_ message: Message, of lamp: Int, offset: Double) {
    guard var record = open.removeValue(forKey: lamp) else { return }
    sums[lamp] = nil
    record.start = message.start + offset
    record.end = message.end + offset
    record.text = message.text
    record.wpm = message.wpm
    record.confidence = message.confidence
    record.x = message.place?.x
    record.y = message.place?.y
    complete(record)
  }

  private func complete(_ record: MessageRecord) {
    var record = record
    record.state = .complete
    record.text = record.text.trimmed
    channel.history.put(record)
    channel.hub.publish(.message, MessageDocument(record))
  }

  /// The input is over: what no message ended is as complete as it will be.
  mutating func endAll(offset: Double) {
    for (_, record) in open.sorted(by: { $0.key < $1.key }) { complete(record) }
    open = [:]
    sums = [:]
    levels = [:]
  }

  mutating func takeLevels(_ points: [LevelPoint], of view: LampView, isAnew: Bool) {
    if isAnew, open[view.lamp] == nil { levels[view.lamp] = nil }
    guard let first = points.first else { return }
    if let record = open[view.lamp] {
      let begin = record.start - Self.lead
      channel.history.put(levels: points.filter { $0.time >= begin }, of: record.id)
    } else if view.lamp > 0 {
      var kept = (levels[view.lamp] ?? []) + points
      if kept.count > Self.mostLevels { kept.removeFirst(kept.count - Self.mostLevels) }
      levels[view.lamp] = kept
    }
    guard isOfNow(first.time) || points.last.map({ isOfNow($0.time) }) == true else { return }
    channel.hub.publish(
      .level,
      LevelEvent(
        station: channel.name, lamp: view.lamp, time: JSONText.rounded(first.time, 3),
        points: points.map {
          [
            (($0.time - first.time) * 1000).rounded(), JSONText.rounded($0.level, 1),
          ]
        },
        threshold: view.threshold.map { JSONText.rounded($0, 1) }, anew: isAnew))
  }

  /// Whether a chart or an ear still wants it: samples of a day may be posted at once.
  private func isOfNow(_ time: Double) -> Bool { channel.clock() - time < 60 }

  func report(_ view: LampView) -> LampReport {
    let record = open[view.lamp]
    return LampReport(
      lamp: view.lamp, on: view.isLit, level: JSONText.rounded(view.level, 0),
      threshold: view.threshold.map { JSONText.rounded($0, 1) },
      x: view.place.map { JSONText.rounded($0.x, 0) },
      y: view.place.map { JSONText.rounded($0.y, 0) },
      wpm: record.map { JSONText.rounded($0.wpm, 1) },
      confidence: record.map { JSONText.rounded($0.confidence, 3) },
      provisional: view.provisional.map(\.text).joined())
  }
}

extension String {
  /// Without spaces at either end.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    guard let last = start.lastIndex(where: { $0 != " " }) else { return "" }
    return String(start[...last])
  }
}

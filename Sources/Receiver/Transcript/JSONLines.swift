import Foundation
import MorseCode
import Photometry

/// Writes what is received as JSON Lines: one object a line, each with a `type`.
public struct JSONLines: Sendable {
  private let file: String?

  /// `file`: the input's name, where there are several.
  public init(file: String? = nil) {
    self.file = file
  }

  /// One line, with its newline.
  public func line(_ received: Received) -> String {
    switch received {
    case .light(let lamp, let event):
      write(
        Light(
          file: file, lamp: lamp, level: round(event.level, to: 3), on: event.isOn,
          time: round(event.time, to: 6)))
    case .character(let lamp, let character):
      write(
        Character(
          code: character.code, confidence: round(character.confidence, to: 4),
          duration: round(character.duration, to: 6), file: file, lamp: lamp,
          text: character.text, time: round(character.time, to: 6),
          wpm: round(character.wpm, to: 2)))
    case .message(let lamp, let message):
      write(
        Whole(
          confidence: round(message.confidence, to: 4), end: round(message.end, to: 6), file: file,
          lamp: lamp, start: round(message.start, to: 6), text: message.text,
          wpm: round(message.wpm, to: 2), x: message.place.map { round($0.x, to: 1) },
          y: message.place.map { round($0.y, to: 1) }))
    }
  }

  private struct Light: Encodable {
    var type = "light"
    var file: String?
    var lamp: Int
    var level: Double
    var on: Bool
    var time: Double
  }

  private struct Character: Encodable {
    var type = "character"
    var code: String
    var confidence: Double
    var duration: Double
    var file: String?
    var lamp: Int
    var text: String
    var time: Double
    var wpm: Double
  }

  private struct Whole: Encodable {
    var type = "message"
    var confidence: Double
    var end: Double
    var file: String?
    var lamp: Int
    var start: Double
    var text: String
    var wpm: Double
    var x: Double?
    var y: Double?
  }

  private func write(_ object: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Every value is finite and every key a plain property: encoding has nothing to fail on.
    guard let data = try? encoder.encode(object) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private func round(_ value: Double, to digits: Int) -> Double {
    Figure.rounded(value, to: digits)
  }
}

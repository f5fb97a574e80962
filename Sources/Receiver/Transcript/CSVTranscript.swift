import MorseCode
import Photometry

/// Writes what is received as a table, one row for each light, character and message.
///
/// Every row has every column; what a type has not is left empty.
public struct CSVTranscript: Sendable {
  /// The columns' names, with the newline.
  public static let header =
    "type,lamp,time,duration,text,code,confidence,wpm,on,level,x,y,file\n"

  private let file: String?

  /// `file`: the input's name, where there are several.
  public init(file: String? = nil) {
    self.file = file
  }

  /// One row, with its newline.
  public func row(_ received: Received) -> String {
    switch received {
    case .light(let lamp, let event):
      fields([
        "light", "\(lamp)", Figure.text(event.time, digits: 6), "", "", "", "", "",
        event.isOn ? "true" : "false", Figure.text(event.level, digits: 3), "", "",
      ])
    case .character(let lamp, let character):
      fields([
        "character", "\(lamp)", Figure.text(character.time, digits: 6),
        Figure.text(character.duration, digits: 6), character.text, character.code,
        Figure.text(character.confidence, digits: 4), Figure.text(character.wpm, digits: 2), "", "",
        "", "",
      ])
    case .message(let lamp, let message):
      fields([
        "message", "\(lamp)", Figure.text(message.start, digits: 6),
        Figure.text(message.end - message.start, digits: 6), message.text, "",
        Figure.text(message.confidence, digits: 4), Figure.text(message.wpm, digits: 2), "", "",
        message.place.map { Figure.text($0.x, digits: 1) } ?? "",
        message.place.map { Figure.text($0.y, digits: 1) } ?? "",
      ])
    }
  }

  private func fields(_ values: [String]) -> String {
    (values + [file ?? ""]).map(Self.quoted).joined(separator: ",") + "\n"
  }

  /// RFC 4180: a field that holds a comma, a quote or a line's end stands between quotes, and so does
  /// one that begins or ends with a space, which some readers would cut off.
  private static func quoted(_ field: String) -> String {
    let isSpecial = field.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
    guard isSpecial || field.hasPrefix(" ") || field.hasSuffix(" ") else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}

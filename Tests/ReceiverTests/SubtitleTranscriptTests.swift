import Foundation
import MorseCode
import Testing

@testable import Receiver

@Suite struct SubtitleTranscriptTests {
  /// Characters of 0.5 s that begin every second, from `start`; a space is a gap. The message last.
  private func send(_ text: [String], lamp: Int = 1, from start: Double = 0) throws -> [Received] {
    var characters: [DecodedCharacter] = []
    for (index, sign) in text.enumerated() {
      characters.append(
        DecodedCharacter(
          text: sign, code: sign == " " ? "" : ".", time: start + Double(index), duration: 0.5,
          confidence: 1, wpm: 12))
    }
    let message = try #require(Message(characters, place: nil))
    return characters.map { .character(lamp: lamp, $0) } + [.message(lamp: lamp, message)]
  }

  private func write(_ received: [Received], _ style: SubtitleTranscript.Style, lamps: Int = 0)
    -> String
  {
    var transcript = SubtitleTranscript(style, lamps: lamps)
    return received.map { transcript.consume($0) }.joined() + transcript.finish()
  }

  @Test func `each character comes when its last mark is over, and the last ones stay 3 s`() throws
  {
    let expected = """
      1
      00:00:00,500 --> 00:00:01,500
      S

      2
      00:00:01,500 --> 00:00:03,500
      SO

      3
      00:00:03,500 --> 00:00:06,500
      SO S


      """
    #expect(write(try send(["S", "O", " ", "S"]), .subRip) == expected)
  }

  @Test func `a lamp's next message begins anew`() throws {
    let both = try send(["A"]) + send(["B"], from: 9)
    let expected = """
      1
      00:00:00,500 --> 00:00:03,500
      A

      2
      00:00:09,500 --> 00:00:12,500
      B


      """
    #expect(write(both, .subRip) == expected)
  }

  @Test func `several lamps share the screen, a line each, and cues never overlap`() throws {
    let one = try send(["A", "B", "C"])
    let two = try send(["X", "Y"], lamp: 2, from: 0.7)
    let mixed = [one[0], two[0], one[1], two[1], one[2], two[2], one[3]]
    let text = write(mixed, .subRip, lamps: 2)
    #expect(text.contains("00:00:01,500 --> 00:00:02,200\nlamp 1: AB\nlamp 2: X\n"))
    let times = text.split(separator: "\n").filter { $0.contains(" --> ") }
    let ends = times.map { $0.components(separatedBy: " --> ") }
    #expect(zip(ends.dropFirst(), ends).allSatisfy { $0[0] >= $1[1] })
    #expect(ends.allSatisfy { $0[0] < $0[1] })
  }

  @Test func `a character that becomes known late does not turn the time back`() throws {
    var late = try send(["A", "B"])
    late.insert(contentsOf: try send(["X"], lamp: 2, from: 0), at: 2)
    let text = write(late, .subRip, lamps: 2)
    #expect(text.contains("00:00:01,500 --> "))
    #expect(text.components(separatedBy: " --> ").count == 4, "\(text)")
  }

  @Test func `WebVTT escapes what would be a tag, SubRip writes what looks like it`() throws {
    let received = try send(["<SK>", "&"])
    #expect(write(received, .webVTT).contains("00:00:01.500 --> 00:00:04.500\n&lt;SK&gt;&amp;\n"))
    #expect(write(received, .subRip).contains("\n\u{2039}SK\u{203A}&\n"))
  }

  @Test func `a long message scrolls: two lines of whole words`() {
    let text = "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG WHILE THE SUN SETS BEHIND THE HILLS NOW"
    let lines = SubtitleText.lastLines(of: text).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.count <= SubtitleText.width })
    #expect(text.hasSuffix(lines.joined(separator: " ")))
    let endless = SubtitleText.lastLines(of: String(repeating: "E", count: 100))
    #expect(endless.split(separator: "\n").map(\.count) == [42, 16])
  }

  @Test func `times count from where the film begins and go beyond a day`() throws {
    var transcript = SubtitleTranscript(.webVTT, origin: 1_700_000_000)
    _ = transcript.consume(try send(["E"], from: 1_700_090_000)[0])
    #expect(transcript.finish().hasPrefix("25:00:00.500 --> 25:00:03.500\nE\n"))
  }
}

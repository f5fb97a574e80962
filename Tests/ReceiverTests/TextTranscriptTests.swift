import MorseCode
import Testing

@testable import Receiver

@Suite struct TextTranscriptTests {
  private func characters(_ text: String, lamp: Int = 1) -> [Received] {
    text.map {
      .character(
        lamp: lamp,
        DecodedCharacter(
          text: String($0), code: $0 == " " ? "" : ".", time: 0, duration: 1, confidence: 1, wpm: 12
        ))
    }
  }

  private func message(_ text: String, lamp: Int = 1) throws -> Received {
    let decoded = text.map {
      DecodedCharacter(
        text: String($0), code: $0 == " " ? "" : ".", time: 0, duration: 1, confidence: 1, wpm: 12)
    }
    return .message(lamp: lamp, try #require(Message(decoded, place: nil)))
  }

  private func write(_ received: [Received], to transcript: TextTranscript) -> [String] {
    var transcript = transcript
    return received.map { transcript.consume($0) } + [transcript.finish()]
  }

  @Test func `one lamp's text streams character by character and ends with its message`() throws {
    let pieces = try write(characters("A B") + [message("A B")], to: TextTranscript())
    #expect(pieces == ["A", "", " B", "\n", ""])
  }

  @Test func `a line under way is ended with the input`() {
    #expect(write(characters("AB"), to: TextTranscript()) == ["A", "B", "\n"])
  }

  @Test func `no line begins or ends with a gap`() throws {
    let pieces = try write(characters(" A ") + [message(" A ")], to: TextTranscript())
    #expect(pieces.joined() == "A\n")
  }

  @Test func `several lamps are written as whole lines that say whose they are`() throws {
    let received =
      try characters("HI") + characters("OK", lamp: 2) + [message("OK", lamp: 2), message("HI")]
    let pieces = write(received, to: TextTranscript(lamps: 2))
    #expect(pieces.joined() == "lamp 2: OK\nlamp 1: HI\n")
  }

  @Test func `a second lamp found in the middle of a line does not repeat what was streamed`()
    throws
  {
    let received =
      try characters("HI") + characters("OK", lamp: 2) + characters(" YOU")
      + [message("OK", lamp: 2), message("HI YOU")]
    let pieces = write(received, to: TextTranscript())
    #expect(pieces.joined() == "HI\nlamp 2: OK\nlamp 1: YOU\n")
  }

  @Test func `with several files every line begins with the file`() throws {
    let pieces = try write(characters("HI") + [message("HI")], to: TextTranscript(file: "a.mp4"))
    #expect(pieces.joined() == "a.mp4: HI\n")
  }
}

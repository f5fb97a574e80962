import MorseCode
import Testing

@Suite struct DecodeEventsExampleTests {
  @Test func `a key receiver reads a text before the input is over`() {
    var receiver = KeyReceiver()
    var last = 0.0
    for event in Keying("CQ DE K1ABC", speed: Speed(wpm: 15)).events {
      receiver.key(isDown: event.isDown, at: 100 + event.time)
      last = 100 + event.time
    }
    for tenth in 1...80 { receiver.tick(at: last + 0.1 * Double(tenth)) }
    #expect(receiver.text == "CQ DE K1ABC\n")
    receiver.finish()
    #expect(receiver.text == "CQ DE K1ABC\n")
  }

  @Test func `a recording is described character by character`() throws {
    let events = Keying("SOS", speed: Speed(wpm: 12)).events
    let lines = describe(events, until: 10)
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("S ... 0.0 0.9") == true, "\(lines)")
  }

  @Test func `a text is keyed by a hand and read back`() {
    let events = keying(of: "PARIS PARIS")
    #expect(events.count == 2 * 2 * 14)
    #expect(TimingDecoder.read(events, until: 60).map(\.text).joined() == "PARIS PARIS")
  }
}

import Testing

@testable import Station

/// Subtitles of the history grow as the text came.
@Suite(.timeLimit(.minutes(10)))
struct SubtitleExportTests {
  private func record(
    _ id: Int64, _ text: String, from start: Double, to end: Double, lamp: Int = 1
  ) -> MessageRecord {
    MessageRecord(
      id: id, station: "mast", lamp: lamp, start: start, end: end, text: text, state: .complete)
  }

  private func exported(_ messages: [(MessageRecord, [TimedSign])]) -> String {
    var exporter = MessageExporter(format: .srt)
    return messages.map { exporter.text(of: $0, signs: $1) }.joined() + exporter.end()
  }

  @Test func eachSignComesWhenItWasReceivedAndTimesCountFromTheFirstMessage() {
    let first = [
      TimedSign(time: 1_800_000_000.5, text: "A"), TimedSign(time: 1_800_000_002, text: " "),
      TimedSign(time: 1_800_000_002.5, text: "<SK>"),
    ]
    let second = [TimedSign(time: 1_800_000_061, text: "E")]
    #expect(
      exported([
        (record(1, "A <SK>", from: 1_800_000_000, to: 1_800_000_002.4996), first),
        (record(2, "E", from: 1_800_000_060, to: 1_800_000_061), second),
      ]) == """
        1
        00:00:00,500 --> 00:00:02,500
        A

        2
        00:00:02,500 --> 00:00:05,500
        A \u{2039}SK\u{203A}

        3
        00:01:01,000 --> 00:01:04,000
        E


        """)
  }

  @Test func messagesThatComeTogetherShareTheScreen() {
    #expect(
      exported([
        (record(1, "A", from: 1000, to: 1001), [TimedSign(time: 1001, text: "A")]),
        (record(2, "B", from: 1001, to: 1002, lamp: 2), [TimedSign(time: 1002, text: "B")]),
      ]) == """
        1
        00:00:01,000 --> 00:00:02,000
        mast lamp 1: A

        2
        00:00:02,000 --> 00:00:04,000
        mast lamp 1: A
        mast lamp 2: B

        3
        00:00:04,000 --> 00:00:05,000
        mast lamp 2: B


        """)
  }

  @Test func aMessageOfAnEarlierTimeThatWasPostedLateIsNotLost() {
    let text = exported([
      (record(1, "NOW", from: 5000, to: 5001), []), (record(2, "LATE", from: 5000, to: 5002), []),
      (record(3, "NEXT", from: 6000, to: 6001), []), (record(4, "OLD", from: 5500, to: 5501), []),
    ])
    for word in ["NOW", "LATE", "NEXT", "OLD"] { #expect(text.contains(word)) }
  }

  @Test func signsSurviveTheFileAndARestart() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("history.sqlite")
    var history = try History(path: path)
    let record = record(history.nextID(), "S\u{0416}", from: 10, to: 12)
    let signs = [
      TimedSign(time: 10.5, text: "S"), TimedSign(time: 11, text: "<SK>"),
      TimedSign(time: 12.25, text: "\u{0416}"),
    ]
    history.put(record)
    history.put(signs[0], of: record.id)
    _ = await history.flush()
    history.put(signs[1], of: record.id)
    _ = await history.flush()
    history.put(signs[2], of: record.id)
    // One portion is not written yet.
    #expect(try await history.signs(of: [record.id, 99])[record.id] == signs)
    _ = await history.close()
    history = try History(path: path)
    #expect(try await history.signs(of: [record.id])[record.id] == signs)
    _ = await history.close()
  }

  @Test func damagedSignsEndWhereTheyAreDamaged() {
    let signs = [TimedSign(time: 1, text: "A"), TimedSign(time: 2, text: "B")]
    let bytes = TimedSign.bytes(signs)
    #expect(TimedSign.signs(bytes) == signs)
    #expect(TimedSign.signs(bytes.dropLast()) == [signs[0]])
    #expect(TimedSign.signs([0x02, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F]) == [])
    #expect(TimedSign.signs([UInt8](repeating: 0xFF, count: 40)) == [])
  }

  @Test func aServiceExportsWhatItReceivedAsGrowingSubtitles() async throws {
    try await TestStation.with { station in
      try await station.post(TestTrace.csv("CQ DE K1ABC", tail: 30), to: "mast")
      var text = ""
      for _ in 0..<100 {
        text = try await station.get("/api/export?format=srt").text
        if text.contains("CQ DE K1ABC") { break }
        try await Task.sleep(for: .milliseconds(100))
      }
      let shown = text.split(separator: "\n").filter { $0.contains("C") && !$0.contains(">") }
      #expect(
        shown == [
          "C", "CQ", "CQ D", "CQ DE", "CQ DE K", "CQ DE K1", "CQ DE K1A", "CQ DE K1AB",
          "CQ DE K1ABC",
        ])
      // At 20 WPM a C takes 11 dots of 60 ms.
      #expect(text.hasPrefix("1\n00:00:00,6"))
    }
  }
}

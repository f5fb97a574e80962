import Testing

@testable import Receiver

@Suite struct TraceParserTests {
  /// Parses `text` in chunks of `size` bytes.
  private func parse(_ text: String, chunk size: Int = 1 << 20) -> TraceParser.Portion {
    var parser = TraceParser()
    var whole = TraceParser.Portion()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let portion = parser.consume(bytes[start..<min(start + size, bytes.count)])
      whole.rows += portion.rows
      whole.fault = whole.fault ?? portion.fault
    }
    let last = parser.finish()
    whole.rows += last.rows
    whole.fault = whole.fault ?? last.fault
    return whole
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func `rows are the same however the bytes are cut`(size: Int) {
    let text = "time,luma\n0,1.5\n0.04,-2e3\n0.08,0\n"
    let expected = [(0, 1.5), (0.04, -2000), (0.08, 0)].map { TraceRow(time: $0.0, value: $0.1) }
    let portion = parse(text, chunk: size)
    #expect(portion.rows == expected)
    #expect(portion.fault == nil)
  }

  @Test(arguments: [
    "\u{FEFF}time,luma\n1,2\n", "Time, Luma\r\n1,2\r\n", " time,luma \n\n 1 , 2 \n\n",
    "time,luma\n1,2",
  ])
  func `byte order mark, carriage returns, spaces and empty lines are passed over`(text: String) {
    #expect(parse(text).rows == [TraceRow(time: 1, value: 2)])
    #expect(parse(text).fault == nil)
  }

  @Test(arguments: [
    ("time,luma\n0,1\n0.1,\n", 3, 1), ("time,luma\n0,1\nnan,1\n", 3, 1),
    ("time,luma\n1,2,3\n", 2, 0),
    ("time,luma\n1,1\n0.5,1\n", 3, 1), ("time,state\n0,1\n1,0\n2,0.5\n", 4, 2),
    ("luma,time\n", 1, 0),
    ("time,luma\n\n\n0,inf\n", 4, 0), ("time,luma\n0;1\n", 2, 0),
  ])
  func `a bad row is named by its line and the rows before it are kept`(
    text: String, line: Int, rows: Int
  ) {
    let portion = parse(text)
    #expect(portion.fault?.line == line)
    #expect(portion.rows.count == rows)
  }

  @Test func `an endless line takes no memory`() {
    var parser = TraceParser()
    _ = parser.consume(Array("time,luma\n".utf8))
    let portion = parser.consume([UInt8](repeating: UInt8(ascii: "1"), count: 1 << 20))
    #expect(portion.fault?.line == 2)
  }

  @Test func `what is quoted from a bad row cannot steer a terminal`() {
    let fault = parse("time,luma\n\u{1B}[2J,1\n").fault
    #expect(fault?.message.unicodeScalars.allSatisfy { $0.value >= 32 } == true)
  }

  @Test(arguments: [
    ("time,luma\n0,1", true), ("time,state", true), ("time;luma\n", false),
    ("\u{0}\u{0}ftyp", false),
    ("", false),
  ])
  func `a trace is told by its header`(head: String, isTrace: Bool) {
    #expect(TraceParser.isHeader(Array(head.utf8)) == isTrace)
  }
}

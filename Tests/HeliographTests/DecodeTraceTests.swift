import Foundation
import Testing

@Suite struct DecodeTraceTests {
  @Test(arguments: [4.0, 12, 30])
  func `a trace of states is read`(wpm: Double) throws {
    let folder = try TemporaryFolder()
    let trace = try folder.file("key.csv", TraceText.states("CQ DE K1ABC", wpm: wpm))
    let outcome = try Program.run(["decode", trace.path])
    #expect(outcome.output == "CQ DE K1ABC\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: [(20.0, 80.0), (0, 1), (-5, 3), (-3, -1), (1000, 1040)])
  func `a trace of brightness is read in any unit`(unlit: Double, lit: Double) throws {
    let folder = try TemporaryFolder()
    let text = TraceText.luma("HELLO WORLD", wpm: 15, unlit: unlit, lit: lit)
    let outcome = try Program.run(["decode", folder.file("light.csv", text).path])
    #expect(outcome.output == "HELLO WORLD\n")
    #expect(outcome.status == 0)
  }

  @Test func `a trace on standard input is read`() throws {
    let input = Data(TraceText.luma("PARIS", wpm: 15).utf8)
    let outcome = try Program.run(["decode", "-"], input: input)
    #expect(outcome.output == "PARIS\n")
  }

  @Test func `a trace on a pipe is decoded as it comes`() throws {
    let rows = TraceText.luma("EARLY BIRDS SING", wpm: 20).split(separator: "\n")
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = Program.url
    process.arguments = ["decode", "-"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let half = rows.prefix(rows.count * 2 / 3).joined(separator: "\n") + "\n"
    try input.fileHandleForWriting.write(contentsOf: Data(half.utf8))
    // Standard input is still open: what comes now came before the end.
    let early = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(early.hasPrefix("E"))
    #expect("EARLY BIRDS SING".hasPrefix(early))
    let rest = rows.dropFirst(rows.count * 2 / 3).joined(separator: "\n") + "\n"
    try input.fileHandleForWriting.write(contentsOf: Data(rest.utf8))
    try input.fileHandleForWriting.close()
    let late = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(early + late == "EARLY BIRDS SING\n")
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends with what was received`(signal: Int32) throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = Program.url
    process.arguments = ["decode", "-"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(TraceText.luma("SOS", wpm: 12).utf8))
    Thread.sleep(forTimeInterval: 0.5)
    kill(process.processIdentifier, signal)
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == "SOS\n")
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func `several files are told apart by name`() throws {
    let folder = try TemporaryFolder()
    let one = try folder.file("one.csv", TraceText.states("ONE", wpm: 12)).path
    let two = try folder.file("two.csv", TraceText.luma("TWO", wpm: 12)).path
    let outcome = try Program.run(["decode", one, two])
    #expect(outcome.output == "\(one): ONE\n\(two): TWO\n")
  }

  @Test func `every line of JSON is an object with a type and the message comes last`() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.file("key.csv", TraceText.states("HI THERE", wpm: 12)).path
    let outcome = try Program.run(["decode", "--format", "jsonl", trace])
    let objects = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let types = objects.compactMap { $0["type"] as? String }
    #expect(types.count == objects.count)
    #expect(types.last == "message")
    #expect(objects.last?["text"] as? String == "HI THERE")
    let text = objects.filter { $0["type"] as? String == "character" }
      .compactMap { $0["text"] as? String }
    #expect(text.joined() == "HI THERE")
    #expect(types.filter { $0 == "light" }.count == 2 * (4 + 2 + 1 + 4 + 1 + 3 + 1))
  }
}

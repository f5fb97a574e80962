import Foundation
import Testing

@Suite struct DecodeTraceTests {
  @Test(arguments: [4.0, 12, 30])
  func `a trace of states is read`(wpm: Double) async throws {
    let folder = try TemporaryFolder()
    let trace = try folder.file("key.csv", TraceText.states("CQ DE K1ABC", wpm: wpm))
    let outcome = try await Program.run(["decode", trace.path])
    #expect(outcome.output == "CQ DE K1ABC\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: [(20.0, 80.0), (0, 1), (-5, 3), (-3, -1), (1000, 1040)])
  func `a trace of brightness is read in any unit`(unlit: Double, lit: Double) async throws {
    let folder = try TemporaryFolder()
    let text = TraceText.luma("HELLO WORLD", wpm: 15, unlit: unlit, lit: lit)
    let outcome = try await Program.run(["decode", folder.file("light.csv", text).path])
    #expect(outcome.output == "HELLO WORLD\n")
    #expect(outcome.status == 0)
  }

  @Test func `a region of a trace is told to do nothing`() async throws {
    let folder = try TemporaryFolder()
    let trace = try folder.file("key.csv", TraceText.states("SOS", wpm: 12))
    let outcome = try await Program.run(["decode", "--region", "0,0,9,9", trace.path])
    #expect(outcome.output == "SOS\n")
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("--region"))
    #expect(outcome.status == 0)
  }

  @Test func `a trace on standard input is read`() async throws {
    let input = Data(TraceText.luma("PARIS", wpm: 15).utf8)
    let outcome = try await Program.run(["decode", "-"], input: input)
    #expect(outcome.output == "PARIS\n")
  }

  @Test func `a trace on a pipe is decoded as it comes`() async throws {
    let rows = TraceText.luma("EARLY BIRDS SING", wpm: 20).split(separator: "\n")
    let cut = rows.count * 2 / 3
    let outcome = try await Program.converse(["decode", "-"]) { program in
      try await program.write(rows[..<cut].joined(separator: "\n") + "\n")
      // Standard input is still open: what comes now came before the end.
      let early = try await program.read()
      #expect(early.first == "E")
      try await program.write(rows[cut...].joined(separator: "\n") + "\n")
    }
    #expect(outcome.output == "EARLY BIRDS SING\n")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends with what was received`(signal: Int32) async throws {
    let outcome = try await Program.converse(["decode", "-"]) { program in
      try await program.write(TraceText.luma("SOS SOS SOS SOS", wpm: 12))
      let early = try await program.read()
      #expect(early.first == "S")
      program.kill(signal)
    }
    #expect(outcome.output == "SOS SOS SOS SOS\n")
    #expect(outcome.status == 0)
  }

  @Test func `several files are told apart by name`() async throws {
    let folder = try TemporaryFolder()
    let one = try folder.file("one.csv", TraceText.states("ONE", wpm: 12)).path
    let two = try folder.file("two.csv", TraceText.luma("TWO", wpm: 12)).path
    let outcome = try await Program.run(["decode", one, two])
    #expect(outcome.output == "\(one): ONE\n\(two): TWO\n")
  }

  @Test func `every line of JSON is an object with a type and the message comes last`() async throws
  {
    let folder = try TemporaryFolder()
    let trace = try folder.file("key.csv", TraceText.states("HI THERE", wpm: 12)).path
    let outcome = try await Program.run(["decode", "--format", "jsonl", trace])
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
    #expect(types.filter { $0 == "light" }.count == 2 * 16)
  }
}

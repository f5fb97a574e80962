import Foundation
import Testing

/// `--explain`, run as a user runs it; `ExplanationTests` has every cause.
@Suite struct ExplainTests {
  @Test func `why nothing came is told on standard error, for each recording by its name`()
    async throws
  {
    let folder = try TemporaryFolder()
    let dark = folder.path("dark.mkv")
    let nothing = ["encode", "", "--duration", "3", "--size", "160x120", "-o", dark]
    #expect(try await Program.run(nothing).status == 0)
    let key = try folder.file("key.csv", TraceText.luma("SOS SOS", wpm: 12)).path
    let outcome = try await Program.run(["decode", dark, key, "--explain"])
    #expect(outcome.status == 0)
    #expect(outcome.output == "\(key): SOS SOS\n")
    let lines = outcome.complaints.map { $0.replacing("heliograph: ", with: "") }
    let ofDark = lines.filter { $0.hasPrefix(dark) }
    #expect(ofDark.count == 4, "\(lines)")
    #expect(ofDark[2].contains("why: no lamp switched: in 90 pictures"))
    #expect(ofDark[3].contains("try: aim at the lamp"))
    #expect(
      lines.contains { $0.hasPrefix("\(key): lamp 1, level 100 unlit and 400 lit") }, "\(lines)")
  }

  @Test func `a trace from a pipe is explained at its end`() async throws {
    let rows = TraceText.luma("SOS SOS", wpm: 12)
    let outcome = try await Program.run(["decode", "-", "--explain"], input: Data(rows.utf8))
    #expect(outcome.output == "SOS SOS\n")
    #expect(outcome.errors.contains("-: lamp 1, "))
  }

  @Test func `a camera has no name that files could be called after`() async throws {
    let outcome = try await Program.run(["live", "--output", "{}.srt"])
    #expect(outcome.status == 64)
    #expect(outcome.complaints.count == 1)
  }
}

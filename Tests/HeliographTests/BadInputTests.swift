import Foundation
import Testing

/// Each kind of bad input gets one line that names it, and its exit code.
@Suite struct BadInputTests {
  private func expect(
    _ arguments: [String], input: Data? = nil, status: Int32, says words: String...,
    prints output: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await Program.run(arguments, input: input)
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    #expect(outcome.complaints.count == 1, "\(outcome.errors)", sourceLocation: sourceLocation)
    for word in words {
      #expect(outcome.errors.contains(word), "\(outcome.errors)", sourceLocation: sourceLocation)
    }
    #expect(outcome.output == output, sourceLocation: sourceLocation)
  }

  @Test func `a missing file`() async throws {
    try await expect(["decode", "nowhere.mp4"], status: 66, says: "nowhere.mp4", "no such file")
  }

  @Test func `a directory`() async throws {
    let folder = try TemporaryFolder()
    try await expect(["decode", folder.url.path], status: 66, says: folder.url.path, "directory")
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func `a file that may not be read`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("secret.mp4", "secret")
    chmod(file.path, 0)
    try await expect(["decode", file.path], status: 77, says: "secret.mp4", "permission")
  }

  @Test func `a text file`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("letter.txt", "Dear Sir,\nno light here.\n")
    try await expect(["decode", file.path], status: 65, says: "letter.txt")
  }

  @Test func `an empty file`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("empty.mp4", "")
    try await expect(["decode", file.path], status: 65, says: "empty.mp4", "empty")
  }

  @Test func `a trace with a bad row prints what came before it and names the line`() async throws {
    let folder = try TemporaryFolder()
    let text = TraceText.luma("SOS", wpm: 12)
    let file = try folder.file("light.csv", text + "oops,1\n")
    let line = text.split(separator: "\n").count + 1
    try await expect(
      ["decode", file.path], status: 65, says: "light.csv", "line \(line)", prints: "SOS\n")
  }

  @Test(arguments: [
    ["decode"], ["decode", "--wpm", "fast", "a.mp4"], ["decode", "--region", "1,2,3", "a.mp4"],
    ["decode", "--sensitivity", "101", "a.mp4"], ["decode", "--meter", "all", "a.mp4"],
    ["decode", "--threshold", "103", "--sensitivity", "80", "a.mp4"],
    ["decode", "--bogus", "a.mp4"],
    ["decode", "--recalibrate-after", "-1", "a.mp4"], ["bogus"],
  ])
  func `usage that is wrong`(arguments: [String]) async throws {
    try await expect(arguments, status: 64)
  }

  @Test func `one bad file does not stop the rest and the first fault's code is told`() async throws
  {
    let folder = try TemporaryFolder()
    let good = try folder.file("good.csv", TraceText.states("OK", wpm: 12)).path
    let outcome = try await Program.run(["decode", "nowhere.csv", good, folder.url.path])
    #expect(outcome.output == "\(good): OK\n")
    #expect(outcome.status == 66)
    #expect(outcome.complaints.count == 2)
  }

  @Test func `output that cannot be written`() async throws {
    let folder = try TemporaryFolder()
    let trace = try folder.file("key.csv", TraceText.states("OK", wpm: 12)).path
    let outcome = try await Program.runIntoFullDisk(["decode", trace])
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("standard output"))
  }

  @Test func `nothing received is no fault`() async throws {
    let folder = try TemporaryFolder()
    let dark = try folder.file("dark.csv", "time,luma\n0,5\n0.1,5\n0.2,5\n").path
    try await expect(["decode", dark], status: 0, says: "dark.csv", "nothing received")
  }
}

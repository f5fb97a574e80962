import Foundation
import Testing

/// Several recordings at once, lists, folders.
@Suite struct DecodeManyTests {
  private let folder: TemporaryFolder
  private static let words = [
    "ALFA", "BRAVO", "CHARLIE", "DELTA", "ECHO", "FOXTROT", "GOLF", "HOTEL",
  ]

  init() throws { folder = try TemporaryFolder() }

  /// The first is by far the longest: it is done last, and comes first all the same.
  private func makeRecordings() throws -> [String] {
    try Self.words.enumerated().map { index, word in
      let text = index == 0 ? Array(repeating: word, count: 60).joined(separator: " ") : word
      return try folder.file("\(index).csv", TraceText.luma(text, wpm: 15)).path
    }
  }

  @Test(arguments: ["1", "3", "16"])
  func `output is in order whatever is done first`(jobs: String) async throws {
    let paths = try makeRecordings()
    let outcome = try await Program.run(["decode", "--jobs", jobs] + paths)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == paths.count)
    for (line, (path, word)) in zip(lines, zip(paths, Self.words)) {
      #expect(line.hasPrefix("\(path): \(word)"))
    }
  }

  @Test func `bad files do not stop the rest, and the first one's code is told`() async throws {
    var paths = try makeRecordings()
    paths.insert(try folder.file("letter.mp4", "Dear Sir").path, at: 2)
    paths.append(folder.path("nowhere.csv"))
    let outcome = try await Program.run(["decode", "--jobs", "4"] + paths)
    #expect(outcome.status == 65)
    #expect(outcome.complaints.count == 2)
    #expect(outcome.output.split(separator: "\n").count == Self.words.count)
  }

  @Test func `a list names recordings, a line each, or ended by zero bytes`() async throws {
    let paths = try makeRecordings()
    let list = try folder.file("list", paths.joined(separator: "\r\n") + "\n\n").path
    let lines = try await Program.run(["decode", "@\(list)", "--jobs", "2"])
    #expect(lines.status == 0)
    #expect(lines.output.split(separator: "\n").count == paths.count)
    let zeros = Data(paths.map { $0 + "\0" }.joined().utf8)
    let piped = try await Program.run(["decode", "@-", "--jobs", "2"], input: zeros)
    #expect(piped.output == lines.output)
    // One alone is named too: a script that reads the list need not count.
    let one = try folder.file("one", paths[1]).path
    #expect(try await Program.run(["decode", "@\(one)"]).output == "\(paths[1]): BRAVO\n")
    let missing = try await Program.run(["decode", "@\(folder.path("no")) ", paths[1]])
    #expect(missing.status == 66)
    #expect(missing.output.contains("BRAVO"))
  }

  @Test func `a folder's recordings are found in it and below, by name`() async throws {
    let inner = folder.url.appendingPathComponent("b/inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let key = TraceText.states("OK", wpm: 12)
    for name in ["a.csv", "b/inner/c.csv", "z.csv", ".hidden.csv", "notes.txt"] {
      _ = try folder.file(name, key)
    }
    _ = try folder.file("prices.csv", "name,price\nlamp,3\n")
    try FileManager.default.createSymbolicLink(
      at: inner.appendingPathComponent("circle"), withDestinationURL: folder.url)
    let outcome = try await Program.run(["decode", "--recursive", folder.url.path])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let expected = ["a.csv", "b/inner/c.csv", "z.csv"].map { "\(folder.path($0)): OK\n" }
    #expect(outcome.output == expected.joined())
    let refused = try await Program.run(["decode", folder.url.path])
    #expect(refused.status == 66)
    #expect(refused.errors.contains("--recursive"))
  }

  @Test func `a pipe among files comes in its turn`() async throws {
    let paths = try makeRecordings()
    let piped = Data(TraceText.states("ZULU", wpm: 12).utf8)
    let outcome = try await Program.run(["decode", paths[1], "-", paths[2]], input: piped)
    #expect(outcome.status == 0)
    #expect(outcome.output == "\(paths[1]): BRAVO\n-: ZULU\n\(paths[2]): CHARLIE\n")
  }

  @Test(arguments: [["--jobs", "0"], ["--jobs", "many"], ["--plot", "a.svg", "b.csv"]])
  func `usage that is wrong`(flags: [String]) async throws {
    let outcome = try await Program.run(["decode", "a.csv"] + flags)
    #expect(outcome.status == 64)
    #expect(outcome.complaints.count == 1)
  }

  @Test func `a list or a folder that holds nothing is said, and is no fault`() async throws {
    let list = try folder.file("empty.txt", "").path
    let empty = folder.path("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let outcome = try await Program.run(["decode", "@\(list)", "--recursive", empty])
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.complaints.count == 2)
    #expect(outcome.errors.contains("empty.txt: the list names no recordings"))
    #expect(outcome.errors.contains("\(empty): holds no recordings"))
  }
}

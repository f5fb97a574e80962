import Foundation
import Testing

/// The recordings in Samples/, read as a user reads them.
struct SampleTests {
  /// What Samples/README.md says of each file.
  private static func table() throws -> [String: [String]] {
    let folder = Program.package.appendingPathComponent("Samples")
    let text = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    var messages: [String: [String]] = [:]
    for row in text.split(separator: "\n") where row.hasPrefix("| `") {
      let cells = row.split(separator: "|").map(String.init)
      guard let name = code(in: cells[0]).first, let last = cells.last else { continue }
      messages[name] = code(in: last)
    }
    return messages
  }

  /// What stands between backquotes.
  private static func code(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  @Test("every sample is described, and every one described is there")
  func described() throws {
    let folder = Program.package.appendingPathComponent("Samples")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 != "README.md" && $0 != "make" }
    #expect(try Set(files) == Set(Self.table().keys))
    let sizes = try files.map {
      try folder.appendingPathComponent($0).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }
    #expect(sizes.reduce(0, +) < 1_500_000)
  }

  @Test("a trace says what is said of it", arguments: ["photodiode.csv", "key.csv"])
  func traces(name: String) async throws {
    let message = try #require(try Self.table()[name]?.first)
    let path = Program.package.appendingPathComponent("Samples/\(name)").path
    let outcome = try await Program.run(["decode", path])
    #expect(outcome.status == 0)
    #expect(outcome.output == message + "\n")
  }

  @Test(
    "a threshold anywhere between unlit and lit reads the same",
    arguments: [
      ["--threshold", "103"], ["--threshold", "110"], ["--threshold", "200"],
      ["--sensitivity", "80"],
    ])
  func thresholds(flags: [String]) async throws {
    let path = Program.package.appendingPathComponent("Samples/sos.mp4").path
    let outcome = try await Program.run(["decode", path] + flags)
    #expect(outcome.output == "SOS SOS\n")
  }
}

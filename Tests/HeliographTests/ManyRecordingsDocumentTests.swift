import Foundation
import Testing

/// Every command of `Docs/many-recordings.md`, run as it stands there.
@Suite struct ManyRecordingsDocumentTests {
  private let folder: TemporaryFolder
  private static let words = ["ALFA", "BRAVO", "CHARLIE", "DELTA"]

  init() throws {
    folder = try TemporaryFolder()
    for name in ["recordings", "answers", "bin"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: false)
    }
    _ = try folder.file("since", "")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: folder.path("since"))
    for word in Self.words {
      _ = try folder.file("recordings/\(word).csv", TraceText.states(word, wpm: 12))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bin/heliograph"), withDestinationPath: Program.url.path)
  }

  private func block(_ name: String) throws -> String {
    let file = Program.package.appendingPathComponent("Docs/many-recordings.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- test: \(name) -->\n```sh\n"))
    let end = try #require(text.range(of: "\n```", range: begin.upperBound..<text.endIndex))
    return String(text[begin.upperBound..<end.lowerBound])
  }

  private func run(_ name: String, _ before: String = "") async throws -> Program.Outcome {
    let place = "cd '\(folder.url.path)'; export PATH=\"$PWD/bin:$PATH\" HOME=\"$PWD\"; \(before)\n"
    return try await Tool.run("bash", ["-c", place + (try block(name))])
  }

  /// The messages of a file of JSON Lines, by the documented `jq` command.
  private func messages(_ name: String) async throws -> [String] {
    let outcome = try await run("jq", "ln -sf '\(name)' all.jsonl; ")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t")
      #expect(fields.first?.hasSuffix("\(fields.last ?? "").csv") == true)
      return fields.last.map(String.init)
    }
  }

  @Test func `a folder, a list, and files beside the recordings`() async throws {
    #expect(try await run("folder").status == 0)
    #expect(try await messages("all.jsonl") == Self.words)
    #expect(try await run("list").status == 0)
    #expect(try await messages("new.jsonl").sorted() == Self.words)
    #expect(try await run("beside").status == 0)
    for word in Self.words {
      #expect(FileManager.default.fileExists(atPath: folder.path("recordings/\(word).srt")))
      #expect(FileManager.default.fileExists(atPath: folder.path("recordings/\(word).svg")))
    }
  }

  @Test(.enabled(if: Tool.exists("parallel"), "GNU parallel is not here"))
  func `GNU parallel`() async throws {
    let outcome = try await run("parallel", "export PARALLEL_SHELL=/bin/bash;")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await messages("all.jsonl") == Self.words)
  }

  @Test func `a Slurm array: every recording is decoded by one task`() async throws {
    let list = Self.words.map { folder.path("recordings/\($0).csv") + "\n" }.joined()
    _ = try folder.file("recordings.list", list)
    for task in 0..<3 {
      let environment = "export SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_ID=\(task)"
      #expect(try await run("slurm", environment).status == 0)
    }
    let all = try await Tool.run("bash", ["-c", "cat '\(folder.url.path)'/answers/task-*.jsonl"])
    _ = try folder.file("tasks.jsonl", all.output)
    #expect(try await messages("tasks.jsonl").sorted() == Self.words)
  }
}

import Foundation
import Testing

/// `--format` and `--output`, run as a user runs them.
@Suite struct OutputTests {
  private let folder: TemporaryFolder
  private let trace: String

  init() throws {
    folder = try TemporaryFolder()
    trace = try folder.file("key.csv", TraceText.states("SOS <SK>", wpm: 12)).path
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  @Test(arguments: ["text", "jsonl", "csv", "srt", "vtt"])
  func `a file holds what standard output would, whichever way the format is told`(
    format: String
  ) async throws {
    let ending = format == "text" ? "txt" : format
    let printed = try await Program.run(["decode", trace, "--format", format])
    #expect(printed.status == 0 && !printed.output.isEmpty)
    let named = folder.path("a.\(ending)")
    let outcome = try await Program.run([
      "decode", trace, "--output", named, "-o", "\(format):\(folder.path("b"))",
    ])
    #expect(outcome.status == 0)
    #expect(outcome.output == "SOS <SK>\n")
    #expect(try text("a.\(ending)") == printed.output)
    #expect(try text("b") == printed.output)
  }

  @Test func `nothing received: nothing printed, and files that are whole though empty`()
    async throws
  {
    let dark = try folder.file("dark.csv", "time,luma\n0,5\n0.1,5\n0.2,5\n").path
    let outcome = try await Program.run([
      "decode", dark, "--format", "csv", "-o", folder.path("a.vtt"), "-o", folder.path("b.csv"),
      "-o", folder.path("c.jsonl"),
    ])
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(try text("a.vtt") == "WEBVTT\n\n")
    #expect(try text("b.csv").hasPrefix("type,lamp,"))
    #expect(try text("c.jsonl") == "")
  }

  @Test func `an output that cannot be created: 73, one line, before anything is read`()
    async throws
  {
    let outcome = try await Program.run(["decode", trace, "-o", folder.path("no/such/a.srt")])
    #expect(outcome.status == 73)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("a.srt"))
  }

  @Test func `a full disk: 74, one line, and nothing is lost on standard output`() async throws {
    let outcome = try await Program.run([
      "decode", trace, "--format", "jsonl", "-o", "srt:/dev/full", "-o", folder.path("a.txt"),
    ])
    #expect(outcome.status == 74)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("/dev/full"))
    #expect(outcome.output.contains(#""text":"SOS <SK>""#))
    #expect(try text("a.txt") == "SOS <SK>\n")
  }

  @Test func `a recording is never overwritten`() async throws {
    let before = try text("key.csv")
    for output in [trace, "{}.csv"] {
      let outcome = try await Program.run(["decode", trace, "--output", output])
      #expect(outcome.status == 64)
      #expect(outcome.complaints.count == 1)
    }
    #expect(try text("key.csv") == before)
  }

  @Test func `each of several recordings has its own subtitles, and they share a table`()
    async throws
  {
    let other = try folder.file("other.csv", TraceText.states("OK", wpm: 20)).path
    let outcome = try await Program.run([
      "decode", trace, other, "-o", "{}.srt", "-o", folder.path("all.jsonl"),
    ])
    #expect(outcome.status == 0)
    #expect(outcome.output == "\(trace): SOS <SK>\n\(other): OK\n")
    #expect(try text("key.srt").contains("SOS \u{2039}SK\u{203A}"))
    #expect(try text("other.srt").contains("\nOK\n"))
    let files = try text("all.jsonl").split(separator: "\n").filter { $0.contains("message") }
    #expect(files.count == 2)
    #expect(files[0].contains("key.csv") && files[1].contains("other.csv"))
  }

  @Test(arguments: [
    ["--format", "srt", "a.csv", "b.csv"], ["-o", "x.srt", "a.csv", "b.csv"],
    ["-o", "-", "a.csv"], ["-o", "srt:", "a.csv"], ["-o", "x.srt", "-o", "vtt:x.srt", "a.csv"],
    ["--format", "xml", "a.csv"],
  ])
  func `outputs that make no sense are refused`(arguments: [String]) async throws {
    let outcome = try await Program.run(["decode"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.complaints.count == 1)
  }

  @Test func `a pipe's subtitles are written while it sends`() async throws {
    let states = TraceText.states("SOS SOS SOS", wpm: 20)
    let rows = states.split(separator: "\n")
    let outcome = try await Program.converse(["decode", "-", "--format", "srt"]) { conversation in
      try await conversation.write(rows.dropLast(3).joined(separator: "\n") + "\n")
      #expect(try await conversation.read().hasPrefix("1\n00:00:"))
    }
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\nSOS SOS SO"))
  }

  @Test func `FFmpeg reads the subtitles back: the text grows, in order, to its whole`()
    async throws
  {
    for ending in ["srt", "vtt"] {
      let path = folder.path("a.\(ending)")
      #expect(try await Program.run(["decode", trace, "-o", path]).status == 0)
      let probe = try await Tool.run(
        "ffprobe",
        [
          "-v", "error", "-show_entries", "packet=pts_time,duration_time,data", "-show_data",
          "-of", "json", path,
        ])
      #expect(probe.status == 0 && probe.errors.isEmpty, "\(probe.errors)")
      let converted = try await Tool.run(
        "ffmpeg", ["-v", "error", "-i", path, "-f", "ass", "-"])
      let lines = converted.output.split(whereSeparator: \.isNewline).filter {
        $0.hasPrefix("Dialogue:")
      }
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let texts = lines.map { String($0.last ?? "") }
      let brackets = ending == "srt" ? ("\u{2039}", "\u{203A}") : ("<", ">")
      #expect(texts == ["S", "SO", "SOS", "SOS \(brackets.0)SK\(brackets.1)"])
      // S is over three dots and two gaps of 0.1 s after 0.5 s.
      #expect(lines.first?[1] == "0:00:01.00")
      #expect(zip(lines.dropFirst(), lines).allSatisfy { $0[1] >= $1[2] })
    }
  }

  @Test func `one file is not written by two, however it is spelt`() async throws {
    let a = folder.path("a.srt")
    let spelt = folder.path(".") + "/a.srt"
    let plot = folder.path("a.svg")
    for arguments in [
      ["-o", a, "-o", "csv:\(spelt)"], ["-o", "text:\(plot)", "--plot", plot],
      ["-o", "text:\(folder.path("a.wav"))", "--sidetone-file", folder.path("a.wav")],
    ] {
      let outcome = try await Program.run(["decode", trace] + arguments)
      #expect(outcome.status == 64, "\(arguments)")
      #expect(outcome.complaints.count == 1 && outcome.errors.contains("written twice"))
      #expect(outcome.output.isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: a))
    _ = try folder.file("b.srt", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("c.srt"), withDestinationPath: "b.srt")
    let linked = try await Program.run([
      "decode", trace, "-o", folder.path("b.srt"), "-o", folder.path("c.srt"),
    ])
    #expect(linked.status == 64)
    // What holds nothing may be given twice.
    let nowhere = try await Program.run(["decode", trace, "-o", "csv:/dev/null", "-o", "/dev/null"])
    #expect(nowhere.status == 64 && nowhere.errors.contains("same file twice"))
    let spelled = try await Program.run([
      "decode", trace, "-o", "csv:/dev/null", "-o", "srt:/dev/./null",
    ])
    #expect(spelled.status == 0)
  }

  @Test func `two recordings of one name do not write one file, nor over each other`() async throws
  {
    let text = try String(contentsOfFile: trace, encoding: .utf8)
    let video = try folder.file("key.mp4", text).path
    let beside = try await Program.run(["decode", trace, video, "-o", "{}.srt"])
    #expect(beside.status == 64 && beside.errors.contains("written twice"))
    #expect(beside.errors.contains("key.mp4"))
    let over = try await Program.run(["decode", video, trace, "-o", "{}.csv"])
    #expect(over.status == 64 && over.errors.contains("is a recording to read"))
    #expect(try String(contentsOfFile: trace, encoding: .utf8) == text)
  }

  @Test func `a name of two lines does not make two lines of text`() async throws {
    let name = folder.path("two\nlines \u{1B}[31m.csv")
    try FileManager.default.copyItem(atPath: trace, toPath: name)
    let outcome = try await Program.run(["decode", name, trace, "--jobs", "1"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("two lines  [31m.csv: SOS <SK>") == true)
  }
}

import Foundation
import Testing

/// `Docs/formats.md` and its schema against what the program writes.
@Suite struct FormatDocumentTests {
  private static let documents = Program.package.appendingPathComponent("Docs")

  /// Validates standard input line by line, as JSON Schema's reference implementation in Debian does.
  private static let validator = """
    import json, sys
    from jsonschema import Draft202012Validator
    validator = Draft202012Validator(json.load(open(sys.argv[1])))
    Draft202012Validator.check_schema(validator.schema)
    count = 0
    for line in sys.stdin:
        count += 1
        for error in validator.iter_errors(json.loads(line)):
            print(line.strip(), error.message, *[e.message for e in error.context])
    print(count)
    """

  private func complaints(about lines: String) async throws -> [String] {
    let schema = Self.documents.appendingPathComponent("jsonl.schema.json").path
    let outcome = try await Tool.run(
      "python3", ["-c", Self.validator, schema], input: Data(lines.utf8))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let printed = outcome.output.split(separator: "\n").map(String.init)
    #expect(printed.last == "\(lines.split(separator: "\n").count)")
    return printed.dropLast()
  }

  @Test(arguments: ["hello.webm", "two-lamps.mov", "led.gif", "photodiode.csv", "key.csv"])
  func `every line is what the schema says`(sample: String) async throws {
    let path = Program.package.appendingPathComponent("Samples/\(sample)").path
    let outcome = try await Program.run(["decode", path, "--format", "jsonl"])
    #expect(outcome.output.contains(#""type":"message""#))
    #expect(try await complaints(about: outcome.output).isEmpty)
  }

  @Test func `with several files every line names its own`() async throws {
    let samples = ["key.csv", "photodiode.csv"].map {
      Program.package.appendingPathComponent("Samples/\($0)").path
    }
    let outcome = try await Program.run(["decode"] + samples + ["--format", "jsonl"])
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.contains(#""file":""#) })
    #expect(try await complaints(about: outcome.output).isEmpty)
  }

  @Test(arguments: [
    #"{"type":"light","lamp":0,"time":1,"on":true,"level":100}"#,
    #"{"type":"light","lamp":1,"time":1,"on":1,"level":100}"#,
    #"{"type":"light","lamp":1,"time":1,"on":true,"level":100,"more":1}"#,
    #"{"type":"message","lamp":1,"start":1,"end":2,"text":"A","wpm":12,"confidence":1,"x":3}"#,
    #"{"type":"character","lamp":1,"time":1,"duration":1,"text":"A","code":"._","confidence":1,"wpm":12}"#,
    #"{"type":"character","lamp":1,"time":1,"duration":1,"text":"A","code":".-","confidence":2,"wpm":12}"#,
  ])
  func `the schema tells what is wrong`(line: String) async throws {
    #expect(try await !complaints(about: line + "\n").isEmpty)
  }

  /// Golden outputs, made by the command that the document names; `HELIOGRAPH_UPDATE` writes them.
  @Test(arguments: [("jsonl", "E"), ("csv", "E"), ("srt", "SOS")])
  func `the examples are what the program writes`(format: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let trace = folder.path("e.csv")
    #expect(try await Program.run(["encode", message, "-o", trace, "--seed", "1"]).status == 0)
    let outcome = try await Program.run([
      "decode", trace, "--squelch", "off", "--format", format,
    ])
    let file = Self.documents.appendingPathComponent("formats.md")
    var text = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- golden: \(format) -->\n```\n"))
    let end = try #require(text.range(of: "```", range: begin.upperBound..<text.endIndex))
    if ProcessInfo.processInfo.environment["HELIOGRAPH_UPDATE"] != nil {
      text.replaceSubrange(begin.upperBound..<end.lowerBound, with: outcome.output)
      try text.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text[begin.upperBound..<end.lowerBound] == outcome.output)
    }
  }
}

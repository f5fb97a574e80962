import Foundation
import MorseCode
import Photometry
import Testing
import VideoFile

/// `heliograph encode`, run as a user runs it.
struct EncodeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func encode(_ arguments: String..., input: Data? = nil) async throws -> Program.Outcome {
    try await Program.run(["encode"] + arguments, input: input)
  }

  /// Small enough to be quick, large enough to be read.
  private static let small = ["--size", "160x120", "--lamp-radius", "20", "--noise", "1"]

  @Test(
    "every ending that is offered gives a video with the pictures asked for",
    arguments: ["mp4", "mov", "mkv", "webm", "avi", "gif"])
  func videos(ending: String) async throws {
    let path = folder.path("clip.\(ending)")
    let outcome = try await Program.run(["encode", "E", "-o", path, "--fps", "25"] + Self.small)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    let reader = try VideoReader(path: path)
    #expect(reader.info.width == 160 && reader.info.height == 120)
    var times: [Double] = []
    while let time = try reader.nextFrame({ frame in frame.time }) { times.append(time) }
    // 2 s before, a dot of 0.1 s, 2 s after, 25 a second: the 103rd picture is at 4.08 s.
    #expect(times.count == 103)
    #expect(abs((times.last ?? 0) - (times.first ?? 0) - 4.08) < 0.011)
  }

  @Test("the same flags give the same bytes, another seed other ones")
  func deterministic() async throws {
    let paths = ["a", "b", "c"].map { folder.path("\($0).mp4") }
    for (path, seed) in zip(paths, ["4", "4", "5"]) {
      let arguments = ["encode", "E", "-o", path, "--seed", seed] + Self.small
      #expect(try await Program.run(arguments).status == 0)
    }
    let data = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(data[0] == data[1])
    #expect(data[0] != data[2])
  }

  @Test("a state trace is the key: PARIS timing to the microsecond")
  func stateTrace() async throws {
    let path = folder.path("key.csv")
    let outcome = try await encode(
      "A", "-o", path, "--trace", "state", "--wpm", "12", "--lead", "0.5", "--tail", "1")
    #expect(outcome.status == 0)
    // By hand: dot 0.1 s, gap 0.1 s, dash 0.3 s, after half a second; silent until 2 s.
    let expected = """
      time,state
      0.000000,0
      0.500000,1
      0.600000,0
      0.700000,1
      1.000000,0
      2.000000,0

      """
    #expect(try String(contentsOfFile: path, encoding: .utf8) == expected)
  }

  @Test("a luma trace on standard output is what a camera would see of the lamp")
  func lumaTrace() async throws {
    let outcome = try await encode(
      "E", "-o", "-", "--fps", "10", "--noise", "0", "--lead", "0.2", "--tail", "0.3",
      "--exposure", "0.1", "--wpm", "6", "--lamp-light", "100")
    #expect(outcome.status == 0)
    // The dot lasts from 0.2 to 0.4 s; exposures reach 50 ms to either side of each time.
    let expected = """
      time,luma
      0.000000,60.000
      0.100000,60.000
      0.200000,110.000
      0.300000,160.000
      0.400000,110.000
      0.500000,60.000
      0.600000,60.000

      """
    #expect(outcome.output == expected)
  }

  @Test("a text comes from standard input where asked, and is repeated")
  func standardInput() async throws {
    let arguments = ["-o", "-", "--trace", "state", "--repeat", "2"]
    let piped = try await Program.run(["encode", "-"] + arguments, input: Data("sos\n".utf8))
    let given = try await Program.run(["encode", "SOS SOS", "-o", "-", "--trace", "state"])
    #expect(piped.status == 0)
    #expect(piped.output == given.output)
  }

  @Test(
    "what is encoded is decoded", arguments: ["CQ CQ DE K1ABC", "MEET AT 6:30 = OK?", "SOS <SK>"])
  func decoded(text: String) async throws {
    let path = folder.path("trace.csv")
    let jitter = ["--jitter", "0.08", "--seed", "3"]
    #expect(try await Program.run(["encode", text, "-o", path] + jitter).status == 0)
    #expect(try await Program.run(["decode", path]).output == text + "\n")
  }

  @Test("characters without a code are named, once each; nothing is written")
  func unknownCharacters() async throws {
    let path = folder.path("clip.mp4")
    let outcome = try await encode("A€B€ÄC", "-o", path)
    #expect(outcome.status == 64)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("'€' 'Ä'"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "what cannot be created is said in one line and ends with 73",
    arguments: ["no/such/folder/a.mp4", "no/such/folder/a.csv", "clip.xyz", "clip", "folder.mp4"])
  func cannotCreate(name: String) async throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("folder.mp4"), withIntermediateDirectories: false)
    let outcome = try await encode("E", "-o", folder.path(name))
    #expect(outcome.status == 73)
    #expect(outcome.complaints.count == 1)
  }

  @Test("a codec that the container does not take is refused with those that it takes")
  func wrongCodec() async throws {
    let outcome = try await encode("E", "-o", folder.path("clip.webm"), "--codec", "h264")
    #expect(outcome.status == 73)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("vp9"))
  }

  @Test(
    "flags out of their range are one line and end with 64",
    arguments: [
      ["--wpm", "0"], ["--wpm", "nan"], ["--wpm", "fast"], ["--farnsworth", "20"],
      ["--fps", "0"], ["--fps", "inf"], ["--size", "0x10"], ["--size", "10"],
      ["--size", "99999x99999"], ["--lamp-radius", "-1"], ["--lamp-place", "1"],
      ["--lamp", "TEXT"], ["--lamp", "TEXT@1,2,3,mauve"], ["--exposure", "1"],
      ["--noise", "-1"], ["--rotate", "45"], ["--codec", "divx"], ["--vfr", "1"],
      ["--repeat", "0"], ["--duration", "-1"], ["--background", "purple"], ["--seed", "-1"],
      ["--duration", "86400", "--fps", "1000"], ["--pan", "1,2"], ["--nonsense"],
    ])
  func badFlags(flags: [String]) async throws {
    let path = folder.path("clip.mp4")
    let outcome = try await Program.run(["encode", "E", "-o", path] + flags)
    #expect(outcome.status == 64)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a trace of several lamps is refused; a disk that is full ends with 74")
  func traceFaults() async throws {
    let several = try await encode("A", "-o", folder.path("a.csv"), "--lamp", "B@1,1")
    #expect(several.status == 64)
    #expect(several.complaints.count == 1)
    let full = try await Program.runIntoFullDisk(["encode", "A", "-o", "-"])
    #expect(full.status == 74)
    #expect(full.complaints.count == 1)
  }

  @Test("no text, no output: 64; nothing to send: 64, unless a duration is given")
  func nothing() async throws {
    #expect(try await Program.run(["encode"]).status == 64)
    #expect(try await Program.run(["encode", "E"]).status == 64)
    #expect(try await encode("  ", "-o", folder.path("a.csv")).status == 64)
    let silent = try await encode("", "-o", "-", "--duration", "1", "--noise", "0")
    #expect(silent.status == 0)
    #expect(silent.output.split(separator: "\n").count == 31)
  }
}

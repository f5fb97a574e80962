import Foundation
import Testing

/// The whole chain, from a rendered lamp through a file to the text.
@Suite struct DecodeVideoTests {
  private static let small = ["--size", "160x120", "--lamp-radius", "24", "--wpm", "20"]

  private func read(
    _ text: String, ending: String, encode flags: [String], decode meter: [String] = []
  ) async throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    let clip = folder.path("clip.\(ending)")
    let made = try await Program.run(["encode", text, "-o", clip] + Self.small + flags)
    try #require(made.status == 0, "\(made.errors)")
    return try await Program.run(["decode"] + meter + [clip])
  }

  @Test(arguments: [
    ("mp4", "h264"), ("mov", "hevc"), ("mkv", "hevc"), ("webm", "vp9"), ("mkv", "av1"),
    ("avi", "mjpeg"), ("avi", "mpeg4"), ("mov", "prores"), ("mkv", "ffv1"), ("gif", "gif"),
    ("webm", "av1"), ("mp4", "mpeg4"),
  ])
  func `every codec in every container is read`(ending: String, codec: String) async throws {
    let outcome = try await read("CODEC 73", ending: ending, encode: ["--codec", codec])
    #expect(outcome.output == "CODEC 73\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: ["bt601", "bt709", "bt2020"], ["limited", "full"])
  func `every matrix and range is read`(matrix: String, range: String) async throws {
    let outcome = try await read(
      "RANGE", ending: "mkv", encode: ["--matrix", matrix, "--range", range])
    #expect(outcome.output == "RANGE\n")
  }

  @Test(arguments: ["auto", "spot", "frame"])
  func `every meter reads a plain lamp`(meter: String) async throws {
    let outcome = try await read(
      "METER", ending: "mp4", encode: ["--lamp-radius", "full", "--wpm", "8"],
      decode: ["--meter", meter])
    #expect(outcome.output == "METER\n")
  }

  @Test(arguments: 1...3)
  func `a lamp that fills a picture that sways is read`(seed: Int) async throws {
    let outcome = try await read(
      "NORTH 60 EAST", ending: "mkv",
      encode: [
        "--lamp-radius", "full", "--lamp-light", "400", "--background", "room", "--texture", "30",
        "--sway", "12", "--sway-frequency", "0.5", "--noise", "1", "--wpm", "9", "--seed",
        "\(seed)",
      ])
    #expect(outcome.output == "NORTH 60 EAST\n")
  }

  @Test(arguments: [
    ["--vfr", "0.3"], ["--dropped", "0.05"], ["--fps", "25"], ["--fps", "59.94"],
  ])
  func `presentation times decide, not frame counts`(flags: [String]) async throws {
    let outcome = try await read("TIMES 123", ending: "mkv", encode: flags + ["--wpm", "10"])
    #expect(outcome.output == "TIMES 123\n")
  }

  @Test(arguments: ["161x121", "120x160", "33x47"])
  func `odd sizes are read`(size: String) async throws {
    let outcome = try await read(
      "ODD 73", ending: "mkv", encode: ["--size", size, "--lamp-radius", "10", "--wpm", "12"])
    #expect(outcome.output == "ODD 73\n")
  }

  @Test func `a video on a pipe is read, in a format made for pipes or not`() async throws {
    let folder = try TemporaryFolder()
    for ending in ["mkv", "mp4"] {
      let clip = folder.path("clip.\(ending)")
      _ = try await Program.run(["encode", "PIPE", "-o", clip] + Self.small)
      let outcome = try await Program.run(
        ["decode", "-"], input: Data(contentsOf: URL(fileURLWithPath: clip)))
      #expect(outcome.output == "PIPE\n", "\(ending): \(outcome.errors)")
    }
  }

  @Test func `a region is where it looks, and only there`() async throws {
    let folder = try TemporaryFolder()
    let clip = folder.path("two.mp4")
    let lamps = [
      "--lamp-place", "80,90", "--lamp-radius", "20", "--lamp", "STARBOARD HAND@240,90,20",
    ]
    _ = try await Program.run(
      ["encode", "PORT SIDE", "-o", clip, "--size", "320x180", "--wpm", "15"] + lamps)
    let left = try await Program.run(["decode", "--region", "0,0,160,180", clip])
    #expect(left.output == "PORT SIDE\n")
    let right = try await Program.run(["decode", "--region", "160,0,160,180", clip])
    #expect(right.output == "STARBOARD HAND\n")
    let both = try await Program.run(["decode", clip])
    #expect(
      Set(both.output.split(separator: "\n").map { $0.dropFirst(8) }) == [
        "PORT SIDE", "STARBOARD HAND",
      ])
    let outside = try await Program.run(["decode", "--region", "300,0,100,100", clip])
    #expect(outside.status == 64)
    #expect(outside.errors.contains("320x180"))
  }

  @Test(arguments: [
    ("sos.mp4", ["SOS SOS"]), ("hello.webm", ["HELLO WORLD"]), ("hand-held.mkv", ["CQ DE K1ABC"]),
    ("led.gif", ["LED 7"]), ("photodiode.csv", ["THE TIDE IS OUT"]),
    ("key.csv", ["73 DE PA3FWM <SK>"]),
    ("two-lamps.mov", ["lamp 1: MEET AT NOON", "lamp 2: BRING ROPE"]),
  ])
  func `every sample is read`(sample: String, lines: [String]) async throws {
    let path = Program.package.appendingPathComponent("Samples/\(sample)").path
    let outcome = try await Program.run(["decode", path])
    #expect(outcome.output.split(separator: "\n").map(String.init) == lines)
    #expect(outcome.status == 0)
  }

  /// What bounces to and fro in it writes the same letters again every twelve seconds.
  @Test(.enabled(if: Tool.exists("ffmpeg")), arguments: ["12", "24", "50"])
  func `a test picture that runs in a circle prints nothing`(rate: String) async throws {
    let folder = try TemporaryFolder()
    let clip = folder.path("clip.mkv")
    let made = try await Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=\(rate)", "-t", "40", "-pix_fmt",
        "yuv420p", "-c:v", "rawvideo", clip,
      ])
    try #require(made.status == 0, "\(made.errors)")
    let outcome = try await Program.run(["decode", clip])
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test func `a short word in a loop is read`() async throws {
    let outcome = try await read("KEY", ending: "mkv", encode: ["--repeat", "6", "--noise", "3"])
    #expect(outcome.output == "KEY KEY KEY KEY KEY KEY\n")
  }
}

import Foundation
import Testing

/// Flags of `encode` that change the scene.
@Suite struct EncodeSceneTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func states(_ arguments: String...) async throws -> [Double] {
    let all =
      ["encode"] + arguments + ["-o", "-", "--trace", "state", "--lead", "0", "--tail", "0"]
    let outcome = try await Program.run(all)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let rows = outcome.output.split(separator: "\n").dropFirst()
    return rows.compactMap { row in row.split(separator: ",").first.flatMap { Double($0) } }
  }

  @Test func `gaps are as long as they are said to be`() async throws {
    // E I at 12 WPM: dots of 0.1 s, a word gap of 9, an element gap of 2 dots.
    let times = try await states("E I", "--word-gap", "9", "--element-gap", "2")
    #expect(times.map { ($0 * 10).rounded() } == [0, 0, 1, 10, 11, 13, 14, 14])
  }

  @Test func `the speed changes in the middle`() async throws {
    let times = try await states("EEEEEEEE", "--speed-change", "0.5")
    let marks = stride(from: 1, to: times.count - 1, by: 2).map { times[$0 + 1] - times[$0] }
    #expect(abs((marks.first ?? 0) - 0.1) < 1e-3 && abs((marks.last ?? 0) - 0.2) < 1e-3, "\(marks)")
  }

  @Test func `a recording may begin in the middle of the text`() async throws {
    let path = folder.path("late.csv")
    let late = ["encode", "PARIS PARIS SOS", "--lead", "-6", "--fps", "50", "-o", path]
    #expect(try await Program.run(late).status == 0)
    #expect(try await Program.run(["decode", path]).output.hasSuffix("SOS\n"))
  }

  @Test func `halo, reflection, stagger, blocks and texture change the pictures`() async throws {
    let base = ["encode", "E", "--lamp", "E@20,20", "--size", "80x60", "--noise", "0"]
    var seen: Set<Data> = []
    for (index, flags) in [
      [], ["--lamp-halo", "10"], ["--lamp-halo", "10", "--halo-light", "90"],
      ["--lamp-halo", "10", "--halo-growth", "0.5"], ["--reflection", "60,50,4,0.5"],
      ["--stagger", "0.5"], ["--blocks", "5"], ["--texture", "10"],
      ["--texture", "10", "--texture-grain", "8"], ["--auto-exposure", "0.5"],
      ["--auto-exposure", "0.5", "--exposure-settling", "1"],
    ].enumerated() {
      let path = folder.path("\(index).mkv")
      let outcome = try await Program.run(base + flags + ["-o", path, "--codec", "ffv1"])
      #expect(outcome.status == 0, "\(flags) \(outcome.errors)")
      #expect(try seen.insert(Data(contentsOf: URL(fileURLWithPath: path))).inserted, "\(flags)")
    }
  }

  @Test(arguments: [
    ["--hand", "paddle", "--jitter", "0.1"], ["--hand", "straight-key", "--dash-ratio", "4"],
    ["--halo-light", "3"], ["--exposure-settling", "1"], ["--stagger", "1"],
    ["--texture-grain", "3"],
    ["--letter-gap", "0"], ["--speed-change", "0"], ["--reflection", "1,2,3"],
    ["--flash", "screen", "--lead", "-1"],
  ])
  func `flags that would do nothing, or make no sense, are refused`(flags: [String]) async throws {
    let output = flags.contains("--flash") ? [] : ["-o", folder.path("a.mkv")]
    let outcome = try await Program.run(["encode", "E"] + output + flags)
    #expect(outcome.status == 64)
    #expect(outcome.complaints.count == 1)
  }

  @Test(arguments: [("500,40", "500,40"), ("30,40", nil)])
  func `a lamp that lies outside the picture is told of`(place: String, told: String?) async throws
  {
    let output = ["-o", folder.path("a.mkv"), "--size", "80x60", "--lamp-radius", "4"]
    let outcome = try await Program.run(["encode", "E", "--lamp-place", place] + output)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("outside the picture of 80x60") == (told != nil))
    if let told { #expect(outcome.errors.contains(told)) }
  }
}

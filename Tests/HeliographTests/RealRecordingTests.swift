import Foundation
import Receiver
import Testing
import VideoFile

/// Recordings that somebody else made; they are not part of the project.
@Suite struct RealRecordingTests {
  private static let folder = Program.package.deletingLastPathComponent()
    .appendingPathComponent("shared/recordings")

  private static func isThere(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  private func decode(_ name: String) async throws -> Program.Outcome {
    try await Program.run(["decode", Self.folder.appendingPathComponent(name).path])
  }

  @Test(.enabled(if: isThere("torch-sos-cropped.mov"), "../shared/recordings is not here"))
  func `a phone's torch, the exposure moving with the light`() async throws {
    let outcome = try await decode("torch-sos-cropped.mov")
    #expect(outcome.output == "SOS SOS\n")
  }

  @Test(.enabled(if: isThere("torch-sos-cropped.mov"), "../shared/recordings is not here"))
  func `the same torch, had a camera shown it live`() throws {
    let reader = try VideoReader(
      path: Self.folder.appendingPathComponent("torch-sos-cropped.mov").path)
    var receiver = LiveReceiver(options: ReceiverOptions())
    var received: [Received] = []
    while let more = try reader.nextFrame({ receiver.consume($0) }) { received += more }
    received += receiver.finish()
    let texts = received.compactMap {
      if case .message(_, let message) = $0 { message.text } else { nil }
    }
    #expect(texts == ["SOS SOS"])
  }

  @Test(.enabled(if: isThere("revelle-tower.mov"), "../shared/recordings is not here"))
  func `a signalling tower at night, joined in the middle, with glitches of its own`() async throws
  {
    let outcome = try await decode("revelle-tower.mov")
    let loops = outcome.output.components(separatedBy: "WHAT HATH GOD WROUGHT").count - 1
    #expect(loops >= 14, "\(outcome.output)")
  }
}

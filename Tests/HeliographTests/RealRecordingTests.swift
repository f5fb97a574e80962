import Foundation
import Photometry
import Receiver
import Testing
import VideoFile

@testable import Scene

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

  private static func texts(_ received: [Received]) -> [String] {
    received.compactMap { if case .message(_, let message) = $0 { message.text } else { nil } }
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
    #expect(Self.texts(received) == ["SOS SOS"])
  }

  @Test(
    .enabled(if: isThere("torch-sos-cropped.mov"), "../shared/recordings is not here"),
    arguments: [(2.9, "MS SOS"), (3.2, "S SOS"), (3.8, "S SOS"), (5.2, "SOS")] as [(Double, String)]
  )
  func `the same torch, joined in the middle`(_ start: Double, _ text: String) throws {
    let reader = try VideoReader(
      path: Self.folder.appendingPathComponent("torch-sos-cropped.mov").path)
    var receiver = RecordedReceiver(options: ReceiverOptions())
    func take(_ frame: borrowing Frame) { if frame.time >= start { receiver.consume(frame) } }
    var hasMore = true
    while hasMore { hasMore = try reader.nextFrame(take) != nil }
    #expect(Self.texts(receiver.finish()) == [text])
  }

  /// The recording's pictures set into those of a room, that a camera in a hand shows.
  private static func uncropped(seed: UInt64) throws -> [Picture] {
    let reader = try VideoReader(path: folder.appendingPathComponent("torch-sos-cropped.mov").path)
    var scene = Scene(
      width: 720, height: 1280, timing: FrameTiming(rate: 30), fixedDuration: 11,
      background: .room(115), motion: Motion(sway: 7, swayFrequency: 0.9),
      sensor: Sensor(noise: 2), seed: seed)
    scene.ambient.drift = 0.12
    var path = CameraPath(motion: scene.motion, seed: seed)
    var pictures: [Picture] = []
    for var picture in scene.pictures() {
      guard let torch = try reader.nextFrame({ try? StillPicture($0) }) ?? nil else { break }
      path.beginPicture()
      let shift = path.shift(at: picture.time)
      let (left, top) = (404 + Int(shift.x.rounded()), 381 + Int(shift.y.rounded()))
      for row in 0..<torch.height {
        for column in 0..<(3 * torch.width) {
          picture.pixels[((top + row) * 720 + left) * 3 + column] =
            torch.pixels[row * torch.width * 3 + column]
        }
      }
      pictures.append(picture)
    }
    return pictures
  }

  @Test(
    .enabled(if: isThere("torch-sos-cropped.mov"), "../shared/recordings is not here"),
    arguments: 1...6 as ClosedRange<UInt64>)
  func `the same torch in the room of a hand-held picture`(_ seed: UInt64) throws {
    var receiver = RecordedReceiver(options: ReceiverOptions())
    for picture in try Self.uncropped(seed: seed) {
      picture.withFrame { receiver.consume($0) }
    }
    #expect(Self.texts(receiver.finish()) == ["SOS SOS"])
  }

  @Test(.enabled(if: isThere("revelle-tower.mov"), "../shared/recordings is not here"))
  func `a signalling tower at night, joined in the middle, with glitches of its own`() async throws
  {
    let outcome = try await decode("revelle-tower.mov")
    let loops = outcome.output.components(separatedBy: "WHAT HATH GOD WROUGHT").count - 1
    #expect(loops >= 14, "\(outcome.output)")
  }
}

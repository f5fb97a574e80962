import Foundation
import Photometry
import Testing

@testable import Camera

/// Every request that a driver is asked, failing: once, as after a glitch, or for ever.
@Suite(
  .enabled(if: FakeCamera.isPossible, "no C compiler for the fake camera"), .timeLimit(.minutes(10))
)
struct RequestFailureTests {
  /// The requests' numbers: the low byte of their codes in videodev2.h.
  enum Request: Int, CaseIterable, Codable, Sendable {
    case queryCapability = 0
    case enumerateFormats = 2
    case getFormat = 4
    case setFormat = 5
    case requestBuffers = 8
    case queryBuffer = 9
    case queue = 15
    case dequeue = 17
    case streamOn = 18
    case streamOff = 19
    case getParameters = 21
    case setParameters = 22
    case getControl = 27
    case setControl = 28
    case queryControl = 36
    case enumerateSizes = 74
    case enumerateIntervals = 75

    /// Whether a camera without it still gives pictures.
    var isDispensable: Bool {
      switch self {
      case .getParameters, .setParameters, .getControl, .setControl, .queryControl,
        .enumerateSizes, .enumerateIntervals:
        true
      default: false
      }
    }

    /// Whether it is made again where it fails once.
    var isRetried: Bool {
      switch self {
      case .requestBuffers, .queryBuffer, .queue, .dequeue, .streamOn, .streamOff: true
      default: isDispensable
      }
    }
  }

  private static func camera() throws -> FakeCamera {
    let frames = (0..<20).map { [UInt8](repeating: UInt8($0), count: 32 * 16) }
    return try FakeCamera(width: 32, height: 16, rate: 100, format: "GREY", frames: frames)
  }

  /// Opens the camera, looks at frames, holds its controls and closes it; how many frames came.
  private static func use(_ path: String) throws -> Int {
    let camera = try Camera(Camera.Request(path: path))
    var count = 0
    for index in 0..<12 {
      if case .frame = try camera.nextFrame(timeout: 0.3, { $0.time }) { count += 1 }
      if index == 4 { _ = camera.lockControls() }
    }
    camera.close()
    return count
  }

  @Test(arguments: Request.allCases, [EIO, EINVAL, ENODEV])
  func aRequestThatAlwaysFailsIsLivedWithoutOrSaid(request: Request, error: Int32) async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    try fake.fault("fail", "\(request.rawValue) \(error) 1000000")
    await #expect(processExitsWith: .success) {
      [fake = fake as FakeCamera, request = request as Request] in
      do {
        let count = try Self.use(fake.path)
        #expect(count > 5)
      } catch let error as CameraError {
        #expect(!request.isDispensable, "\(error)")
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test(arguments: Request.allCases.filter(\.isRetried))
  func aRequestThatFailsOnceDoesNotEndTheStream(request: Request) async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    try fake.fault("fail", "\(request.rawValue) \(EIO) 1")
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let count = try Self.use(fake.path)
      #expect(count > 5)
    }
  }
}

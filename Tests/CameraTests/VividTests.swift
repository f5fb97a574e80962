import Foundation
import Photometry
import Testing

@testable import Camera

/// With the kernel's own test camera, in the virtual machine of Tests/Rig.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["HELIOGRAPH_RIG"] == "vivid",
    "for the virtual machine: make test-devices"),
  .serialized, .timeLimit(.minutes(10)))
struct VividTests {
  private static let path = "/dev/video0"

  /// Sets a control of the camera's, with the tool that V4L2 comes with.
  private static func set(_ controls: String) throws {
    let tool = Process()
    tool.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    tool.arguments = ["v4l2-ctl", "-d", path, "-c", controls]
    try tool.run()
    tool.waitUntilExit()
    #expect(tool.terminationStatus == 0)
  }

  private enum Pattern: Int {
    case black = 5
    case white = 6
  }

  private static func show(_ pattern: Pattern) throws {
    try set("osd_text_mode=2,test_pattern=\(pattern.rawValue)")
  }

  private static func open(_ format: FourCC? = nil, rate: Double = 15) throws -> Camera {
    try Camera(
      Camera.Request(path: path, width: 320, height: 180, rate: rate, format: format))
  }

  /// Mean luma of the picture, 0 to 255, and its time.
  private static func next(
    _ camera: Camera
  ) throws -> Camera.Delivery<(luma: Double, time: Double)> {
    var grid = TileGrid()
    return try camera.nextFrame(timeout: 2) { frame in
      try? grid.measure(frame)
      return (grid.mean, frame.time)
    }
  }

  private static func frames(_ camera: Camera, _ count: Int) throws -> [(
    luma: Double, time: Double, losses: Losses
  )] {
    var frames: [(luma: Double, time: Double, losses: Losses)] = []
    for _ in 0..<count {
      if case .frame(let frame, let losses) = try next(camera) {
        frames.append((frame.luma, frame.time, losses))
      }
    }
    return frames
  }

  /// Every class of format: packed and planar YUV, gray, deep gray, RGB in any order; and one that
  /// only libv4l2 can read (Bayer), asked for by what it makes of it.
  @Test(arguments: [
    "YUYV", "UYVY", "NV12", "NV21", "NV16", "NV61", "NV24", "NV42", "YU12", "YV12", "422P", "GREY",
    "Y10", "Y12", "Y16", "RGB3", "BGR3", "BGR4", "RGB4", "XR24", "BX24", "XB24", "RX24", "AR24",
  ])
  func blackAndWhiteAreSeenAsSuch(name: String) throws {
    try Self.show(.black)
    let camera = try Self.open(FourCC(name))
    #expect(camera.mode.format == FourCC(name))
    #expect(!camera.mode.isConverted)
    let black = try #require(try Self.frames(camera, 4).last)
    try Self.show(.white)
    // As many black ones as there are buffers may wait.
    let white = try #require(try Self.frames(camera, 14).last)
    #expect(black.luma < 3)
    #expect(white.luma > 252)
  }

  @Test func timesAreTrueThoughTheDriversStampsRunAhead() throws {
    let camera = try Self.open(rate: 30)
    let frames = try Self.frames(camera, 30)
    let now = Date().timeIntervalSince1970
    // The stamps are 0.9 of a frame in the future.
    #expect(frames.allSatisfy { $0.time <= now })
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
    let end = try #require(frames.last)
    #expect(now - end.time < 1)
  }

  @Test func dropsAreCountedAndTimeStaysTrue() throws {
    try Self.set("percentage_of_dropped_buffers=30")
    defer { try? Self.set("percentage_of_dropped_buffers=0") }
    let camera = try Self.open(rate: 15)
    let frames = try Self.frames(camera, 60)
    let first = try #require(frames.first)
    let last = try #require(frames.last)
    let lost = frames.dropFirst().map(\.losses.total).reduce(0, +)
    // 30 in 100 of those taken: 26 for the 60 that came, give or take four standard deviations.
    #expect((8...50).contains(lost))
    // All that were taken, at 15 a second, give the time that passed.
    #expect(abs(last.time - first.time - Double(frames.count - 1 + lost) / 15) < 0.3)
  }

  @Test func aFlaggedPictureIsPassedOver() throws {
    let camera = try Self.open()
    _ = try Self.frames(camera, 2)
    try Self.set("inject_v4l2_buf_flag_error=1")
    #expect(try Self.frames(camera, 15).map(\.losses.damaged).reduce(0, +) == 1)
  }

  @Test func aFailedStreamIsBegunAnew() throws {
    let camera = try Self.open()
    _ = try Self.frames(camera, 2)
    try Self.set("inject_fatal_streaming_error=1")
    var restarts = 0
    var after = 0
    for _ in 0..<30 {
      switch try Self.next(camera) {
      case .restarted: restarts += 1
      case .frame where restarts > 0: after += 1
      default: break
      }
    }
    #expect(restarts == 1)
    #expect(after > 10)
  }

  @Test(arguments: [
    "inject_vidioc_reqbufs_error", "inject_vidioc_qbuf_error", "inject_vidioc_streamon_error",
  ])
  func aRequestThatFailsOnceAtTheStartIsMadeAgain(control: String) throws {
    try Self.set("\(control)=1")
    let camera = try Self.open()
    #expect(try Self.frames(camera, 3).count == 3)
  }

  @Test func aBufferThatIsNotTakenBackIsOfferedAgain() throws {
    let camera = try Self.open()
    _ = try Self.frames(camera, 2)
    try Self.set("inject_vidioc_qbuf_error=1")
    #expect(try Self.frames(camera, 20).count == 20)
  }

  @Test func aCameraInUseIsSaidToBe() throws {
    let camera = try Self.open()
    _ = try Self.frames(camera, 1)
    let error = #expect(throws: CameraError.self) { try Self.open() }
    #expect(error?.code == .busy)
  }

  @Test func anUnpluggedCameraIsSaidAndTakenUpAgain() throws {
    let camera = try Self.open()
    _ = try Self.frames(camera, 2)
    try Self.set("disconnect=1")
    let error = #expect(throws: CameraError.self) { _ = try Self.frames(camera, 60) }
    #expect(error?.code == .unplugged)
    camera.close()
    let path = try #require(camera.identity.waitForReturn(interruption: CameraInterruption()))
    let again = try Camera(Camera.Request(path: path, width: 320, height: 180))
    #expect(try Self.frames(again, 3).count == 3)
  }

  @Test func whatCannotBeReadIsConverted() throws {
    // No camera of vivid's lacks readable formats: libv4l2 is asked outright.
    let device = try VideoDevice(path: Self.path, isConverting: true)
    let converted = device.modes().filter(\.isConverted)
    for mode in converted { #expect(mode.isReadable) }
  }
}

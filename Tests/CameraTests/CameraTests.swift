import Foundation
import Photometry
import Testing

@testable import Camera

/// A camera on a host without one, through the whole of libv4l2.
@Suite(
  .enabled(if: FakeCamera.isPossible, "no C compiler for the fake camera"), .timeLimit(.minutes(10))
)
struct CameraTests {
  /// Frames of gray, each brighter by one.
  private static func gray(_ count: Int, width: Int = 32, height: Int = 16) -> [[UInt8]] {
    (0..<count).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: width * height) }
  }

  private static func camera(rate: Int = 100) throws -> FakeCamera {
    try FakeCamera(width: 32, height: 16, rate: rate, format: "GREY", frames: gray(200))
  }

  /// What the next delivery is, with the first byte of its picture.
  private static func next(
    _ camera: Camera, timeout: Double = 2
  ) throws -> Camera.Delivery<(byte: UInt8, time: Double)> {
    try camera.nextFrame(timeout: timeout) { frame in
      (frame.plane0.bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self), frame.time)
    }
  }

  private static func frame(
    _ delivery: Camera.Delivery<(byte: UInt8, time: Double)>
  ) -> (byte: UInt8, time: Double, losses: Losses)? {
    guard case .frame(let result, let losses) = delivery else { return nil }
    return (result.byte, result.time, losses)
  }

  @Test(
    arguments: [
      ("YUYV", 2, PixelFormat.yuyv), ("UYVY", 2, .uyvy), ("GREY", 1, .gray),
      ("RGB3", 3, .rgb24), ("BGR3", 3, .bgr24), ("XR24", 4, .bgrx),
    ] as [(String, Int, PixelFormat)])
  func packedFormatsAreLentAsTheDriverHasThem(
    name: String, bytes: Int, format: PixelFormat
  ) async throws {
    let fake = try FakeCamera(
      width: 32, height: 16, rate: 100, format: name,
      frames: [(0..<32 * 16 * bytes).map { UInt8(truncatingIfNeeded: $0 * 7) }])
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera, name, bytes] in
      let camera = try Camera(Camera.Request(path: fake.path))
      #expect(camera.mode.format == FourCC(name))
      let delivery = try camera.nextFrame(timeout: 2) { frame in
        let plane = frame.plane0.bytes
        return frame.plane0.stride == 32 * bytes && frame.width == 32 && frame.height == 16
          && frame.format == CaptureFormat(FourCC(name))?.pixelFormat
          && (0..<plane.byteCount).allSatisfy {
            plane.unsafeLoad(fromByteOffset: $0, as: UInt8.self)
              == UInt8(truncatingIfNeeded: $0 * 7)
          }
      }
      guard case .frame(true, _) = delivery else {
        Issue.record("\(delivery)")
        return
      }
    }
    #expect(CaptureFormat(FourCC(name))?.pixelFormat == format)
  }

  @Test(arguments: [("NV12", 512, -1), ("YU12", 512, 640), ("YV12", 640, 512)])
  func planesOfChromaAreFound(name: String, second: Int, third: Int) async throws {
    let size = 32 * 16 * 3 / 2
    let fake = try FakeCamera(
      width: 32, height: 16, rate: 100, format: name,
      frames: [(0..<size).map { UInt8(truncatingIfNeeded: $0 / 4) }])
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera, second, third] in
      let camera = try Camera(Camera.Request(path: fake.path))
      let delivery = try camera.nextFrame(timeout: 2) { frame in
        var found = [-1, -1]
        if let plane = frame.plane1 {
          found[0] = 4 * Int(plane.bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self))
        }
        if let plane = frame.plane2 {
          found[1] = 4 * Int(plane.bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self))
        }
        return found
      }
      guard case .frame([second, third], _) = delivery else {
        Issue.record("\(delivery)")
        return
      }
    }
  }

  @Test func timesAreTheDriversInUnixSeconds() async throws {
    let fake = try Self.camera(rate: 50)
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let camera = try Camera(Camera.Request(path: fake.path))
      var times: [Double] = []
      for _ in 0..<10 { times.append(Self.frame(try Self.next(camera))?.time ?? 0) }
      let steps = zip(times, times.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { abs($0 - 0.02) < 1e-5 })
      #expect(abs(times[9] - Date().timeIntervalSince1970) < 30)
    }
  }

  @Test func framesThatTheDriverDroppedAreCountedAndTimeStaysTrue() async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let camera = try Camera(Camera.Request(path: fake.path))
      let before = try #require(Self.frame(try Self.next(camera)))
      try fake.fault("drop", "5")
      let after = try #require(Self.frame(try Self.next(camera)))
      #expect(after.losses == Losses(missed: 5))
      #expect(after.byte == before.byte + 6)
      #expect(abs(after.time - before.time - 0.06) < 1e-4)
    }
  }

  @Test(arguments: ["damage", "short"])
  func aDamagedPictureIsPassedOverAndCounted(fault: String) async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera, fault] in
      let camera = try Camera(Camera.Request(path: fake.path))
      let before = try #require(Self.frame(try Self.next(camera)))
      try fake.fault(fault)
      let after = try #require(Self.frame(try Self.next(camera)))
      #expect(after.losses == Losses(damaged: 1))
      #expect(after.byte == before.byte + 2)
    }
  }

  @Test func aFailedStreamIsBegunAnew() async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let camera = try Camera(Camera.Request(path: fake.path))
      _ = try Self.next(camera)
      try fake.fault("eio")
      guard case .restarted(let error) = try Self.next(camera) else {
        Issue.record("not begun anew")
        return
      }
      #expect(error.code == .inputOutput)
      #expect(Self.frame(try Self.next(camera)) != nil)
    }
  }

  @Test func aSilentCameraIsSaidAndGoesOn() async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let camera = try Camera(Camera.Request(path: fake.path))
      _ = try Self.next(camera)
      try fake.fault("stall")
      guard case .stalled(let seconds) = try Self.next(camera, timeout: 0.2) else {
        Issue.record("not stalled")
        return
      }
      #expect(seconds > 0.15)
      try fake.end("stall")
      #expect(Self.frame(try Self.next(camera)) != nil)
    }
  }

  @Test func aStreamThatHangsIsBegunAnew() async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let camera = try Camera(Camera.Request(path: fake.path))
      _ = try Self.next(camera)
      try fake.fault("hang")
      var delivery = try Self.next(camera)
      for _ in 0..<6 { if case .stalled = delivery { delivery = try Self.next(camera) } }
      guard case .restarted(let error) = delivery else {
        Issue.record("not begun anew")
        return
      }
      #expect(error.message.hasPrefix("no frame for"))
      #expect(Self.frame(try Self.next(camera)) != nil)
    }
  }

  @Test func anUnpluggedCameraIsSaidAndFoundAgain() async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let camera = try Camera(Camera.Request(path: fake.path))
      _ = try Self.next(camera)
      try fake.unplug()
      let error = #expect(throws: CameraError.self) {
        for _ in 0..<10 { _ = try Self.next(camera) }
      }
      #expect(error?.code == .unplugged)
      #expect(camera.identity.find() == nil)
      #expect(throws: CameraError.self) { try Camera(Camera.Request(path: fake.path)) }
      let again = try FakeCamera(
        width: 32, height: 16, rate: 100, format: "GREY", frames: Self.gray(10))
      try FileManager.default.moveItem(atPath: again.path, toPath: fake.path)
      #expect(camera.identity.waitForReturn(interruption: CameraInterruption()) == fake.path)
    }
  }

  @Test func controlsAreHeldStillAndPutBack() async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let camera = try Camera(Camera.Request(path: fake.path))
      #expect(
        camera.lockControls() == ["frame rate", "exposure", "white balance", "focus"])
      // Exposure manual (1), its priority, white balance and focus automatic off.
      let ids = [0x9a_0901, 0x9a_0903, 0x98_090c, 0x9a_090c]
      #expect(ids.map { fake.controls[$0] } == [1, 0, 0, 0])
      camera.close()
      #expect(ids.map { fake.controls[$0] } == [3, 1, 1, 1])
      #expect(throws: CameraError.self) { try Self.next(camera) }
    }
  }

  @Test func droppingTheCameraPutsControlsBack() async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      _ = try Camera(Camera.Request(path: fake.path)).lockControls()
      #expect(fake.controls[0x9a_0901] == 3)
    }
  }

  @Test func framesThatComeTooLateArePassedOverAndAllAreAccountedFor() async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let camera = try Camera(Camera.Request(path: fake.path))
      let before = try #require(Self.frame(try Self.next(camera)))
      usleep(500_000)
      let after = try #require(Self.frame(try Self.next(camera)))
      #expect(after.losses.late > 0)
      #expect(Int(after.byte) - Int(before.byte) == 1 + after.losses.total)
      // Six frames of a hundred a second, and the time that the check itself takes.
      #expect(Date().timeIntervalSince1970 - after.time < 5)
    }
  }

  @Test func stampsOfAForeignClockBecomeUnixSeconds() async throws {
    let fake = try Self.camera()
    try fake.fault("foreign")
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let camera = try Camera(Camera.Request(path: fake.path))
      let frame = try #require(Self.frame(try Self.next(camera)))
      #expect(abs(frame.time - Date().timeIntervalSince1970) < 30)
    }
  }

  @Test func aWaitIsInterrupted() async throws {
    let fake = try Self.camera()
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let camera = try Camera(Camera.Request(path: fake.path))
      camera.interruption.interrupt()
      guard case .interrupted = try Self.next(camera, timeout: 60) else {
        Issue.record("not interrupted")
        return
      }
    }
  }

  @Test func aFormatThatCannotBeReadIsNamed() async throws {
    let fake = try FakeCamera(
      width: 32, height: 16, rate: 100, format: "H264", frames: Self.gray(1))
    defer { fake.remove() }
    await #expect(processExitsWith: .success) { [fake = fake as FakeCamera] in
      let error = #expect(throws: CameraError.self) {
        try Camera(Camera.Request(path: fake.path))
      }
      #expect(error?.code == .unsupported)
      #expect(error?.message.contains("H264") == true)
    }
  }

  @Test(arguments: [
    ("/nowhere/video0", CameraError.Code.noDevice), ("/dev/null", .noDevice), ("/", .noDevice),
  ])
  func whatIsNoCameraIsSaidToBeNone(path: String, code: CameraError.Code) {
    let error = #expect(throws: CameraError.self) { try Camera(Camera.Request(path: path)) }
    #expect(error?.code == code)
  }
}

extension CaptureFormat {
  fileprivate var pixelFormat: PixelFormat? {
    guard case .raw(let format, _) = self else { return nil }
    return format
  }
}

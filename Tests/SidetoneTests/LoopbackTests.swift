import Foundation
import Synchronization
import Testing

@testable import Sidetone

/// With a sound card that hears itself (snd-aloop), in the virtual machine of Tests/Rig.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["HELIOGRAPH_RIG"] == "sound",
    "for the virtual machine: make test-devices"),
  .serialized, .timeLimit(.minutes(10)))
struct LoopbackTests {
  private static let device = "plughw:CARD=Loopback,DEV=0"

  private final class Notices: Sendable {
    private let list = Mutex<[Sidetone.Notice]>([])
    var all: [Sidetone.Notice] { list.withLock { $0 } }
    func add(_ notice: Sidetone.Notice) { list.withLock { $0.append(notice) } }
  }

  /// Records the other end of the loop while `body` runs; 48 000 samples a second.
  private static func record(seconds: Int, _ body: () -> Void) throws -> [Int16] {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("heard.raw").path
    let recorder = Process()
    recorder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    recorder.arguments = [
      "arecord", "-q", "-D", "plughw:CARD=Loopback,DEV=1", "-t", "raw", "-f", "S16_LE", "-r",
      "48000", "-c", "1", "-d", "\(seconds)", path,
    ]
    try recorder.run()
    body()
    recorder.waitUntilExit()
    return Bursts.samples(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test func theToneIsHeardWithinThirtyMilliseconds() throws {
    let notices = Notices()
    let tone = Sidetone(device: Self.device, frequency: 600) { notices.add($0) }
    let samples = try Self.record(seconds: 5) {
      Thread.sleep(forTimeInterval: 1)
      for index in 0..<10 {
        tone.key(isDown: true)
        Thread.sleep(forTimeInterval: index % 2 == 0 ? 0.1 : 0.2)
        tone.key(isDown: false)
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    tone.stop()
    #expect(notices.all.isEmpty)
    let bursts = Bursts.find(samples, rate: 48_000)
    #expect(bursts.count == 10)
    for (index, burst) in bursts.enumerated() {
      #expect(abs(Double(burst.length) / 48_000 - (index % 2 == 0 ? 0.1 : 0.2)) < 0.04)
      let middle = samples[
        burst.start + burst.length / 2 - 1200..<burst.start + burst.length / 2 + 1200]
      #expect(abs(ToneGeneratorTests.strength(middle, 600, rate: 48_000) - 0.5) < 0.05)
    }
    #expect(tone.delays.count == 20)
    #expect(tone.delays.mean < 0.03)
    print("delays from key to sound: \(tone.delays)")
  }

  @Test func aCardThatVanishesIsSaidOnceAndTakenUpAgain() throws {
    let notices = Notices()
    let tone = Sidetone(device: Self.device) { notices.add($0) }
    defer { tone.stop() }
    func driver(_ action: String) {
      try? "snd_aloop.0".write(
        toFile: "/sys/bus/platform/drivers/snd_aloop/\(action)", atomically: false, encoding: .utf8)
    }
    func blink(seconds: Double) {
      let end = Date(timeIntervalSinceNow: seconds)
      while Date() < end {
        tone.key(isDown: true)
        Thread.sleep(forTimeInterval: 0.05)
        tone.key(isDown: false)
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    blink(seconds: 1)
    driver("unbind")
    blink(seconds: 3)
    #expect(notices.all.count == 1)
    guard case .isMissing(let error) = notices.all.first else {
      Issue.record("\(notices.all)")
      return
    }
    #expect(error.code == .noDevice)
    driver("bind")
    blink(seconds: 4)
    #expect(notices.all.last == .isBack)
    let samples = try Self.record(seconds: 2) { blink(seconds: 2) }
    #expect(Bursts.find(samples, rate: 48_000).count > 5)
  }
}

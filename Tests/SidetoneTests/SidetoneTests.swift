import Foundation
import MorseCode
import Synchronization
import Testing

@testable import Sidetone

/// Sound through ALSA on a host without a card: its file PCM takes what is played.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SidetoneTests {
  /// A folder with ALSA's configuration and what was played.
  private static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("heliograph-sound-\(getpid())")
    let outputs = ["live", "recorded", "stopped"].map { name in
      """
      pcm.\(name) {
        type file
        slave.pcm null
        file "\(folder.appendingPathComponent(name).path).raw"
        format raw
      }
      """
    }
    let text = "</usr/share/alsa/alsa.conf>\n" + outputs.joined(separator: "\n") + "\n"
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("asound.conf").path
    try? text.write(toFile: path, atomically: true, encoding: .utf8)
    setenv("ALSA_CONFIG_PATH", path, 1)
    return folder
  }()

  private final class Notices: Sendable {
    private let list = Mutex<[Sidetone.Notice]>([])
    var all: [Sidetone.Notice] { list.withLock { $0 } }
    func add(_ notice: Sidetone.Notice) { list.withLock { $0.append(notice) } }
  }

  private func played(_ name: String) throws -> [Int16] {
    Bursts.samples(try Data(contentsOf: Self.folder.appendingPathComponent("\(name).raw")))
  }

  @Test func eventsAreHeardAsTheyCome() throws {
    _ = Self.folder
    let notices = Notices()
    let tone = Sidetone(device: "live", frequency: 600) { notices.add($0) }
    for seconds in [0.1, 0.3] {
      Thread.sleep(forTimeInterval: 0.2)
      tone.key(isDown: true)
      Thread.sleep(forTimeInterval: seconds)
      tone.key(isDown: false)
    }
    Thread.sleep(forTimeInterval: 0.2)
    tone.stop()
    #expect(notices.all.isEmpty)
    #expect(tone.delays.count == 4)
    let bursts = Bursts.find(try played("live"), rate: 48_000)
    #expect(bursts.count == 2)
    // The file takes up to 0.1 s ahead of time, and the machine's own delays come on top.
    for (burst, seconds) in zip(bursts, [0.1, 0.3]) {
      #expect(abs(Double(burst.length) / 48_000 - seconds) < 0.08)
    }
  }

  @Test func stoppingLetsTheToneFade() throws {
    _ = Self.folder
    let tone = Sidetone(device: "stopped", frequency: 600) { _ in }
    tone.key(isDown: true)
    Thread.sleep(forTimeInterval: 0.1)
    tone.stop()
    let samples = try played("stopped")
    #expect(!Bursts.find(samples, rate: 48_000).isEmpty)
    #expect(samples.last == 0)
  }

  @Test func aRecordingIsPlayedToTheSample() throws {
    _ = Self.folder
    let playback = SidetonePlayback(device: "recorded", frequency: 600) { _ in }
    let keying = Keying("PARIS", speed: Speed(wpm: 60))
    for event in keying.events { playback.consume(event) }
    let end = (keying.events.last?.time ?? 0) + 0.1
    playback.finish(at: end)
    #expect(playback.wait(seconds: 20))
    let bursts = Bursts.find(try played("recorded"), rate: 48_000)
    let marks = stride(from: 0, to: keying.events.count - 1, by: 2).map {
      (keying.events[$0].time, keying.events[$0 + 1].time - keying.events[$0].time)
    }
    #expect(bursts.count == marks.count)
    for (burst, (start, length)) in zip(bursts, marks) {
      #expect(abs(Double(burst.start - bursts[0].start) / 48_000 - start) < 0.002)
      #expect(abs(Double(burst.length) / 48_000 - length) < 0.003)
    }
  }

  @Test func aMissingCardIsSaidOnceAndStopsNothing() {
    _ = Self.folder
    let notices = Notices()
    let tone = Sidetone(device: "hw:31", frequency: 600) { notices.add($0) }
    for index in 0..<30 {
      tone.key(isDown: index % 2 == 0)
      Thread.sleep(forTimeInterval: 0.1)
    }
    tone.stop()
    guard case .isMissing(let error) = notices.all.first, notices.all.count == 1 else {
      Issue.record("\(notices.all)")
      return
    }
    #expect(error.code == .noDevice)
  }

  @Test func aRecordingIsNotWaitedForWithoutACard() {
    _ = Self.folder
    let notices = Notices()
    let playback = SidetonePlayback(device: "hw:31") { notices.add($0) }
    playback.finish(at: 3600)
    #expect(playback.wait(seconds: 20))
    #expect(notices.all.count == 1)
  }
}

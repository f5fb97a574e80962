import Foundation
import MorseCode
import Testing

@testable import Sidetone

@Suite struct SidetoneFileTests {
  private static func temporary() -> String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("heliograph-\(UUID().uuidString).wav").path
  }

  /// The head of a WAV file of one sample at 8000 a second, byte by byte as the specification has
  /// it, written out by hand.
  @Test func theHeadIsThatOfThePCMFormat() {
    let expected: [UInt8] = [
      0x52, 0x49, 0x46, 0x46, 38, 0, 0, 0, 0x57, 0x41, 0x56, 0x45, 0x66, 0x6d, 0x74, 0x20, 16, 0, 0,
      0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0, 0x64, 0x61, 0x74, 0x61, 2, 0,
      0, 0,
    ]
    #expect(WAVFile.head(rate: 8000, samples: 1) == expected)
  }

  @Test func theToneSoundsWhereTheLightWas() throws {
    let path = Self.temporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try SidetoneFile(path: path, frequency: 600)
    // "A": a dot, a gap, a dash of 100 ms units, from 0.25 s on.
    for (time, isDown) in [(0.25, true), (0.35, false), (0.45, true), (0.75, false)] {
      try file.consume(KeyEvent(time: time, isDown: isDown))
    }
    try file.finish(at: 1.5)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let samples = Bursts.samples(data.dropFirst(44))
    #expect(samples.count == 72_000)
    #expect(Array(data.prefix(44)) == WAVFile.head(rate: 48_000, samples: samples.count))
    let bursts = Bursts.find(samples, rate: 48_000)
    #expect(bursts.count == 2)
    // Half of an edge is 2.5 ms, half of a period 0.8 ms.
    let expected = [(0.2525, 0.1), (0.4525, 0.3)]
    for (burst, (start, length)) in zip(bursts, expected) {
      #expect(abs(Double(burst.start) / 48_000 - start) < 0.0015)
      #expect(abs(Double(burst.length) / 48_000 - length) < 0.003)
    }
    let middle = samples[24_000..<33_600]
    #expect(abs(ToneGeneratorTests.strength(middle, 600, rate: 48_000) - 0.5) < 0.01)
  }

  @Test func liveLightBeginsTheFile() throws {
    let path = Self.temporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try SidetoneFile(path: path, start: nil)
    try file.consume(KeyEvent(time: 1.8e9, isDown: true))
    try file.consume(KeyEvent(time: 1.8e9 + 0.1, isDown: false))
    try file.finish()
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    #expect(size == 44 + 2 * (4800 + 240))
  }

  @Test func aFileThatCannotBeCreatedIsSaid() {
    let error = #expect(throws: SidetoneError.self) {
      try SidetoneFile(path: "/nowhere/tone.wav")
    }
    #expect(error?.code == .cannotCreate)
  }

  @Test func aFullDiskIsSaid() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let error = #expect(throws: SidetoneError.self) {
      let file = try SidetoneFile(path: "/dev/full")
      try file.advance(to: 10)
      try file.finish()
    }
    #expect(error?.code == .inputOutput)
  }

  @Test func eventsOfOneTimeAreBothHeeded() {
    var tone = KeyedTone(frequency: 600, rate: 48_000, start: 0)
    for (time, isDown) in [(0.1, true), (0.1, false), (0.1, true), (0.2, false)] {
      tone.consume(KeyEvent(time: time, isDown: isDown))
    }
    let samples = tone.render(12_000)
    #expect(Bursts.find(samples, rate: 48_000).count == 1)
    #expect(samples.prefix(4800).allSatisfy { $0 == 0 })
  }
}

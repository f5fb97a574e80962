import Foundation
import Photometry
import Scene
import Testing

@testable import VideoFile

/// Whatever becomes of a file, reading it gives pictures with rising times, or a `VideoError`.
@Suite struct DamageTests {
  private static let kinds = Kind.all.filter {
    [
      "mp4 h264", "mkv hevc", "webm vp9", "avi mpeg4", "avi mjpeg", "mov prores", "mkv ffv1",
      "gif gif",
    ].contains($0.testDescription)
  }

  private func read(_ bytes: Data, at path: String) throws {
    try bytes.write(to: URL(filePath: path))
    do throws(VideoError) {
      let reader = try VideoReader(path: path)
      var last = -1.0
      while let time = try reader.nextFrame({ (frame: borrowing Frame) in
        frame.plane0.bytes.byteCount > 0 ? frame.time : .nan
      }) {
        #expect(time > last)
        last = time
      }
    } catch {
      #expect(!error.message.isEmpty && !error.message.contains("\n"))
    }
  }

  private func content(of kind: Kind, in folder: URL) throws -> Data {
    let path = folder.appending(path: kind.name).path
    try Clip.write(
      (0..<8).map {
        Clip.lamp($0 % 3 == 0 ? 30 : 210, time: Double($0) / 25, width: 48, height: 32)
      },
      to: path, codec: kind.codec)
    return try Data(contentsOf: URL(filePath: path))
  }

  @Test(.timeLimit(.minutes(10)), arguments: kinds)
  func cutAtFiftyPlaces(_ kind: Kind) throws {
    try Clip.inFolder { folder in
      let whole = try content(of: kind, in: folder)
      let path = folder.appending(path: "cut.\(kind.container)").path
      for place in 0..<50 { try read(whole.prefix(whole.count * place / 50), at: path) }
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: kinds)
  func bitsFlippedInFiveHundredWays(_ kind: Kind) throws {
    try Clip.inFolder { folder in
      let whole = try content(of: kind, in: folder)
      let path = folder.appending(path: "flipped.\(kind.container)").path
      // Knuth's 64-bit linear congruence: any would do, so long as it is the same each time.
      var state: UInt64 = 1
      func next(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
      }
      for way in 0..<500 {
        var bytes = whole
        // One to sixteen bits; every second time in the beginning, where the structure is.
        for _ in 0...next(below: 16) {
          let place = next(below: way % 2 == 0 ? min(whole.count, 512) : whole.count)
          bytes[place] ^= 1 << UInt8(next(below: 8))
        }
        try read(bytes, at: path)
      }
    }
  }
}

import Foundation
import Photometry
import Scene
import Testing

@testable import VideoFile

/// A container with a codec that it takes.
struct Kind: CustomTestStringConvertible, Sendable {
  let container: Container
  let codec: VideoWriter.Codec
  var name: String { "clip.\(container.rawValue)" }
  var testDescription: String { "\(container.rawValue) \(codec.rawValue)" }

  static let all = Container.allCases.flatMap { container in
    container.codecs.map { Kind(container: container, codec: $0) }
  }
}

@Suite struct RoundTripTests {
  /// A lamp's levels, long enough for codecs that look ahead.
  private static let levels: [UInt8] = [
    30, 30, 220, 220, 220, 30, 30, 30, 128, 128, 30, 255, 255, 30, 30, 200, 200, 30, 30, 30,
  ]

  @Test(arguments: Kind.all)
  func everyContainerAndCodecGivesBackLevelsAndTimes(_ kind: Kind) throws {
    // Uneven steps: only presentation times can say them. AVI has a grid of 25 a second.
    let times = Self.levels.indices.map {
      Double($0) * 0.04 + ($0 > 6 ? 0.2 : 0) + ($0 > 12 ? 0.4 : 0)
    }
    let pictures = zip(Self.levels, times).map { Clip.lamp($0, time: $1) }
    try Clip.inFolder { folder in
      let path = folder.appending(path: kind.name).path
      try Clip.write(pictures, to: path, codec: kind.codec)
      let (info, frames, fault) = try Clip.read(path)
      #expect(fault == nil)
      #expect(info.width == 64 && info.height == 48 && info.quarterTurns == 0)
      #expect(info.codec == kind.codec.rawValue)
      try #require(frames.count == pictures.count)
      for (frame, picture) in zip(frames, pictures) {
        #expect(abs(frame.time - picture.time) <= 0.0011, "at \(picture.time)")
        let mean =
          picture.pixels.reduce(0.0) { $0 + Double($1) } / Double(picture.pixels.count)
        let expected =
          switch frame.format.layout {
          case .packedRGB, .planarGBR: mean
          default: frame.range == .full ? mean : 16 + mean * 219 / 255
          }
        #expect(abs((frame.means.first ?? 0) - expected) < 2, "at \(picture.time)")
      }
    }
  }
}

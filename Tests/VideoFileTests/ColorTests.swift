import Foundation
import Photometry
import Scene
import Testing

@testable import VideoFile

@Suite struct ColorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var codec: VideoWriter.Codec
    var matrix: ColorMatrix
    var range: ValueRange
    var testDescription: String { "\(name) \(codec) \(matrix) \(range)" }

    static let all = [
      ("clip.mp4", VideoWriter.Codec.h264), ("clip.mov", .hevc), ("clip.mkv", .hevc),
      ("clip.webm", .vp9), ("clip.mp4", .av1), ("clip.mkv", .av1), ("clip.avi", .h264),
      ("clip.mov", .prores), ("clip.mkv", .prores), ("clip.avi", .mjpeg), ("clip.mov", .mjpeg),
      ("clip.mp4", .mpeg4), ("clip.avi", .mpeg4),
    ].flatMap { name, codec in
      [ColorMatrix.bt601, .bt709, .bt2020].flatMap { matrix in
        [ValueRange.limited, .full].map {
          Case(name: name, codec: codec, matrix: matrix, range: $0)
        }
      }
    }
  }

  private static let colors: [(UInt8, UInt8, UInt8)] = [
    (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0), (90, 140, 200),
  ]

  @Test(arguments: Case.all)
  func matrixAndRangeAreAppliedAndSaid(_ test: Case) throws {
    let pictures = Self.colors.enumerated().map { Clip.plain($1, time: Double($0) * 0.04) }
    try Clip.inFolder { folder in
      let path = folder.appending(path: test.name).path
      try Clip.write(
        pictures, to: path, codec: test.codec, matrix: test.matrix, range: test.range)
      let (_, frames, fault) = try Clip.read(path)
      #expect(fault == nil)
      try #require(frames.count == pictures.count)
      let matrix: ColorMatrix =
        test.codec == .mjpeg || test.codec == .mpeg4 ? .bt601 : test.matrix
      let range: ValueRange =
        switch test.codec {
        case .mjpeg: .full
        case .mpeg4, .prores: .limited
        default: test.range
        }
      for (frame, color) in zip(frames, Self.colors) {
        #expect(frame.matrix == matrix)
        #expect(frame.range == range)
        try #require(frame.means.count == 3)
        for (mean, expected) in zip(frame.means, Clip.yuv(color, matrix, range)) {
          #expect(abs(mean - min(255, expected)) < 2.5, "\(color): \(frame.means)")
        }
      }
    }
  }

  @Test(arguments: ["clip.mkv", "clip.avi"])
  func losslessRGBIsExact(_ name: String) throws {
    let pictures = Self.colors.enumerated().map { Clip.plain($1, time: Double($0) * 0.04) }
    try Clip.inFolder { folder in
      let path = folder.appending(path: name).path
      try Clip.write(pictures, to: path, codec: .ffv1)
      let (_, frames, _) = try Clip.read(path)
      try #require(frames.count == pictures.count)
      for (frame, color) in zip(frames, Self.colors) {
        #expect(frame.range == .full)
        #expect(frame.means == [Double(color.0), Double(color.1), Double(color.2)])
      }
    }
  }

  @Test func gifKeepsFewColorsExactlyAndTheMeansOfMany() throws {
    let plain = Self.colors.enumerated().map { Clip.plain($1, time: Double($0) * 0.04) }
    // Some 3000 colours: more than a palette holds.
    var pixels: [UInt8] = []
    for index in 0..<64 * 48 {
      pixels += [UInt8(index % 64 * 4), UInt8(index / 64 * 5), UInt8(index * 7 % 200)]
    }
    let many = Picture(time: 1, width: 64, height: 48, pixels: pixels)
    try Clip.inFolder { folder in
      let path = folder.appending(path: "clip.gif").path
      try Clip.write(plain + [many], to: path)
      let (_, frames, _) = try Clip.read(path)
      try #require(frames.count == plain.count + 1)
      for (frame, color) in zip(frames, Self.colors) {
        #expect(frame.means == [Double(color.0), Double(color.1), Double(color.2)])
      }
      for channel in 0..<3 {
        let mean =
          stride(from: channel, to: pixels.count, by: 3).reduce(0.0) { $0 + Double(pixels[$1]) }
          / Double(64 * 48)
        #expect(abs(frames[plain.count].means[channel] - mean) < 4)
      }
    }
  }
}
